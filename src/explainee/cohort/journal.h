// explainee/cohort/journal.h: answers on disk as they come, so that a run that was killed goes on where it was.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/serve/served.h"

namespace explainee::cohort {

using Digest = std::array<unsigned char, 32>;

/// People who were served together.
struct Chunk {
  Digest people{};  ///< of what the list says about them
  std::vector<std::string> names;
  std::vector<Served> served;
};

/// An append-only file: what run it belongs to, then checked chunks. A chunk that was cut off by a kill is dropped.
class Journal {
 public:
  /// Opens what a run with the same `run` left, or begins anew (also over another run's).
  [[nodiscard]] static base::Result<Journal> open(const std::string& path, const Digest& run);

  /// Chunks that are complete.
  [[nodiscard]] std::int64_t chunks() const { return chunks_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Appends one more and hands it to the system.
  [[nodiscard]] base::Result<void> append(const Chunk& chunk);
  /// Goes to the first chunk.
  [[nodiscard]] base::Result<void> rewind();
  /// Reads the next of the complete chunks.
  [[nodiscard]] base::Result<Chunk> read();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Journal(std::string path, std::unique_ptr<std::FILE, Close> file) : path_(std::move(path)), file_(std::move(file)) {}
  [[nodiscard]] base::Error failure() const;
  [[nodiscard]] base::Result<bool> take_over(const Digest& run);

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::int64_t chunks_ = 0;
};

}  // namespace explainee::cohort
