// explainee/files/bytes/byte_stream.h: the bytes of a file from first to last, decompressed when the file is gzipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/input_file.h"

namespace explainee::files {

/// Reads forward only.
class ByteStream {
 public:
  virtual ~ByteStream() = default;

  /// Reads on; fewer bytes than asked only at the end. A gzip file that is damaged or cut short is kUnreadableFile.
  [[nodiscard]] virtual base::Result<std::size_t> read(std::span<char> to) = 0;

  /// Leaves out the next `count` bytes.
  [[nodiscard]] virtual base::Result<void> skip(std::int64_t count) = 0;
};

/// The content of `file` from its beginning.
[[nodiscard]] std::unique_ptr<ByteStream> open_bytes(std::shared_ptr<const InputFile> file, bool gzipped);

}  // namespace explainee::files
