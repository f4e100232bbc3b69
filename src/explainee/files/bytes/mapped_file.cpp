#include "explainee/files/bytes/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace explainee::files {

base::Result<std::shared_ptr<MappedFile>> MappedFile::map(std::shared_ptr<const InputFile> file) {
  const auto size = static_cast<std::size_t>(file->size());
  void* memory = nullptr;
  if (size > 0) {
    memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor(), 0);
    if (memory == MAP_FAILED) {
      return base::Error{base::ErrorCode::kUnreadableFile, std::string("cannot be read: ") + std::strerror(errno),
                         file->name()};
    }
  }
  return std::shared_ptr<MappedFile>(new MappedFile(std::move(file), {static_cast<const std::byte*>(memory), size}));
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::release_pages() const {
  if (!bytes_.empty()) ::madvise(const_cast<std::byte*>(bytes_.data()), bytes_.size(), MADV_DONTNEED);
}

}  // namespace explainee::files
