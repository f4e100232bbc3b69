#include "explainee/files/bytes/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "explainee/files/bytes/missing_file.h"
#include "explainee/files/bytes/spool.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

Error cannot_open(const std::string& path, int cause) {
  if (cause == ENOENT || cause == ENOTDIR) return missing_file(path);
  if (cause == EACCES || cause == EPERM) {
    return Error{ErrorCode::kUnreadableFile, "you have no permission to read this file; change it with chmod", path};
  }
  return Error{ErrorCode::kUnreadableFile, std::string("cannot be opened: ") + std::strerror(cause), path};
}

base::Result<std::shared_ptr<const InputFile>> adopt(int descriptor, const std::string& name,
                                                     const std::atomic<bool>* cancel) {
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0) {
    ::close(descriptor);
    return cannot_open(name, errno);
  }
  if (S_ISREG(facts.st_mode) && ::lseek(descriptor, 0, SEEK_CUR) == 0) {
    return std::shared_ptr<const InputFile>(std::make_shared<InputFile>(descriptor, name, facts.st_size));
  }
  const bool readable = S_ISREG(facts.st_mode) || S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode) ||
                        (S_ISCHR(facts.st_mode) && name == kStandardInput);
  if (!readable) {
    ::close(descriptor);
    const char* what = S_ISDIR(facts.st_mode) ? "is a folder, not a file" : "is a device, not a file";
    return Error{ErrorCode::kUnreadableFile, what, name};
  }
  const base::Result<Spooled> spooled = spool(descriptor, name, cancel);
  ::close(descriptor);
  if (!spooled.ok()) return spooled.error();
  return std::shared_ptr<const InputFile>(
      std::make_shared<InputFile>(spooled.value().descriptor, name, spooled.value().size));
}

}  // namespace

base::Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string& path,
                                                               const std::atomic<bool>* cancel) {
  const bool standard_input = path == "-";
  const int descriptor = standard_input ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                        : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0 && standard_input) {
    return Error{ErrorCode::kUnreadableFile, "is closed; give a file instead of -", std::string(kStandardInput)};
  }
  if (descriptor < 0 && errno == EINTR) return Error{ErrorCode::kInterrupted, "interrupted while waiting for it", path};
  if (descriptor < 0) return cannot_open(path, errno);
  return adopt(descriptor, standard_input ? std::string(kStandardInput) : path, cancel);
}

InputFile::InputFile(int descriptor, std::string name, std::int64_t size)
    : descriptor_(descriptor), name_(std::move(name)), size_(size) {}

InputFile::~InputFile() { ::close(descriptor_); }

base::Result<std::size_t> InputFile::read_at(std::int64_t offset, std::span<char> to) const {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got = ::pread(descriptor_, to.data() + done, to.size() - done,
                                static_cast<off_t>(offset + static_cast<std::int64_t>(done)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return Error{ErrorCode::kUnreadableFile, std::string("cannot be read: ") + std::strerror(errno), name_};
    }
    if (got == 0 && offset + static_cast<std::int64_t>(done) < size_) {
      return Error{ErrorCode::kUnreadableFile, "was cut short while it was read; read it when it is complete", name_};
    }
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace explainee::files
