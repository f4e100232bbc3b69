#include "image/image_pixels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/base/random.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double kLargestByte = 255;
/// The stream of random numbers that draws pixels, apart from those that deal rows to folds.
constexpr std::uint64_t kPixelStream = 0x70697865ULL;

using GreyRule = double (*)(double red, double green, double blue);

GreyRule grey_rule(const std::string& name) {
  if (name == "luminance") return [](double r, double g, double b) { return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  if (name == "red") return [](double r, double, double) { return r; };
  if (name == "green") return [](double, double g, double) { return g; };
  if (name == "blue") return [](double, double, double b) { return b; };
  return [](double r, double g, double) { return std::sqrt(r * r + g * g); };
}

Result<std::int64_t> count_targets(const SamplingPlan& plan, std::int64_t available, const std::string& what) {
  if (!plan.rows) return std::min(kDefaultTargets, available);
  if (*plan.rows <= available) return *plan.rows;
  return Error{ErrorCode::kBadOption,
               fmt::format("--rows {} is more than the {} pixels of {}{}", *plan.rows, available, what,
                           plan.random ? "" : "; ask for fewer or use --sampling random"),
               ""};
}

std::vector<TargetPixel> along_diagonal(const GreyImage& grey, const PixelWindow& window, std::int64_t count,
                                        int blocks) {
  std::vector<TargetPixel> targets;
  for (std::int64_t k = 0; k < count; ++k) {
    const auto row = static_cast<int>(k * grey.height / count);
    const auto column = static_cast<int>(k * grey.width / count);
    targets.push_back({std::clamp(row, window.rows, grey.height - window.rows),
                       std::clamp(column, window.half(), grey.width - window.half()),
                       static_cast<int>(k * blocks / count)});
  }
  return targets;
}

/// How many rows of tiles make `blocks` tiles of a width × height area most nearly square.
int tile_rows(int blocks, double width, double height) {
  int best = 1;
  double least = base::kNoLimit;
  for (int rows = 1; rows <= blocks; ++rows) {
    if (blocks % rows != 0) continue;
    const int columns = blocks / rows;
    const double stretch = std::abs(std::log((height / rows) / (width / columns)));
    if (stretch < least) {
      least = stretch;
      best = rows;
    }
  }
  return best;
}

std::vector<TargetPixel> at_random(const GreyImage& grey, const PixelWindow& window, std::int64_t count,
                                   const SamplingPlan& plan) {
  const std::int64_t height = grey.height - 2 * window.rows;
  const std::int64_t width = grey.width - 2 * window.half();
  // Floyd's draw without replacement; the set puts the places in the order of reading.
  std::set<std::int64_t> places;
  base::Random random(plan.seed, kPixelStream);
  for (std::int64_t last = height * width - count; last < height * width; ++last) {
    const auto place = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(last) + 1));
    if (!places.insert(place).second) places.insert(last);
  }
  const int down = tile_rows(plan.blocks, static_cast<double>(width), static_cast<double>(height));
  const int across = plan.blocks / down;
  std::vector<TargetPixel> targets;
  for (const std::int64_t place : places) {
    const std::int64_t row = place / width;
    const std::int64_t column = place % width;
    targets.push_back({static_cast<int>(row) + window.rows, static_cast<int>(column) + window.half(),
                       static_cast<int>(row * down / height * across + column * across / width)});
  }
  return targets;
}

}  // namespace

GreyImage make_grey(const files::Image& image, const Crop& crop, const std::string& name) {
  GreyImage grey{std::min(image.width, crop.width), std::min(image.height, crop.height), {}};
  const GreyRule rule = grey_rule(name);
  grey.values.reserve(static_cast<std::size_t>(grey.width) * static_cast<std::size_t>(grey.height));
  for (int row = 0; row < grey.height; ++row) {
    const std::uint8_t* pixel =
        image.rgba.data() + 4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(row);
    for (int column = 0; column < grey.width; ++column, pixel += 4) {
      grey.values.push_back(rule(pixel[0], pixel[1], pixel[2]));
    }
  }
  return grey;
}

double largest_grey(const std::string& name) { return grey_rule(name)(kLargestByte, kLargestByte, kLargestByte); }

Result<std::vector<TargetPixel>> draw_targets(const GreyImage& grey, const PixelWindow& window,
                                              const SamplingPlan& plan) {
  if (!plan.random) {
    EXPLAINEE_ASSIGN(const std::int64_t count, count_targets(plan, std::max(grey.width, grey.height), "the diagonal"));
    return along_diagonal(grey, window, count, plan.blocks);
  }
  const std::int64_t inside =
      static_cast<std::int64_t>(grey.height - 2 * window.rows) * (grey.width - 2 * window.half());
  EXPLAINEE_ASSIGN(const std::int64_t count, count_targets(plan, inside, "the photograph that have a whole window"));
  return at_random(grey, window, count, plan);
}

}  // namespace explainee::cli
