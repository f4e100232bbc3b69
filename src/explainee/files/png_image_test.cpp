#include "explainee/files/png_image.h"

#include <gtest/gtest.h>
#include <png.h>
#include <zlib.h>

#include <cstdio>
#include <string>

#include "explainee/base/errors/speech.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using test::TempFolder;

/// Writes a PNG of any kind with libpng itself; `rows` are packed as the kind asks.
void write_kind(const std::string& path, int width, int bits, int kind, std::vector<std::vector<std::uint8_t>> rows,
                int interlace = PNG_INTERLACE_NONE) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(rows.size()), bits, kind, interlace,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const png_color palette[2] = {{10, 20, 30}, {40, 50, 60}};
  const png_byte opacity[2] = {255, 7};
  if (kind == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE(png, info, palette, 2);
    png_set_tRNS(png, info, opacity, 2, nullptr);
  }
  std::vector<png_bytep> pointers;
  for (auto& row : rows) pointers.push_back(row.data());
  png_write_info(png, info);
  png_write_image(png, pointers.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  std::fclose(file);
}

using Bytes = std::vector<std::uint8_t>;

Image checkered(int width, int height) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    for (int c = 0; c < 4; ++c) image.rgba.push_back(static_cast<std::uint8_t>(i * (c + 3) + c));
  }
  return image;
}

TEST(PngImage, WritesAndReadsBack) {
  const TempFolder folder;
  const Image image = checkered(37, 19);
  ASSERT_TRUE(write_png(folder / "a.png", image).ok());
  const auto back = read_png(folder / "a.png");
  ASSERT_TRUE(back.ok()) << base::text(back.error(), base::command_line());
  EXPECT_EQ(back.value().width, 37);
  EXPECT_EQ(back.value().height, 19);
  EXPECT_EQ(back.value().rgba, image.rgba);
}

TEST(PngImage, EveryKindBecomesRgba) {
  const TempFolder folder;
  write_kind(folder / "grey.png", 2, 8, PNG_COLOR_TYPE_GRAY, {{5, 200}});
  EXPECT_EQ(read_png(folder / "grey.png").value().rgba, (Bytes{5, 5, 5, 255, 200, 200, 200, 255}));
  write_kind(folder / "bits.png", 8, 1, PNG_COLOR_TYPE_GRAY, {{0b10000000}});
  EXPECT_EQ(read_png(folder / "bits.png").value().rgba[0], 255);
  EXPECT_EQ(read_png(folder / "bits.png").value().rgba[4], 0);
  write_kind(folder / "palette.png", 2, 8, PNG_COLOR_TYPE_PALETTE, {{0, 1}});
  EXPECT_EQ(read_png(folder / "palette.png").value().rgba, (Bytes{10, 20, 30, 255, 40, 50, 60, 7}));
  write_kind(folder / "rgb.png", 1, 8, PNG_COLOR_TYPE_RGB, {{1, 2, 3}});
  EXPECT_EQ(read_png(folder / "rgb.png").value().rgba, (Bytes{1, 2, 3, 255}));
  write_kind(folder / "deep.png", 1, 16, PNG_COLOR_TYPE_RGBA, {{0x12, 0x34, 0xFF, 0xFF, 0, 0, 0x80, 0x80}});
  EXPECT_EQ(read_png(folder / "deep.png").value().rgba, (Bytes{0x12, 0xFF, 0, 0x80}));
  write_kind(folder / "laced.png", 2, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {{1, 2, 3, 4}, {5, 6, 7, 8}}, PNG_INTERLACE_ADAM7);
  EXPECT_EQ(read_png(folder / "laced.png").value().rgba, (Bytes{1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8}));
}

TEST(PngImage, SaysWhatIsWrong) {
  const TempFolder folder;
  EXPECT_EQ(read_png(folder / "none.png").error().code, ErrorCode::kNoSuchFile);
  EXPECT_NE(base::text(read_png(folder.write("a.png", "GIF89a....")).error().message, base::command_line())
                .find("is not a PNG"),
            std::string::npos);
  ASSERT_TRUE(write_png(folder / "b.png", checkered(50, 50)).ok());
  const std::string whole = folder.read("b.png");
  for (const std::size_t size : {8u, 20u, 40u, 200u}) {
    const auto cut = read_png(folder.write("cut.png", whole.substr(0, size)));
    ASSERT_FALSE(cut.ok());
    EXPECT_EQ(cut.error().code, ErrorCode::kUnreadableFile);
    EXPECT_NE(base::text(cut.error().message, base::command_line()).find("damaged or cut short"), std::string::npos)
        << base::text(cut.error().message, base::command_line());
  }
  EXPECT_EQ(write_png(folder / "no/b.png", checkered(2, 2)).error().code, ErrorCode::kUnwritableOutput);
  EXPECT_FALSE(write_png(folder / "c.png", Image{2, 2, {1, 2, 3}}).ok());
}

TEST(PngImage, HugeImagesAreNotEvenAllocated) {
  const TempFolder folder;
  ASSERT_TRUE(write_png(folder / "a.png", checkered(2, 2)).ok());
  std::string bytes = folder.read("a.png");
  const auto with_size = [&](std::uint32_t width, std::uint32_t height) {
    for (int i = 0; i < 4; ++i) {
      bytes[static_cast<std::size_t>(16 + i)] = static_cast<char>(width >> (24 - 8 * i));
      bytes[static_cast<std::size_t>(20 + i)] = static_cast<char>(height >> (24 - 8 * i));
    }
    const auto crc = static_cast<std::uint32_t>(::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()) + 12, 17));
    for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(29 + i)] = static_cast<char>(crc >> (24 - 8 * i));
    return folder.write("huge.png", bytes);
  };
  EXPECT_NE(base::text(read_png(with_size(1 << 20, 1 << 20)).error().message, base::command_line()).find("pixels"),
            std::string::npos);
  // Rows are as dear as images: libpng holds two of them.
  for (const auto& [width, height] : {std::pair{0x7fffffffU, 1U}, {1U << 27, 1U}, {1U, 1U << 27}, {1U << 12, 64U}}) {
    const std::string said = base::text(read_png(with_size(width, height)).error().message, base::command_line());
    EXPECT_TRUE(said.find("too few bytes") != std::string::npos || said.find("pixels") != std::string::npos) << said;
  }
  EXPECT_NE(base::text(read_png(with_size(1 << 14, 1 << 13)).error().message, base::command_line()).find("damaged"),
            std::string::npos);
}

}  // namespace
}  // namespace explainee::files
