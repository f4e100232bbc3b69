#include "explainee/files/bytes/byte_stream.h"

#include <zlib.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kInputBytes = 1 << 18;
constexpr int kInflateWindow = 15 + 16;  // zlib: the largest window, gzip header expected

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(std::shared_ptr<const InputFile> file) : file_(std::move(file)) {}

  base::Result<std::size_t> read(std::span<char> to) override {
    EXPLAINEE_ASSIGN(const std::size_t got, file_->read_at(offset_, to));
    offset_ += static_cast<std::int64_t>(got);
    return got;
  }

  base::Result<void> skip(std::int64_t count) override {
    offset_ += count;
    return {};
  }

 private:
  std::shared_ptr<const InputFile> file_;
  std::int64_t offset_ = 0;
};

class GzipStream final : public ByteStream {
 public:
  explicit GzipStream(std::shared_ptr<const InputFile> file) : file_(std::move(file)), input_(kInputBytes) {
    usable_ = ::inflateInit2(&state_, kInflateWindow) == Z_OK;
  }
  ~GzipStream() override {
    if (usable_) ::inflateEnd(&state_);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  base::Result<std::size_t> read(std::span<char> to) override {
    if (!usable_) return Error{ErrorCode::kInternal, "not enough memory to decompress", file_->name()};
    std::size_t done = 0;
    while (done < to.size() && !ended_) {
      if (state_.avail_in == 0) EXPLAINEE_TRY(refill());
      if (between_members_) EXPLAINEE_TRY(begin_member());
      if (ended_) break;
      const std::size_t room = std::min<std::size_t>(to.size() - done, 1u << 30);
      state_.next_out = reinterpret_cast<Bytef*>(to.data() + done);
      state_.avail_out = static_cast<uInt>(room);
      const int status = ::inflate(&state_, Z_NO_FLUSH);
      done += room - state_.avail_out;
      if (status == Z_STREAM_END) {
        between_members_ = true;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        return damaged("is damaged");
      } else if (state_.avail_in == 0 && at_end_ && done < to.size()) {
        return damaged("ends too early");
      }
    }
    return done;
  }

  base::Result<void> skip(std::int64_t count) override {
    std::vector<char> left_out(static_cast<std::size_t>(std::min<std::int64_t>(count, kInputBytes)));
    while (count > 0) {
      const auto want = static_cast<std::size_t>(std::min<std::int64_t>(count, kInputBytes));
      EXPLAINEE_ASSIGN(const std::size_t got, read(std::span(left_out).first(want)));
      if (got == 0) break;
      count -= static_cast<std::int64_t>(got);
    }
    return {};
  }

 private:
  base::Result<void> refill() {
    EXPLAINEE_ASSIGN(const std::size_t got, file_->read_at(offset_, input_));
    offset_ += static_cast<std::int64_t>(got);
    at_end_ = got == 0;
    state_.next_in = reinterpret_cast<Bytef*>(input_.data());
    state_.avail_in = static_cast<uInt>(got);
    return {};
  }

  /// Goes on to the next member of a concatenated file, over zeros that only fill it up, or ends with the last one.
  base::Result<void> begin_member() {
    constexpr Bytef kGzipMagic = 0x1f;
    while (!at_end_ && (state_.avail_in == 0 || *state_.next_in == 0)) {
      if (state_.avail_in == 0) {
        EXPLAINEE_TRY(refill());
      } else {
        ++state_.next_in;
        --state_.avail_in;
      }
    }
    between_members_ = false;
    ended_ = at_end_;
    if (ended_) return {};
    if (*state_.next_in != kGzipMagic) return damaged("has other bytes behind its compressed content");
    if (::inflateReset(&state_) != Z_OK) return damaged("is damaged");
    return {};
  }

  [[nodiscard]] Error damaged(const std::string& how) const {
    return Error{ErrorCode::kUnreadableFile, "this gzip file " + how + "; fetch or compress it again", file_->name()};
  }

  std::shared_ptr<const InputFile> file_;
  std::vector<char> input_;
  std::int64_t offset_ = 0;
  z_stream state_{};
  bool usable_ = false;
  bool between_members_ = false;
  bool at_end_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> open_bytes(std::shared_ptr<const InputFile> file, bool gzipped) {
  if (gzipped) return std::make_unique<GzipStream>(std::move(file));
  return std::make_unique<PlainStream>(std::move(file));
}

}  // namespace explainee::files
