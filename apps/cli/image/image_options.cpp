#include "image/image_options.h"

#include <fmt/format.h>

#include <utility>

#include "explainee/base/number_of_text.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double kMostRows = 1e7;
constexpr double kLargestAlpha = 1e9;
constexpr int kMostPixelsAcross = 1'000'000;

/// The two whole numbers of a text like 2x5, both at least 1.
std::optional<std::pair<int, int>> parse_pair(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) return std::nullopt;
  const auto first = base::number_of_text<int>(text.substr(0, cross));
  const auto second = base::number_of_text<int>(text.substr(cross + 1));
  if (!first || !second || *first < 1 || *second < 1) return std::nullopt;
  return std::pair{*first, *second};
}

Error bad(std::string message) { return {ErrorCode::kBadOption, std::move(message), ""}; }

}  // namespace

const std::vector<base::Option<ImageOptions>>& image_options() {
  using O = ImageOptions;
  static const std::vector<base::Option<O>> kRecords = {
      {.name = "window",
       .group = "photograph",
       .argument = "ROWSxCOLUMNS",
       .help = "the pixels directly above and directly below a target pixel that are its features x1, x2, ... row by "
               "row, each time so many rows and columns",
       .field = &O::window},
      {.name = "grey",
       .group = "photograph",
       .argument = "NAME",
       .help = "how colours become one number: sqrt-red-green (the root of red² + green²), luminance (0.2126 red + "
               "0.7152 green + 0.0722 blue), red, green or blue",
       .field = &O::grey,
       .choices = "sqrt-red-green|luminance|red|green|blue"},
      {.name = "crop",
       .group = "photograph",
       .argument = "WIDTHxHEIGHT",
       .help = "use the top left part of this size; of a smaller photograph what is there",
       .field = &O::crop},
      {.name = "sampling",
       .group = "photograph",
       .argument = "NAME",
       .help = "which pixels are targets: diagonal (from the top left corner to the bottom right one) or random "
               "(different pixels drawn with --seed)",
       .field = &O::sampling,
       .choices = "diagonal|random"},
      {.name = "rows",
       .group = "photograph",
       .argument = "N",
       .help = "how many target pixels, one row each (1000, or as many as there are)",
       .field = &O::rows,
       .low = 1,
       .high = kMostRows},
      {.name = "model",
       .group = "photograph",
       .argument = "NAME",
       .help = "whose predictions of the target pixels are explained: ols (least squares from all x) or lasso; "
               "--prediction goes before it",
       .field = &O::model,
       .choices = "ols|lasso"},
      {.name = "alpha",
       .group = "photograph",
       .argument = "A",
       .help = "penalty of the Lasso on scikit-learn's scale: lambda = 2 rows alpha, in grey values (100)",
       .field = &O::alpha,
       .low = 0,
       .high = kLargestAlpha},
      {.name = "picture",
       .group = "out",
       .argument = "FILE.png",
       .help =
           "draw the window with the chosen pixels: red goes with higher predictions, blue with lower, deeper moves "
           "them more; with --row the grey values of that row",
       .field = &O::picture,
       .in_provenance = false},
      {.name = "table",
       .group = "out",
       .argument = "FILE",
       .help = "keep the rows (.csv, .csv.gz, .parquet or .arrow): x1, x2, ..., target, ols, lasso, mean, pair",
       .field = &O::table,
       .in_provenance = false},
  };
  return kRecords;
}

Result<PixelWindow> parse_window(const std::string& text) {
  const auto numbers = parse_pair(text);
  if (!numbers) {
    return bad(fmt::format("--window '{}' must be two whole numbers above 0, ROWSxCOLUMNS, such as 2x5", text));
  }
  const auto [rows, columns] = *numbers;
  if (columns % 2 == 0) {
    return bad(
        fmt::format("--window {} must have an odd number of columns, so that the target is in the middle", text));
  }
  if (2.0 * rows * columns > kMostWindowPixels) {
    return bad(fmt::format("--window {} has {:.0f} pixels above and below the target; at most {} can be used", text,
                           2.0 * rows * columns, kMostWindowPixels));
  }
  return PixelWindow{rows, columns};
}

Result<Crop> parse_crop(const std::string& text) {
  const auto numbers = parse_pair(text);
  if (!numbers || numbers->first > kMostPixelsAcross || numbers->second > kMostPixelsAcross) {
    return bad(fmt::format("--crop '{}' must be two whole numbers from 1 to {}, WIDTHxHEIGHT, such as 1000x1000", text,
                           kMostPixelsAcross));
  }
  return Crop{numbers->first, numbers->second};
}

}  // namespace explainee::cli
