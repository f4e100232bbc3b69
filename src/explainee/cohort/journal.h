// explainee/cohort/journal.h: answers on disk as they come, so that a run that was killed goes on where it was.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/chunk.h"

namespace explainee::cohort {

/// An append-only file: what run it belongs to, then checked chunks. From the first that is cut off, damaged or says
/// what cannot be, all is dropped. As long as a journal is open, nobody else can open the same file; one without chunks
/// is removed when it is closed.
class Journal {
 public:
  /// Locks the file, which need not be there. kUnwritableOutput where another run has it, where it is no journal, or
  /// where files cannot be locked.
  [[nodiscard]] static base::Result<Journal> open(const std::string& path);

  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  /// Goes on from what a run with the same `run` left, or begins anew (also over another run's). Call it first.
  [[nodiscard]] base::Result<void> resume(const Digest& run, const ChunkLimits& limits);

  /// Chunks that are complete.
  [[nodiscard]] std::int64_t chunks() const { return chunks_; }
  [[nodiscard]] const std::string& path() const;

  /// Appends one more and hands it to the system.
  [[nodiscard]] base::Result<void> append(const Chunk& chunk);
  /// Goes to the first chunk.
  [[nodiscard]] base::Result<void> rewind();
  /// Reads the next of the complete chunks.
  [[nodiscard]] base::Result<Chunk> read();

  /// The journal is no longer needed: its file goes.
  void remove();

 private:
  struct File;
  explicit Journal(std::unique_ptr<File> file);
  [[nodiscard]] base::Result<void> begin_anew(const Digest& run);
  [[nodiscard]] base::Result<void> drop_behind(std::int64_t end);

  std::unique_ptr<File> file_;
  ChunkLimits limits_;
  std::int64_t chunks_ = 0;
  std::int64_t end_ = 0;  ///< of the last complete chunk
};

}  // namespace explainee::cohort
