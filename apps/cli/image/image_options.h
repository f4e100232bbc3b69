// apps/cli/image/image_options.h: what may be asked of the image command, besides what explain takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"

namespace explainee::cli {

/// The defaults are the recipe of the paper's experiment (mathematics §9).
struct ImageOptions {
  std::string window = "2x5";
  std::string grey = "sqrt-red-green";
  std::string crop = "1000x1000";
  std::string sampling = "diagonal";
  std::optional<std::int64_t> rows;
  std::string model = "ols";
  double alpha = 100;
  std::string picture;
  std::string table;
};

/// Records of the options that only the image command has.
[[nodiscard]] const std::vector<base::Option<ImageOptions>>& image_options();

/// The pixels that are the features of a target pixel: `rows` rows of `columns` directly above it and as many directly
/// below it, numbered row by row from 0; the target's own row is left out.
struct PixelWindow {
  int rows = 2;     ///< of each of the two parts, at least 1
  int columns = 5;  ///< odd, so that the target is in the middle

  /// Number of features.
  [[nodiscard]] int size() const { return 2 * rows * columns; }
  /// Columns to each side of the target.
  [[nodiscard]] int half() const { return columns / 2; }
  /// The feature directly above the target.
  [[nodiscard]] int above() const { return (rows - 1) * columns + half(); }
  /// The feature directly below the target.
  [[nodiscard]] int below() const { return rows * columns + half(); }
  /// Rows from the target down to feature j, negative upwards.
  [[nodiscard]] int row_offset(int j) const { return j / columns - rows + (j / columns >= rows ? 1 : 0); }
  /// Columns from the target to the right to feature j.
  [[nodiscard]] int column_offset(int j) const { return j % columns - half(); }
};

/// Pixels from the top left corner of the photograph.
struct Crop {
  int width = 0;
  int height = 0;
};

/// Most features that a window may have.
inline constexpr int kMostWindowPixels = 1000;

/// Reads --window ROWSxCOLUMNS; kBadOption says what is wrong.
[[nodiscard]] base::Result<PixelWindow> parse_window(const std::string& text);

/// Reads --crop WIDTHxHEIGHT; kBadOption says what is wrong.
[[nodiscard]] base::Result<Crop> parse_crop(const std::string& text);

}  // namespace explainee::cli
