#include "image/image_table.h"

#include <fmt/format.h>

#include <Eigen/Dense>

#include "explainee/files/table_file_writer.h"
#include "image/image_models.h"
#include "image/image_pixels.h"

namespace explainee::cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::int64_t kMostCells = 100'000'000;
constexpr int kLeastBlocks = 20;

std::vector<double> values_of(const Eigen::VectorXd& column) { return {column.begin(), column.end()}; }

Result<void> check_size(const files::Image& image, const Crop& crop, const PixelWindow& window) {
  const int height = 2 * window.rows + 1;
  const auto fits = [&](int w, int h) { return w >= window.columns && h >= height; };
  if (!fits(image.width, image.height)) {
    return Error{ErrorCode::kTooFewRows,
                 fmt::format("the photograph has {} × {} pixels, fewer than the {} × {} that a target and its window "
                             "take; use a larger photograph or a smaller --window",
                             image.width, image.height, window.columns, height),
                 ""};
  }
  if (!fits(crop.width, crop.height)) {
    return Error{ErrorCode::kBadOption,
                 fmt::format("--crop {}x{} is smaller than the {} × {} pixels that a target and its window take",
                             crop.width, crop.height, window.columns, height),
                 ""};
  }
  return {};
}

/// Not more rows than memory should hold.
Result<void> check_cells(std::int64_t rows, const PixelWindow& window) {
  if (rows * window.size() <= kMostCells) return {};
  return Error{ErrorCode::kBadOption,
               fmt::format("--rows {} with {} pixels each make more than {} million values; ask for fewer rows", rows,
                           window.size(), kMostCells / 1'000'000),
               ""};
}

/// Enough rows for least squares.
Result<void> check_fit(const ImageOptions& options, std::int64_t rows, const PixelWindow& window) {
  const std::int64_t needed = window.size() + 2;
  if (rows >= needed) return {};
  return Error{options.rows ? ErrorCode::kBadOption : ErrorCode::kTooFewRows,
               fmt::format("{} target pixels are too few to predict from {} pixels; at least {} are needed", rows,
                           window.size(), needed),
               ""};
}

Eigen::MatrixXd gather_features(const GreyImage& grey, const PixelWindow& window,
                                const std::vector<TargetPixel>& targets) {
  Eigen::MatrixXd features(static_cast<Eigen::Index>(targets.size()), window.size());
  for (int j = 0; j < window.size(); ++j) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
      features(static_cast<Eigen::Index>(i), j) =
          grey.at(targets[i].row + window.row_offset(j), targets[i].column + window.column_offset(j));
    }
  }
  return features;
}

void fill_table(const GreyImage& grey, const std::vector<TargetPixel>& targets, double alpha, PixelTable& pixels) {
  const Eigen::MatrixXd features = gather_features(grey, pixels.window, targets);
  Eigen::VectorXd target(features.rows());
  std::vector<double> block;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    target[static_cast<Eigen::Index>(i)] = grey.at(targets[i].row, targets[i].column);
    block.push_back(targets[i].block);
  }
  data::MemoryTable& table = pixels.table;
  for (int j = 0; j < pixels.window.size(); ++j) table.add(fmt::format("x{}", j + 1), values_of(features.col(j)));
  table.add("target", values_of(target));
  table.add("ols", values_of(predict_least_squares(features, target)));
  table.add("lasso", values_of(predict_lasso(features, target, alpha)));
  table.add("mean", values_of(features.rowwise().mean()));
  table.add("pair", values_of(features.col(pixels.window.above()) + features.col(pixels.window.below())));
  table.add(kBlockColumn, std::move(block));
}

}  // namespace

const std::vector<std::string>& other_columns() {
  static const std::vector<std::string> kNames = {"target", "ols", "lasso", "mean", "pair", kBlockColumn};
  return kNames;
}

Result<PixelTable> make_pixel_table(const files::Image& image, const ImageOptions& options, const RowPlan& plan) {
  PixelTable pixels;
  EXPLAINEE_ASSIGN(pixels.window, parse_window(options.window));
  EXPLAINEE_ASSIGN(const Crop crop, parse_crop(options.crop));
  EXPLAINEE_TRY(check_size(image, crop, pixels.window));
  EXPLAINEE_TRY(check_cells(options.rows.value_or(kDefaultTargets), pixels.window));
  const GreyImage grey = make_grey(image, crop, options.grey);
  pixels.largest = largest_grey(options.grey);
  SamplingPlan sampling{options.sampling == "random", options.rows, plan.seed, plan.folds};
  while (sampling.blocks < kLeastBlocks) sampling.blocks += plan.folds;
  EXPLAINEE_ASSIGN(const std::vector<TargetPixel> targets, draw_targets(grey, pixels.window, sampling));
  EXPLAINEE_TRY(check_fit(options, static_cast<std::int64_t>(targets.size()), pixels.window));
  fill_table(grey, targets, options.alpha, pixels);
  return pixels;
}

Result<std::unique_ptr<data::TableSink>> write_pixel_table(const PixelTable& pixels, const std::string& path) {
  std::unique_ptr<data::TableSink> sink;
  if (path.empty()) return sink;
  std::vector<data::Column> columns = pixels.table.columns();
  columns.pop_back();  // the block, which would look like a feature to whoever reads the file
  std::vector<data::ColumnView> views;
  for (std::size_t i = 0; i < columns.size(); ++i) views.push_back({pixels.table.numbers(i), {}});
  EXPLAINEE_ASSIGN(sink, files::create_table(path, columns));
  EXPLAINEE_TRY(sink->write(views));
  return sink;
}

}  // namespace explainee::cli
