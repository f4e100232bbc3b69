// explainee/base/output/output_file.h: a file that appears under its name only when it is complete.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "explainee/base/errors/result.h"

namespace explainee::base {

/// Written under a temporary name in the same folder and renamed by finish(); destroyed before that, it is removed.
/// What a killed process left of the same file is removed by the next one. What is not a regular file (a pipe, a
/// device, /dev/stdout) is written to directly.
class OutputFile {
 public:
  /// Creates the temporary file; kUnwritableOutput says what stands in the way.
  [[nodiscard]] static Result<std::unique_ptr<OutputFile>> create(const std::string& path);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends bytes.
  [[nodiscard]] Result<void> write(std::span<const char> bytes);
  /// Gives the file its name. Nothing may be written afterwards.
  [[nodiscard]] Result<void> finish();

  /// finish() of two files that belong together: both have their names, or neither has; two writers of the same pair
  /// never leave one file of each.
  [[nodiscard]] static Result<void> finish_both(OutputFile& first, OutputFile& second);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  OutputFile(std::string path, std::string target, std::string temporary, int descriptor);
  [[nodiscard]] Result<void> hand_over();
  [[nodiscard]] Result<void> take_name();

  std::string path_;       ///< as the user wrote it
  std::string target_;     ///< with links followed
  std::string temporary_;  ///< empty when written to directly
  int descriptor_;         ///< locked while the file is temporary
};

/// Writes a whole file, text or binary: all of it under its name, or nothing.
[[nodiscard]] Result<void> write_file(const std::string& path, std::span<const char> bytes);

}  // namespace explainee::base
