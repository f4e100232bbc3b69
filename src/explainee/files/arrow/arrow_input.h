// explainee/files/arrow/arrow_input.h: the bytes of a file as Arrow reads them: mapped, or read piece by piece.
#pragma once

#include <arrow/io/interfaces.h>

#include <memory>

#include "explainee/base/errors/result.h"
#include "explainee/files/bytes/input_file.h"
#include "explainee/files/bytes/mapped_file.h"

namespace explainee::files {

/// An open file for Arrow. Where it is mapped, nothing is copied; where it is not, a file that is cut short while it is
/// read is an error like any other.
class ArrowInput {
 public:
  [[nodiscard]] static base::Result<ArrowInput> open(std::shared_ptr<const InputFile> file, bool mapped);

  /// Reads from the beginning; keeps the file for as long as any array looks into it. Of several, each has a place of
  /// its own.
  [[nodiscard]] std::shared_ptr<arrow::io::RandomAccessFile> reader() const;

  [[nodiscard]] bool mapped() const { return mapping_ != nullptr; }

  /// Gives mapped pages back to the system.
  void release_pages() const;

 private:
  std::shared_ptr<const InputFile> file_;
  std::shared_ptr<const MappedFile> mapping_;  ///< none when the file is read
};

}  // namespace explainee::files
