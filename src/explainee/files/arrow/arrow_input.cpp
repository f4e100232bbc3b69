#include "explainee/files/arrow/arrow_input.h"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>

#include <algorithm>
#include <span>
#include <utility>

#include "explainee/base/errors/speech.h"

namespace explainee::files {
namespace {

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

/// Reads the file itself. A damaged file may ask for any number of bytes: no more are allocated than it has.
class FileReader final : public arrow::io::RandomAccessFile {
 public:
  explicit FileReader(std::shared_ptr<const InputFile> file) : file_(std::move(file)) {}

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return place_; }
  arrow::Result<std::int64_t> GetSize() override { return file_->size(); }
  arrow::Status Seek(std::int64_t place) override {
    if (place < 0) return arrow::Status::Invalid("a place before the beginning");
    place_ = place;
    return arrow::Status::OK();
  }
  arrow::Result<std::int64_t> Read(std::int64_t count, void* to) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, ReadAt(place_, count, to));
    place_ += got;
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t count) override {
    ARROW_ASSIGN_OR_RAISE(auto buffer, ReadAt(place_, count));
    place_ += buffer->size();
    return buffer;
  }
  arrow::Result<std::int64_t> ReadAt(std::int64_t place, std::int64_t count, void* to) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t there, bytes_there(place, count));
    if (there == 0) return 0;
    const auto got = file_->read_at(place, std::span(static_cast<char*>(to), static_cast<std::size_t>(there)));
    if (!got.ok()) return arrow::Status::IOError(base::text(got.error().message, base::command_line()));
    return static_cast<std::int64_t>(got.value());
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(std::int64_t place, std::int64_t count) override {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t there, bytes_there(place, count));
    ARROW_ASSIGN_OR_RAISE(auto buffer, arrow::AllocateResizableBuffer(there));
    ARROW_ASSIGN_OR_RAISE(const std::int64_t got, ReadAt(place, there, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got, false));
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
  }

 private:
  [[nodiscard]] arrow::Result<std::int64_t> bytes_there(std::int64_t place, std::int64_t count) const {
    if (place < 0 || count < 0) return arrow::Status::Invalid("a negative place or length");
    return std::min(count, std::max<std::int64_t>(0, file_->size() - place));
  }

  std::shared_ptr<const InputFile> file_;
  std::int64_t place_ = 0;
  bool closed_ = false;
};

}  // namespace

base::Result<ArrowInput> ArrowInput::open(std::shared_ptr<const InputFile> file, bool mapped) {
  ArrowInput input;
  if (mapped) {
    EXPLAINEE_ASSIGN(input.mapping_, MappedFile::map(file));
  }
  input.file_ = std::move(file);
  return input;
}

std::shared_ptr<arrow::io::RandomAccessFile> ArrowInput::reader() const {
  if (mapped()) return std::make_shared<arrow::io::BufferReader>(std::make_shared<MappedBuffer>(mapping_));
  return std::make_shared<FileReader>(file_);
}

void ArrowInput::release_pages() const {
  if (mapped()) mapping_->release_pages();
}

}  // namespace explainee::files
