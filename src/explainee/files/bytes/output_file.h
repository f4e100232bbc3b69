// explainee/files/bytes/output_file.h: a file that appears under its name only when it is complete.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// Written under a temporary name in the same folder and renamed by finish(); destroyed before that, it is removed.
/// What is not a regular file (a pipe, a device, /dev/stdout) is written to directly.
class OutputFile {
 public:
  /// Creates the temporary file; kUnwritableOutput says what stands in the way.
  [[nodiscard]] static base::Result<std::unique_ptr<OutputFile>> create(const std::string& path);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends bytes.
  [[nodiscard]] base::Result<void> write(std::span<const char> bytes);
  /// Gives the file its name. Nothing may be written afterwards.
  [[nodiscard]] base::Result<void> finish();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  OutputFile(std::string path, std::string target, std::string temporary, int descriptor);
  [[nodiscard]] base::Error failure(int cause) const;

  std::string path_;       ///< as the user wrote it
  std::string target_;     ///< with links followed
  std::string temporary_;  ///< empty when written to directly
  int descriptor_;
};

}  // namespace explainee::files
