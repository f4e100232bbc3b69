#include "explainee/files/png_image.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <span>

#include "explainee/base/output/output_file.h"
#include "explainee/files/bytes/text_file.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kSignatureBytes = 8;
constexpr double kBestCompression = 1100;  // deflate never makes data more than 1032 times smaller

/// What libpng's callbacks share with us. libpng leaves by longjmp, so nothing below it may own anything.
struct Transfer {
  std::span<const char> input;
  std::vector<char>* output = nullptr;
  std::array<char, 128> message{};
};

void on_error(png_structp png, png_const_charp message) {
  auto* transfer = static_cast<Transfer*>(png_get_error_ptr(png));
  std::strncpy(transfer->message.data(), message, transfer->message.size() - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void take_input(png_structp png, png_bytep to, std::size_t count) {
  auto* transfer = static_cast<Transfer*>(png_get_io_ptr(png));
  if (transfer->input.size() < count) png_error(png, "it ends too early");
  std::memcpy(to, transfer->input.data(), count);
  transfer->input = transfer->input.subspan(count);
}

void give_output(png_structp png, png_bytep from, std::size_t count) {
  auto* transfer = static_cast<Transfer*>(png_get_io_ptr(png));
  bool stored = true;
  try {
    const char* const bytes = reinterpret_cast<const char*>(from);
    transfer->output->insert(transfer->output->end(), bytes, bytes + count);
  } catch (const std::bad_alloc&) {
    stored = false;
  }
  if (!stored) png_error(png, "not enough memory");
}

void flush_output(png_structp) {}

/// Reads the header; false when libpng gave up.
bool read_header(png_structp png, png_infop info, Transfer& transfer) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, &transfer, take_input);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_cache_max(png, 1);  // texts beside the image are not even unpacked
  png_read_info(png, info);
  return true;
}

/// Asks for 8-bit RGBA. From here on libpng takes memory for whole rows; false when it gave up.
bool begin_reading(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return true;
}

bool read_rows(png_structp png, png_bytep* rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_image(png, rows);
  png_read_end(png, nullptr);
  return true;
}

bool write_rows(png_structp png, png_infop info, const Image& image, Transfer& transfer, png_bytep* rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, &transfer, give_output, flush_output);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
               PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_write_image(png, rows);
  png_write_end(png, nullptr);
  return true;
}

std::vector<png_bytep> row_pointers(std::uint8_t* pixels, std::int64_t width, std::int64_t height) {
  std::vector<png_bytep> rows;
  for (std::int64_t row = 0; row < height; ++row) rows.push_back(pixels + 4 * width * row);
  return rows;
}

struct Reader {
  explicit Reader(Transfer& transfer)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &transfer, on_error, on_warning)),
        info(png != nullptr ? png_create_info_struct(png) : nullptr) {}
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  png_structp png;
  png_infop info;
};

struct Writer {
  explicit Writer(Transfer& transfer)
      : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &transfer, on_error, on_warning)),
        info(png != nullptr ? png_create_info_struct(png) : nullptr) {}
  ~Writer() { png_destroy_write_struct(&png, &info); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  png_structp png;
  png_infop info;
};

Error damaged(const std::string& how, const std::string& path) {
  return {ErrorCode::kUnreadableFile, "is not a whole PNG image: it is damaged or cut short (" + how + ")", path};
}

/// Whether so many bytes can hold the rows that the header promises.
bool can_hold(std::size_t bytes, png_structp png, png_infop info) {
  const double bits = static_cast<double>(png_get_bit_depth(png, info)) * png_get_channels(png, info);
  const double pixels = static_cast<double>(png_get_image_width(png, info)) * png_get_image_height(png, info);
  return pixels * bits / 8 <= kBestCompression * static_cast<double>(bytes);
}

Error too_large(const std::string& path) {
  return {ErrorCode::kUnreadableFile, "has more than 268 million pixels; make it smaller", path};
}

}  // namespace

base::Result<Image> read_png(const std::string& path) {
  EXPLAINEE_ASSIGN(const std::vector<char> bytes, read_bytes(path));
  const auto* head = reinterpret_cast<png_const_bytep>(bytes.data());
  if (bytes.size() < kSignatureBytes || png_sig_cmp(head, 0, kSignatureBytes) != 0) {
    return Error{ErrorCode::kUnreadableFile, "is not a PNG image; convert it to PNG", path};
  }
  Transfer transfer;
  transfer.input = bytes;
  Reader reader(transfer);
  if (reader.info == nullptr) return Error{ErrorCode::kInternal, "not enough memory", path};
  if (!read_header(reader.png, reader.info, transfer)) return damaged(transfer.message.data(), path);
  const std::int64_t width = png_get_image_width(reader.png, reader.info);
  const std::int64_t height = png_get_image_height(reader.png, reader.info);
  if (width > kMostPixels || height > kMostPixels || width * height > kMostPixels) return too_large(path);
  if (!can_hold(bytes.size(), reader.png, reader.info)) return damaged("it has too few bytes for its size", path);
  if (!begin_reading(reader.png, reader.info)) return damaged(transfer.message.data(), path);
  Image image{static_cast<int>(width), static_cast<int>(height), {}};
  image.rgba.resize(static_cast<std::size_t>(4 * width * height));
  std::vector<png_bytep> rows = row_pointers(image.rgba.data(), width, height);
  if (!read_rows(reader.png, rows.data())) return damaged(transfer.message.data(), path);
  return image;
}

base::Result<void> write_png(const std::string& path, const Image& image) {
  const std::int64_t pixels = static_cast<std::int64_t>(image.width) * image.height;
  if (image.width < 1 || image.height < 1 || image.rgba.size() != static_cast<std::size_t>(4 * pixels)) {
    return Error{ErrorCode::kInternal, "an image needs 4 bytes for each of its pixels, and at least one", path};
  }
  if (pixels > kMostPixels) return too_large(path);
  std::vector<char> bytes;
  Transfer transfer;
  transfer.output = &bytes;
  Writer writer(transfer);
  if (writer.info == nullptr) return Error{ErrorCode::kInternal, "not enough memory", path};
  // libpng only reads the rows.
  std::vector<png_bytep> rows = row_pointers(const_cast<std::uint8_t*>(image.rgba.data()), image.width, image.height);
  if (!write_rows(writer.png, writer.info, image, transfer, rows.data())) {
    return Error{ErrorCode::kInternal, "the image cannot be encoded: " + std::string(transfer.message.data()), path};
  }
  return base::write_file(path, bytes);
}

}  // namespace explainee::files
