#include "explainee/base/output/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

namespace explainee::base {
namespace {

constexpr auto kTurn = std::chrono::milliseconds(1);
constexpr int kMostTurns = 1000;

int lock_descriptor(int descriptor, int operation) {
  int status = 0;
  do {
    status = ::flock(descriptor, operation);
  } while (status != 0 && errno == EINTR);
  return status;
}

bool still_named(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

}  // namespace

LockOutcome lock_file(int descriptor, const std::string& path) {
  if (lock_descriptor(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? LockOutcome::kBusy : LockOutcome::kImpossible;
  if (still_named(descriptor, path)) return LockOutcome::kLocked;
  unlock_file(descriptor);
  return LockOutcome::kGone;
}

void unlock_file(int descriptor) { static_cast<void>(lock_descriptor(descriptor, LOCK_UN)); }

FolderLock::FolderLock(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  descriptor_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int turn = 0; descriptor_ >= 0 && turn < kMostTurns; ++turn) {
    if (lock_descriptor(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(kTurn);
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  unlock_file(descriptor_);
  ::close(descriptor_);
}

}  // namespace explainee::base
