// explainee/files/arrow/mapped_buffer.h: a mapped file as Arrow sees it.
#pragma once

#include <arrow/io/memory.h>

#include <memory>
#include <utility>

#include "explainee/files/bytes/mapped_file.h"

namespace explainee::files {

/// Keeps the mapping for as long as any array looks into it.
class MappedBuffer final : public arrow::Buffer {
 public:
  explicit MappedBuffer(std::shared_ptr<const MappedFile> file)
      : arrow::Buffer(reinterpret_cast<const std::uint8_t*>(file->bytes().data()),
                      static_cast<std::int64_t>(file->bytes().size())),
        file_(std::move(file)) {}

 private:
  std::shared_ptr<const MappedFile> file_;
};

/// Reads a mapped file without copying.
inline std::shared_ptr<arrow::io::BufferReader> read_mapped(std::shared_ptr<const MappedFile> file) {
  return std::make_shared<arrow::io::BufferReader>(std::make_shared<MappedBuffer>(std::move(file)));
}

}  // namespace explainee::files
