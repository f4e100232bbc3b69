// explainee/files/csv/csv_row_blocks.h: cuts a stream of CSV bytes into blocks of whole rows.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/byte_stream.h"

namespace explainee::files {

/// Hands out the rows of a stream in blocks that can be parsed independently of each other.
class CsvRowBlocks {
 public:
  /// `stream` stands at the beginning of a row; `name` is the file's, for messages.
  CsvRowBlocks(std::unique_ptr<ByteStream> stream, char separator, std::size_t block_bytes, std::string name);

  /// Fills `block` with whole rows, the last one ended by a line end even where the file has none; false at the end.
  [[nodiscard]] base::Result<bool> next(std::vector<char>& block);

 private:
  std::unique_ptr<ByteStream> stream_;
  char separator_;
  std::size_t block_bytes_;
  std::string name_;
  std::vector<char> rest_;  ///< read, but part of a row that is not whole yet
  bool ended_ = false;
};

}  // namespace explainee::files
