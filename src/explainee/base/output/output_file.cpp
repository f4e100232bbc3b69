#include "explainee/base/output/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "explainee/base/output/file_lock.h"
#include "explainee/base/output/write_error.h"

namespace explainee::base {
namespace {

namespace fs = std::filesystem;

constexpr int kMostWriters = 100;      ///< of one file at the same time
constexpr int kGap = 4;                ///< so many free names in a row are taken for the end of those that are in use
constexpr mode_t kNewFileMode = 0666;  // less the user's mask

std::string temporary_name(const fs::path& target, int number) {
  const std::string name = "." + target.filename().string() + ".explainee-" + std::to_string(number) + ".tmp";
  return (target.parent_path() / name).string();
}

/// Removes what a process that is gone has left; one that is still writing holds a lock. False when there is no file.
bool sweep(const std::string& temporary) {
  constexpr int kFlags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int descriptor = ::open(temporary.c_str(), O_WRONLY | kFlags);
  if (descriptor < 0 && errno == EACCES) descriptor = ::open(temporary.c_str(), O_RDONLY | kFlags);
  if (descriptor < 0) return errno != ENOENT;
  struct stat facts {};
  const bool ours = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == ::geteuid();
  if (ours && lock_file(descriptor, temporary) == LockOutcome::kLocked) ::unlink(temporary.c_str());
  ::close(descriptor);
  return true;
}

/// A new locked file beside `target` that nobody else has; its name begins with a dot until it is complete.
int create_beside(const fs::path& target, std::string& temporary) {
  int found = -1;
  int free = 0;
  for (int number = 0; number < kMostWriters && (found < 0 || free < kGap); ++number) {
    const std::string name = temporary_name(target, number);
    free = sweep(name) ? 0 : free + 1;
    if (found >= 0) continue;
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return -1;
    const LockOutcome outcome = lock_file(descriptor, name);
    if (outcome == LockOutcome::kBusy || outcome == LockOutcome::kGone) {
      ::close(descriptor);  // somebody sweeps, and came between the two calls: the file is theirs to remove
      continue;
    }
    temporary = name;
    found = descriptor;
  }
  if (found < 0) errno = EBUSY;
  return found;
}

Error too_many_writers(const std::string& path, const std::string& target) {
  return {ErrorCode::kUnwritableOutput,
          "cannot be written: too many others are writing it; if nobody is, remove " + temporary_name(target, 0) +
              " and those like it",
          path};
}

}  // namespace

OutputFile::OutputFile(std::string path, std::string target, std::string temporary, int descriptor)
    : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
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
    descriptor = create_beside(target, temporary);
    if (descriptor < 0 && errno == EBUSY) return too_many_writers(path, target);
    if (descriptor >= 0 && exists) {
      [[maybe_unused]] const int kept = ::fchmod(descriptor, facts.st_mode & 07777);
    }
  }
  if (descriptor < 0) return write_error(path, errno);
  return std::unique_ptr<OutputFile>(new OutputFile(path, std::move(target), std::move(temporary), descriptor));
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());  // while it is locked: afterwards it might be another's
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> OutputFile::write(std::span<const char> bytes) {
  if (descriptor_ < 0) return write_error(path_, EBADF);
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return write_error(path_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

/// A network file system tells only on closing that there was no room; a copy is closed, since the lock has to last
/// until the file has its name.
Result<void> OutputFile::hand_over() {
  const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || ::close(copy) != 0) return write_error(path_, errno);
  return {};
}

Result<void> OutputFile::take_name() {
  if (!temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0) return write_error(path_, errno);
  temporary_.clear();
  unlock_file(descriptor_);
  ::close(std::exchange(descriptor_, -1));
  return {};
}

Result<void> OutputFile::finish() {
  if (descriptor_ < 0) return {};
  EXPLAINEE_TRY(hand_over());
  return take_name();
}

Result<void> OutputFile::finish_both(OutputFile& first, OutputFile& second) {
  if (first.descriptor_ < 0 || second.descriptor_ < 0) return write_error(first.path_, EBADF);
  EXPLAINEE_TRY(first.hand_over());
  EXPLAINEE_TRY(second.hand_over());
  const FolderLock lock(second.target_);
  const bool renamed = !first.temporary_.empty();
  EXPLAINEE_TRY(first.take_name());
  Result<void> named = second.take_name();
  if (!named.ok() && renamed) ::unlink(first.target_.c_str());  // half a pair is none
  return named;
}

Result<void> write_file(const std::string& path, std::span<const char> bytes) {
  EXPLAINEE_ASSIGN(const auto file, OutputFile::create(path));
  EXPLAINEE_TRY(file->write(bytes));
  return file->finish();
}

}  // namespace explainee::base
