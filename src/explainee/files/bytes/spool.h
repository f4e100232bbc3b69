// explainee/files/bytes/spool.h: what can only be read once is copied to a nameless temporary file, so that passes can
// repeat.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// What "-" is called in messages.
inline constexpr std::string_view kStandardInput = "standard input";

/// An unlinked file, which vanishes once its descriptor is closed: that is left to the caller.
struct Spooled {
  int descriptor = -1;
  std::int64_t size = 0;  ///< bytes
};

/// Copies all that `descriptor` gives to an unlinked file below $TMPDIR (else /tmp). The descriptor stays open.
/// `cancel`, when set, ends the wait with kInterrupted.
[[nodiscard]] base::Result<Spooled> spool(int descriptor, const std::string& name, const std::atomic<bool>* cancel);

}  // namespace explainee::files
