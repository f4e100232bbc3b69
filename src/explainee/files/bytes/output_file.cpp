#include "explainee/files/bytes/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace explainee::files {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

constexpr int kMostAttempts = 100;
constexpr mode_t kNewFileMode = 0666;  // less the user's mask

Error cannot_create(const std::string& path, int cause) {
  std::string why = std::string("cannot be written: ") + std::strerror(cause);
  if (cause == ENOENT || cause == ENOTDIR)
    why = "cannot be written: its folder does not exist or takes no files; choose another";
  if (cause == EACCES || cause == EPERM || cause == EROFS) {
    why = "cannot be written: you have no permission to write in its folder; choose another";
  }
  return {ErrorCode::kUnwritableOutput, why, path};
}

/// A new file beside `target` that no other process or thread has; its name begins with a dot until it is complete.
int create_beside(const std::string& target, mode_t mode, std::string& temporary) {
  static std::atomic<unsigned> serial{0};
  const fs::path path(target);
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const std::string mark = std::to_string(::getpid()) + "-" + std::to_string(serial.fetch_add(1));
    temporary = (path.parent_path() / ("." + path.filename().string() + "." + mark + ".tmp")).string();
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

}  // namespace

OutputFile::OutputFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

base::Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
  struct stat facts {};
  const bool exists = ::stat(path.c_str(), &facts) == 0;
  if (path.empty() || (exists && S_ISDIR(facts.st_mode)) || path.ends_with('/')) {
    return Error{ErrorCode::kUnwritableOutput, "cannot be written: it is a folder; name a file in it", path};
  }
  std::string temporary;
  std::string target = path;
  int descriptor = -1;
  if (exists && !S_ISREG(facts.st_mode)) {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    std::error_code ignored;
    if (exists) target = fs::canonical(path, ignored).string();  // a link stays a link
    if (ignored) target = path;
    descriptor = create_beside(target, kNewFileMode, temporary);
    if (descriptor >= 0 && exists) {
      [[maybe_unused]] const int kept = ::fchmod(descriptor, facts.st_mode & 07777);
    }
  }
  if (descriptor < 0) return cannot_create(path, errno);
  return std::unique_ptr<OutputFile>(new OutputFile(path, std::move(target), std::move(temporary), descriptor));
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

base::Error OutputFile::failure(int cause) const {
  return {ErrorCode::kUnwritableOutput, std::string("cannot be written: ") + std::strerror(cause), path_};
}

base::Result<void> OutputFile::write(std::span<const char> bytes) {
  if (descriptor_ < 0) return failure(EBADF);
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return failure(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

base::Result<void> OutputFile::finish() {
  if (descriptor_ < 0) return {};
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0) return failure(errno);
  if (temporary_.empty()) return {};
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return failure(errno);
  temporary_.clear();
  return {};
}

}  // namespace explainee::files
