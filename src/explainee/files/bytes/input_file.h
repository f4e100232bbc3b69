// explainee/files/bytes/input_file.h: an opened file that can be read at any place, under the name people know it by.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// A regular file open for reading; safe to read from several threads. Closed with its last owner.
class InputFile {
 public:
  /// Opens `path`. Standard input ("-") and named pipes are first copied to a temporary file that has no name;
  /// `cancel` stops that wait.
  [[nodiscard]] static base::Result<std::shared_ptr<const InputFile>> open(const std::string& path,
                                                                           const std::atomic<bool>* cancel = nullptr);

  /// Takes over an open descriptor of a regular file.
  InputFile(int descriptor, std::string name, std::int64_t size);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads the bytes from `offset` on; fewer than asked only at the end of the file. An error where the file has become
  /// shorter than it was when it was opened.
  [[nodiscard]] base::Result<std::size_t> read_at(std::int64_t offset, std::span<char> to) const;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::int64_t size() const { return size_; }

 private:
  int descriptor_;
  std::string name_;
  std::int64_t size_;
};

}  // namespace explainee::files
