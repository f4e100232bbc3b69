// explainee/files/bytes/mapped_file.h: a file's bytes as memory, without holding them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/input_file.h"

namespace explainee::files {

/// The content of a file mapped read-only. Where the file is cut short meanwhile, touching what is gone raises SIGBUS:
/// only for programs that have an answer to it.
class MappedFile {
 public:
  [[nodiscard]] static base::Result<std::shared_ptr<MappedFile>> map(std::shared_ptr<const InputFile> file);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  /// Gives the pages read so far back to the system; they are read again when touched again.
  void release_pages() const;

 private:
  MappedFile(std::shared_ptr<const InputFile> file, std::span<const std::byte> bytes)
      : file_(std::move(file)), bytes_(bytes) {}

  std::shared_ptr<const InputFile> file_;
  std::span<const std::byte> bytes_;
};

}  // namespace explainee::files
