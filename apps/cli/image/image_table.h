// apps/cli/image/image_table.h: the rows of a photograph as a table: x1 … xn, target, ols, lasso, mean, pair and block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/memory_table.h"
#include "explainee/data/table_sink.h"
#include "explainee/files/png_image.h"
#include "image/image_options.h"

namespace explainee::cli {

/// What else the rows depend on.
struct RowPlan {
  std::uint64_t seed = 0;  ///< of random target pixels
  int folds = 20;          ///< blocks are numbered so that they spread evenly over these
};

/// The table and what its columns mean.
struct PixelTable {
  PixelWindow window;
  data::MemoryTable table;
  double largest = 0;  ///< the largest grey value there can be

  /// Column of the target pixel's own grey value; the features are the columns before it.
  [[nodiscard]] std::size_t target() const { return static_cast<std::size_t>(window.size()); }
};

/// The column that tells which part of the photograph a row comes from.
inline constexpr const char* kBlockColumn = "block";

/// Columns that are not features: never facts unless named.
[[nodiscard]] const std::vector<std::string>& other_columns();

/// Makes the rows. kBadOption for options that cannot be met, kTooFewRows for a photograph that is too small.
[[nodiscard]] base::Result<PixelTable> make_pixel_table(const files::Image& image, const ImageOptions& options,
                                                        const RowPlan& plan);

/// Writes all columns but the block; the file appears when the caller calls finish(). Null for an empty path.
[[nodiscard]] base::Result<std::unique_ptr<data::TableSink>> write_pixel_table(const PixelTable& pixels,
                                                                               const std::string& path);

}  // namespace explainee::cli
