// apps/cli/image/image_pixels.h: from a photograph to rows: grey values, target pixels and the blocks they lie in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/files/png_image.h"
#include "image/image_options.h"

namespace explainee::cli {

/// One number per pixel, row by row; whatever lies outside is 0.
struct GreyImage {
  int width = 0;
  int height = 0;
  std::vector<double> values;

  /// The grey value at a place that may lie outside.
  [[nodiscard]] double at(int row, int column) const {
    const bool inside = row >= 0 && row < height && column >= 0 && column < width;
    return inside ? values[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                           static_cast<std::size_t>(column)]
                  : 0.0;
  }
};

/// Grey values of the top left part, by the name of --grey.
[[nodiscard]] GreyImage make_grey(const files::Image& image, const Crop& crop, const std::string& name);

/// The largest grey value that this name of --grey can give.
[[nodiscard]] double largest_grey(const std::string& name);

/// A pixel that is a data point.
struct TargetPixel {
  int row = 0;
  int column = 0;
  int block = 0;  ///< targets near each other share one: a run of the diagonal, or a tile of the photograph
};

/// How targets are drawn.
struct SamplingPlan {
  bool random = false;               ///< else along the diagonal
  std::optional<std::int64_t> rows;  ///< none: kDefaultTargets, or as many as there are
  std::uint64_t seed = 0;
  int blocks = 20;  ///< numbered from 0
};

/// Targets that are drawn unless another number is given.
inline constexpr std::int64_t kDefaultTargets = 1000;

/// Draws the target pixels. On the diagonal they are kept as many pixels from the borders as the window reaches, as the
/// paper's notebook does it (the last row and column of the window may lie outside); at random windows lie inside.
/// kBadOption when there are fewer pixels than were asked for. The photograph must not be smaller than the window.
[[nodiscard]] base::Result<std::vector<TargetPixel>> draw_targets(const GreyImage& grey, const PixelWindow& window,
                                                                  const SamplingPlan& plan);

}  // namespace explainee::cli
