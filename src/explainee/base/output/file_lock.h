// explainee/base/output/file_lock.h: one writer of a file at a time, for as long as its process lives.
#pragma once

#include <string>

namespace explainee::base {

/// What became of an attempt to lock a file.
enum class LockOutcome {
  kLocked,
  kBusy,        ///< somebody else has it
  kGone,        ///< the file that was opened is no longer the one under this name
  kImpossible,  ///< its file system cannot lock
};

/// Locks the open file that `path` names, without waiting. The lock belongs to this descriptor and its copies; it ends
/// with unlock_file(), and whatever else becomes of the process, a kill too.
[[nodiscard]] LockOutcome lock_file(int descriptor, const std::string& path);

/// Lets go at once, also where a forked process still has the descriptor.
void unlock_file(int descriptor);

/// While this lives, nobody else has the same folder; waits for it, a second at most. Nothing is locked where that
/// cannot be.
class FolderLock {
 public:
  /// The folder that holds `file`.
  explicit FolderLock(const std::string& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace explainee::base
