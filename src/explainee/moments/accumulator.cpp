#include "explainee/moments/accumulator.h"

#include <cblas.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace explainee::moments {
namespace {

constexpr std::size_t kMostBufferRows = 4096;
constexpr std::size_t kFewestBufferRows = 256;
constexpr std::size_t kBufferCells = std::size_t{1} << 22U;
constexpr std::size_t kTile = 256;
constexpr std::size_t kStripe = 128;

/// A sum of squares about the shift may exceed the one about the mean by this factor, at a cost of two digits; beyond,
/// the rows are centred one by one.
constexpr double kSafeExcess = 100;

/// A sum of squares about the mean of at most this share of the one about the shift is rounding: a deviation of a few
/// units in the last place of the values.
constexpr double kRoundedConstant = 1e-30;

/// Rows per buffer: all buffers together hold about kBufferCells numbers. Depends on the plan alone.
std::size_t buffer_rows(std::size_t columns, std::size_t folds) {
  const std::size_t wanted = std::max<std::size_t>(1, kBufferCells / std::max<std::size_t>(1, columns * folds));
  return std::clamp(std::bit_floor(wanted), kFewestBufferRows, kMostBufferRows);
}

/// Doubles behind each column, so that columns do not start a power of two apart.
constexpr std::size_t kPadding = 8;

/// The next size at which consecutive buffers start three cache lines apart modulo a page: rows are dealt to all folds
/// in turn, and buffers a multiple of 4096 bytes apart would push each other out of the first-level cache.
std::size_t spread(std::size_t cells) {
  constexpr std::size_t kPageCells = 512;
  constexpr std::size_t kApart = 24;
  return (cells + kPageCells - 1) / kPageCells * kPageCells + kApart;
}

}  // namespace

Accumulator::Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool)
    : filler_(plan, std::move(shifts)),
      pool_(pool),
      weighted_(plan.weight.has_value()),
      columns_(plan.size()),
      capacity_(buffer_rows(plan.size(), static_cast<std::size_t>(plan.folds))),
      folds_(static_cast<std::size_t>(plan.folds), empty_fold(static_cast<int>(plan.size()))),
      buffers_(static_cast<std::size_t>(plan.folds)),
      stride_(capacity_ + kPadding),
      fold_stride_(spread((columns_ + 1) * stride_)),
      values_(std::make_unique_for_overwrite<double[]>(fold_stride_ * folds_.size())),
      stripes_((columns_ + kStripe - 1) / kStripe) {
  openblas_set_num_threads(1);               // its own threads would change digits with their number
  const bool many_folds = plan.folds >= 20;  // then folds alone keep the threads busy, and whole triangles are faster
  tile_ = many_folds ? columns_ + 1 : kTile;
  for (std::size_t i = 0; i <= columns_; i += tile_) {
    for (std::size_t j = 0; j <= i; j += tile_) tiles_.emplace_back(i, j);
  }
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    if (!weighted_) std::fill_n(column(fold, columns_), capacity_, 1.0);
  }
}

bool Accumulator::add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
                      std::span<const double> weights) {
  std::vector<std::size_t> offsets;
  std::vector<double> roots;
  std::size_t start = 0;
  while (start < rows.size()) {
    offsets.clear();
    roots.clear();
    std::size_t end = start;
    bool full = false;
    for (; end < rows.size() && !full; ++end) {
      const auto fold = static_cast<std::size_t>(folds[end]);
      Buffer& buffer = buffers_[fold];
      const double weight = weighted_ ? weights[end] : 1.0;
      if (weighted_) {
        roots.push_back(std::sqrt(weight));
        column(fold, columns_)[buffer.rows] = roots.back();
      }
      buffer.weight += weight;
      buffer.weight_squares += weight * weight;
      offsets.push_back(fold * fold_stride_ + buffer.rows++);
      full = buffer.rows == capacity_;
    }
    if (!filler_.fill(batch, rows.subspan(start, end - start), {values_.get(), stride_, offsets, roots}, pool_)) {
      return false;
    }
    if (full) flush();
    start = end;
  }
  return true;
}

std::vector<Fold> Accumulator::finish() {
  flush();
  return std::move(folds_);
}

void Accumulator::flush() {
  const auto size = static_cast<Eigen::Index>(columns_) + 1;
  for (Buffer& buffer : buffers_) {
    if (buffer.rows > 0 && buffer.raw.rows() != size) buffer.raw.resize(size, size);
  }
  pool_.run(folds_.size() * tiles_.size(),
            [&](std::size_t task) { multiply(task / tiles_.size(), task % tiles_.size()); });
  pool_.run(folds_.size(), [&](std::size_t fold) { find_means(fold); });
  pool_.run(folds_.size() * stripes_, [&](std::size_t task) { join(task / stripes_, task % stripes_); });
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) advance(fold);
}

/// One tile of Σw·zzᵀ over the buffer's rows, the column of √w included.
void Accumulator::multiply(std::size_t fold, std::size_t tile) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto [i, j] = tiles_[tile];
  const auto height = static_cast<int>(std::min(tile_, columns_ + 1 - i));
  const auto width = static_cast<int>(std::min(tile_, columns_ + 1 - j));
  const auto rows = static_cast<int>(buffer.rows);
  const auto stride = static_cast<int>(stride_);
  double* out = buffer.raw.data() + j * (columns_ + 1) + i;
  const auto leading = static_cast<int>(columns_ + 1);
  if (i == j) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, height, rows, 1.0, column(fold, i), stride, 0.0, out, leading);
  } else {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, height, width, rows, 1.0, column(fold, i), stride,
                column(fold, j), stride, 0.0, out, leading);
  }
}

/// The buffer's mean. Where the rows lie too far from the shift for sums about it, they are centred and multiplied
/// again.
void Accumulator::find_means(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto n = static_cast<Eigen::Index>(columns_);
  buffer.mean = buffer.raw.row(n).head(n).transpose() / buffer.weight;
  buffer.centre = buffer.mean;
  buffer.delta = mean_distance(buffer.mean, folds_[fold].mean);
  bool safe = true;
  for (Eigen::Index j = 0; j < n && safe; ++j) {
    const double about_mean = buffer.raw(j, j) - buffer.weight * buffer.mean[j] * buffer.mean[j];
    safe = buffer.raw(j, j) <= kSafeExcess * about_mean;
  }
  if (!safe) centre_rows(fold);
}

/// Centres the buffer's rows and multiplies again. Twice, since the mean of rows far from the shift is itself rounded;
/// a column that then varies by less than its values' own rounding is constant.
void Accumulator::centre_rows(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  const auto n = static_cast<Eigen::Index>(columns_);
  const auto rows = static_cast<Eigen::Index>(buffer.rows);
  const Eigen::VectorXd about_shift = buffer.raw.diagonal();
  const Eigen::Map<const Eigen::VectorXd> roots(column(fold, columns_), rows);
  buffer.mean.setZero();
  for (std::size_t j = 0; j < columns_; ++j) {
    Eigen::Map<Eigen::VectorXd> values(column(fold, j), rows);
    for (int round = 0; round < 2; ++round) {
      const double mean = roots.dot(values) / buffer.weight;
      values -= mean * roots;
      buffer.mean[static_cast<Eigen::Index>(j)] += mean;
    }
  }
  for (std::size_t tile = 0; tile < tiles_.size(); ++tile) multiply(fold, tile);
  for (Eigen::Index j = 0; j < n; ++j) {
    const bool constant = std::isfinite(about_shift[j]) && buffer.raw(j, j) <= kRoundedConstant * about_shift[j];
    if (!constant) continue;  // what overflowed stays infinite and is refused later
    buffer.raw.col(j).tail(n + 1 - j).setZero();
    buffer.raw.row(j).head(j).setZero();
  }
  buffer.centre.setZero();
  buffer.delta = mean_distance(buffer.mean, folds_[fold].mean);
}

/// Adds some columns of the buffer's scatter to the fold's, with what the distance of the two means brings (Chan,
/// Golub, LeVeque 1979; add_fold() is the same for whole folds).
void Accumulator::join(std::size_t fold, std::size_t stripe) {
  const Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto n = static_cast<Eigen::Index>(columns_);
  const double factor = folds_[fold].weight / (folds_[fold].weight + buffer.weight) * buffer.weight;
  const auto first = static_cast<Eigen::Index>(stripe * kStripe);
  const Eigen::Index last = std::min(n, first + static_cast<Eigen::Index>(kStripe));
  for (Eigen::Index j = first; j < last; ++j) {
    const Eigen::Index below = n - j;
    folds_[fold].scatter.col(j).tail(below) += buffer.raw.col(j).segment(j, below) -
                                               (buffer.weight * buffer.centre[j]) * buffer.centre.tail(below) +
                                               (factor * buffer.delta[j]) * buffer.delta.tail(below);
  }
}

/// Moves the fold's mean and weight on, and empties the buffer.
void Accumulator::advance(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  Fold& sum = folds_[fold];
  sum.rows += static_cast<std::int64_t>(buffer.rows);
  sum.weight += buffer.weight;
  sum.weight_squares += buffer.weight_squares;
  sum.mean += buffer.delta * (buffer.weight / sum.weight);
  buffer.rows = 0;
  buffer.weight = 0;
  buffer.weight_squares = 0;
}

}  // namespace explainee::moments
