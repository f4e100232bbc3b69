#include "explainee/files/bytes/gzip_writer.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

namespace explainee::files {
namespace {

constexpr int kDeflateWindow = 15 + 16;  // zlib: the largest window, with a gzip header
constexpr int kMemoryLevel = 8;
constexpr std::size_t kOutputBytes = 1 << 16;
constexpr std::size_t kMostInput = std::size_t{1} << 30;

}  // namespace

struct GzipWriter::State {
  z_stream stream{};
  bool usable = false;
  std::vector<char> output = std::vector<char>(kOutputBytes);
};

GzipWriter::GzipWriter(base::OutputFile& file) : file_(file), state_(std::make_unique<State>()) {
  state_->usable = ::deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kDeflateWindow, kMemoryLevel,
                                  Z_DEFAULT_STRATEGY) == Z_OK;
}

GzipWriter::~GzipWriter() {
  if (state_->usable) ::deflateEnd(&state_->stream);
}

base::Result<void> GzipWriter::write(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), kMostInput);
    EXPLAINEE_TRY(deflate(bytes.first(part), Z_NO_FLUSH));
    bytes = bytes.subspan(part);
  }
  return {};
}

base::Result<void> GzipWriter::finish() { return deflate({}, Z_FINISH); }

base::Result<void> GzipWriter::deflate(std::span<const char> bytes, int flush) {
  if (!state_->usable) {
    return base::Error{base::ErrorCode::kInternal, "not enough memory to compress", file_.path()};
  }
  z_stream& stream = state_->stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
  stream.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(state_->output.data());
    stream.avail_out = static_cast<uInt>(kOutputBytes);
    ::deflate(&stream, flush);
    EXPLAINEE_TRY(file_.write(std::span(state_->output).first(kOutputBytes - stream.avail_out)));
  } while (stream.avail_out == 0);
  return {};
}

}  // namespace explainee::files
