#include "explainee/base/large_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace explainee::base {

#if defined(__linux__) && defined(MADV_HUGEPAGE)

void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kWorthwhile = std::size_t{1} << 23U;
  constexpr std::uintptr_t kPage = 4096;
  if (bytes < kWorthwhile) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + kPage - 1) / kPage * kPage;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / kPage * kPage;
  // Advice: whether the system follows it makes no difference but of time.
  (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);  // NOLINT(performance-no-int-to-ptr)
}

#else

void prefer_large_pages(void* /*begin*/, std::size_t /*bytes*/) {}

#endif

}  // namespace explainee::base
