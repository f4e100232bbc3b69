#include "explainee/files/bytes/spool.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "explainee/base/output/write_error.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

constexpr int kPollMilliseconds = 100;
constexpr std::size_t kChunkBytes = 1 << 18;

Error cannot_spool(const std::string& name, const std::string& folder, int cause) {
  const std::string why = cause == EFBIG ? base::why_not_written(cause)
                                         : std::strerror(cause) + std::string("; point TMPDIR to a folder with room");
  return Error{ErrorCode::kUnreadableFile, "cannot be kept in a temporary file in " + folder + ": " + why, name};
}

/// A descriptor of an unlinked file in `folder`, or −1.
int nameless_file(const std::string& folder) {
  std::string path = folder + "/explainee-XXXXXX";
  const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
  if (descriptor >= 0) ::unlink(path.c_str());
  return descriptor;
}

bool write_all(int descriptor, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t put = ::write(descriptor, bytes, count);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes += put;
    count -= static_cast<std::size_t>(put);
  }
  return true;
}

/// Waits until something can be read; false when cancelled.
bool wait_for_input(int descriptor, const std::atomic<bool>* cancel) {
  while (cancel == nullptr || !cancel->load(std::memory_order_relaxed)) {
    pollfd waiting{descriptor, POLLIN, 0};
    if (::poll(&waiting, 1, kPollMilliseconds) > 0) return true;
  }
  return false;
}

/// Copies everything; how many bytes that was.
base::Result<std::int64_t> copy_all(int from, int to, const std::string& name, const std::string& folder,
                                    const std::atomic<bool>* cancel) {
  std::vector<char> chunk(kChunkBytes);
  std::int64_t size = 0;
  while (true) {
    if (!wait_for_input(from, cancel)) {
      return Error{ErrorCode::kInterrupted, "interrupted while waiting for more", name};
    }
    const ssize_t got = ::read(from, chunk.data(), chunk.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) {
      return Error{ErrorCode::kUnreadableFile, std::string("cannot be read: ") + std::strerror(errno), name};
    }
    if (got == 0) return size;
    if (!write_all(to, chunk.data(), static_cast<std::size_t>(got))) return cannot_spool(name, folder, errno);
    size += got;
  }
}

}  // namespace

base::Result<Spooled> spool(int descriptor, const std::string& name, const std::atomic<bool>* cancel) {
  const char* chosen = std::getenv("TMPDIR");
  const std::string folder = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
  const int copy = nameless_file(folder);
  if (copy < 0) return cannot_spool(name, folder, errno);
  const base::Result<std::int64_t> size = copy_all(descriptor, copy, name, folder, cancel);
  if (size.ok()) return Spooled{copy, size.value()};
  ::close(copy);
  return size.error();
}

}  // namespace explainee::files
