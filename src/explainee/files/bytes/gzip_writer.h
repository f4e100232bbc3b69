// explainee/files/bytes/gzip_writer.h: compresses bytes on their way to a file.
#pragma once

#include <memory>
#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/base/output/output_file.h"

namespace explainee::files {

/// Appends to `file` in gzip format.
class GzipWriter {
 public:
  explicit GzipWriter(base::OutputFile& file);
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  [[nodiscard]] base::Result<void> write(std::span<const char> bytes);
  /// Writes what is still held back, and the trailer.
  [[nodiscard]] base::Result<void> finish();

 private:
  struct State;
  [[nodiscard]] base::Result<void> deflate(std::span<const char> bytes, int flush);

  base::OutputFile& file_;
  std::unique_ptr<State> state_;
};

}  // namespace explainee::files
