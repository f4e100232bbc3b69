#include "explainee/cohort/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string_view>

#include "explainee/base/output/file_lock.h"
#include "explainee/base/output/write_error.h"
#include "explainee/base/sha256/sha256.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::LockOutcome;
using base::Result;

constexpr std::string_view kKind = "explainee cohort ";
constexpr std::string_view kMagic = "explainee cohort 3\n";
constexpr std::int64_t kHeadBytes = static_cast<std::int64_t>(kMagic.size() + sizeof(Digest));
constexpr int kMostAttempts = 100;
constexpr mode_t kNewFileMode = 0666;  // less the user's mask

Error refused(const std::string& path, std::string why) { return {ErrorCode::kUnwritableOutput, std::move(why), path}; }

/// A locked descriptor of the file that has this name now.
Result<int> open_locked(const std::string& path) {
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, kNewFileMode);
    if (descriptor < 0) return base::write_error(path, errno);
    struct stat facts {};
    const bool regular = ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
    const LockOutcome outcome = regular ? base::lock_file(descriptor, path) : LockOutcome::kImpossible;
    if (outcome == LockOutcome::kLocked) return descriptor;
    ::close(descriptor);
    if (!regular) return refused(path, "is no file; move it or name another file");
    if (outcome == LockOutcome::kBusy)
      return refused(path, "belongs to another run that is still going on; let it end, or name another file");
    if (outcome == LockOutcome::kImpossible)
      return refused(path, "cannot be locked against other runs in this folder; choose one on another disk");
  }
  return refused(path, "is removed and made again all the time; name another file");
}

std::int64_t size_of(std::FILE* file) {
  struct stat facts {};
  return ::fstat(::fileno(file), &facts) == 0 ? facts.st_size : 0;
}

/// The next chunk, when it is there, whole, and can be.
std::optional<Chunk> read_chunk(std::FILE* file, const ChunkLimits& limits) {
  std::uint64_t size = 0;
  Digest digest{};
  if (std::fread(&size, sizeof(size), 1, file) != 1 || std::fread(digest.data(), digest.size(), 1, file) != 1)
    return std::nullopt;
  const std::int64_t left = size_of(file) - std::ftell(file);
  if (size == 0 || size > kMostChunkBytes || static_cast<std::int64_t>(size) > left) return std::nullopt;
  std::string bytes(size, '\0');
  if (std::fread(bytes.data(), size, 1, file) != 1 || base::sha256(bytes) != digest) return std::nullopt;
  return chunk_of(bytes, limits);
}

}  // namespace

struct Journal::File {
  File(std::string named, std::FILE* opened) : path(std::move(named)), stream(opened) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    std::fflush(stream);
    if (empty) ::unlink(path.c_str());  // while it is locked: afterwards it might be another's
    base::unlock_file(::fileno(stream));
    std::fclose(stream);
  }

  std::string path;
  std::FILE* stream;
  bool empty = false;  ///< nobody could go on from it
};

Journal::Journal(std::unique_ptr<File> file) : file_(std::move(file)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

const std::string& Journal::path() const { return file_->path; }

Result<Journal> Journal::open(const std::string& path) {
  EXPLAINEE_ASSIGN(const int descriptor, open_locked(path));
  std::FILE* stream = ::fdopen(descriptor, "r+b");
  if (stream == nullptr) {
    ::close(descriptor);
    return base::write_error(path, errno);
  }
  auto file = std::make_unique<File>(path, stream);
  file->empty = size_of(stream) == 0;
  std::string kind(kKind.size(), '\0');
  if (!file->empty && (std::fread(kind.data(), kind.size(), 1, stream) != 1 || kind != kKind))
    return refused(path, "is there already and was not left by a cohort; move it or name another file");
  return Journal(std::move(file));
}

Result<void> Journal::resume(const Digest& run, const ChunkLimits& limits) {
  limits_ = limits;
  std::FILE* stream = file_->stream;
  std::string magic(kMagic.size(), '\0');
  Digest found{};
  std::rewind(stream);
  const bool same = std::fread(magic.data(), magic.size(), 1, stream) == 1 && magic == kMagic &&
                    std::fread(found.data(), found.size(), 1, stream) == 1 && found == run;
  if (!same) return begin_anew(run);
  std::int64_t end = kHeadBytes;
  for (; read_chunk(stream, limits_); end = std::ftell(stream)) ++chunks_;
  file_->empty = chunks_ == 0;
  return drop_behind(end);
}

Result<void> Journal::begin_anew(const Digest& run) {
  file_->empty = true;
  EXPLAINEE_TRY(drop_behind(0));
  std::string head(kMagic);
  head.append(reinterpret_cast<const char*>(run.data()), run.size());
  if (std::fwrite(head.data(), head.size(), 1, file_->stream) != 1 || std::fflush(file_->stream) != 0)
    return base::write_error(path(), errno);
  end_ = kHeadBytes;
  return {};
}

Result<void> Journal::drop_behind(std::int64_t end) {
  std::FILE* stream = file_->stream;
  if (std::fseek(stream, static_cast<long>(end), SEEK_SET) != 0 || ::ftruncate(::fileno(stream), end) != 0)
    return base::write_error(path(), errno);
  end_ = end;
  return {};
}

Result<void> Journal::append(const Chunk& chunk) {
  const std::string bytes = bytes_of(chunk);
  if (bytes.size() > kMostChunkBytes) {
    return Error{ErrorCode::kUnfitColumn,
                 "the names of people are too long: thousands of bytes each; give shorter ones", path()};
  }
  if (!chunk_of(bytes, limits_)) return Error{ErrorCode::kInternal, "an answer has a figure that cannot be", path()};
  const auto size = static_cast<std::uint64_t>(bytes.size());
  const Digest digest = base::sha256(bytes);
  std::FILE* file = file_->stream;
  const bool written = std::fseek(file, static_cast<long>(end_), SEEK_SET) == 0 &&
                       std::fwrite(&size, sizeof(size), 1, file) == 1 &&
                       std::fwrite(digest.data(), digest.size(), 1, file) == 1 &&
                       std::fwrite(bytes.data(), bytes.size(), 1, file) == 1 && std::fflush(file) == 0;
  if (!written) return base::write_error(path(), errno);
  ++chunks_;
  file_->empty = false;
  end_ = std::ftell(file);
  return {};
}

Result<void> Journal::rewind() {
  if (std::fseek(file_->stream, static_cast<long>(kHeadBytes), SEEK_SET) != 0) return base::write_error(path(), errno);
  return {};
}

Result<Chunk> Journal::read() {
  std::optional<Chunk> chunk = read_chunk(file_->stream, limits_);
  if (!chunk) return Error{ErrorCode::kUnreadableFile, "was changed while it was read", path()};
  return std::move(*chunk);
}

void Journal::remove() { file_->empty = true; }

}  // namespace explainee::cohort
