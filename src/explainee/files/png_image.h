// explainee/files/png_image.h: pictures in and out, always as 8-bit RGBA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// Rows from top to bottom, pixels from left to right, four bytes each: red, green, blue, opacity.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;  ///< 4 · width · height bytes
};

/// Most pixels of an image that is read or written.
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;

/// Reads a PNG of any kind: grey, palette, true colour, 1 to 16 bits, interlaced or not. Gamma is left as it is.
[[nodiscard]] base::Result<Image> read_png(const std::string& path);

/// Writes a PNG, complete or not at all.
[[nodiscard]] base::Result<void> write_png(const std::string& path, const Image& image);

}  // namespace explainee::files
