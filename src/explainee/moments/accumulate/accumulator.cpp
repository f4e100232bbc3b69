#include "explainee/moments/accumulate/accumulator.h"

#include <cblas.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "explainee/base/tolerances.h"
#include "explainee/moments/accumulate/column_products.h"

namespace explainee::moments {
namespace {

constexpr std::size_t kMostBufferRows = 4096;
constexpr std::size_t kFewestBufferRows = 256;
/// Numbers in all buffers together: with few columns they stay in the second-level cache, with many the products of
/// one buffer are worth a call of BLAS.
constexpr std::size_t kFewBufferCells = std::size_t{1} << 18U;
constexpr std::size_t kManyBufferCells = std::size_t{1} << 20U;
constexpr std::size_t kNearColumns = 64;  ///< columns that count as few here
constexpr std::size_t kTile = 256;

/// Up to this many columns the products of one buffer are looked at before they are added.
constexpr std::size_t kNotManyColumns = 256;

/// A sum of squares about the shift may exceed the one about the mean by this factor, at a cost of two digits; beyond,
/// the rows are centred one by one.
constexpr double kSafeExcess = 100;

/// Rows per buffer. Depends on the plan alone.
std::size_t buffer_rows(std::size_t columns, std::size_t folds) {
  const std::size_t cells = columns <= kNearColumns ? kFewBufferCells : kManyBufferCells;
  const std::size_t wanted = std::max<std::size_t>(1, cells / std::max<std::size_t>(1, columns * folds));
  return std::clamp(std::bit_floor(wanted), kFewestBufferRows, kMostBufferRows);
}

/// Doubles behind each column, so that columns do not start a power of two apart.
constexpr std::size_t kPadding = kRowsAtOnce;

/// The next size at which consecutive buffers start three cache lines apart modulo a page: rows are dealt to all folds
/// in turn, and buffers a multiple of 4096 bytes apart would push each other out of the first-level cache.
std::size_t spread(std::size_t cells) {
  constexpr std::size_t kPageCells = 512;
  constexpr std::size_t kApart = 24;
  return (cells + kPageCells - 1) / kPageCells * kPageCells + kApart;
}

}  // namespace

Accumulator::Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool,
                         const base::Control& control)
    : filler_(plan, std::move(shifts)),
      pool_(pool),
      control_(control),
      weighted_(plan.weight.has_value()),
      columns_(plan.size()),
      capacity_(buffer_rows(plan.size(), static_cast<std::size_t>(plan.folds))),
      sums_(static_cast<std::size_t>(plan.folds)),
      far_(sums_.size()),
      buffers_(sums_.size()),
      filled_(sums_.size(), 0),
      stride_(capacity_ + kPadding),
      fold_stride_(spread((columns_ + 1) * stride_)),
      values_(hwy::AllocateAligned<double>(fold_stride_ * sums_.size())) {
  if (values_ == nullptr) throw std::bad_alloc();
  openblas_set_num_threads(1);               // its own threads would change digits with their number
  const bool many_folds = plan.folds >= 20;  // then folds alone keep the threads busy, and whole triangles are faster
  tile_ = many_folds ? std::max<std::size_t>(1, columns_) : kTile;
  for (std::size_t i = 0; i < columns_; i += tile_) {
    for (std::size_t j = 0; j <= i; j += tile_) tiles_.emplace_back(i, j);
  }
  for (std::size_t fold = 0; fold < sums_.size(); ++fold) {
    if (!weighted_) std::fill_n(column(fold, columns_), stride_, 1.0);
  }
}

void Accumulator::add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
                      std::span<const double> weights) {
  for (std::size_t start = 0; start < rows.size() && !control_.cancelled();) {
    const std::size_t count = deal(folds.subspan(start));
    if (weighted_) deal_weights(folds.subspan(start, count), weights.subspan(start, count));
    const FillTarget target{values_.get(), stride_, offsets_, roots_};
    levels_known_ = filler_.fill(batch, rows.subspan(start, count), target, pool_) && levels_known_;
    if (full_) flush();
    start += count;
  }
}

/// Gives each of the first rows a place in its fold's buffer, until one is full; how many rows those are.
std::size_t Accumulator::deal(std::span<const int> folds) {
  offsets_.resize(folds.size());
  full_ = false;
  std::size_t count = 0;
  while (count < folds.size() && !full_) {
    const auto fold = static_cast<std::size_t>(folds[count]);
    const std::size_t row = filled_[fold]++;
    offsets_[count++] = static_cast<std::uint32_t>(fold * fold_stride_ + row);
    full_ = row + 1 == capacity_;
  }
  offsets_.resize(count);
  return count;
}

void Accumulator::deal_weights(std::span<const int> folds, std::span<const double> weights) {
  roots_.resize(folds.size());
  double* const places = values_.get() + columns_ * stride_;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    roots_[i] = places[offsets_[i]] = std::sqrt(weights[i]);
    Buffer& buffer = buffers_[static_cast<std::size_t>(folds[i])];
    buffer.weight += weights[i];
    buffer.weight_squares += weights[i] * weights[i];
  }
}

bool Accumulator::sound() const { return levels_known_ && !spoilt_column(); }

std::optional<std::size_t> Accumulator::spoilt_column() const {
  for (const Buffer& buffer : buffers_) {
    if (buffer.spoilt) return buffer.spoilt;
  }
  return std::nullopt;
}

void Accumulator::look_for_spoilt(Buffer& buffer) {
  if (buffer.squares.allFinite()) return;
  for (Eigen::Index j = 0; j < buffer.squares.size() && !buffer.spoilt; ++j) {
    if (!std::isfinite(buffer.squares[j])) buffer.spoilt = static_cast<std::size_t>(j);
  }
}

std::vector<Fold> Accumulator::finish() {
  flush();
  std::vector<Fold> folds(sums_.size());
  pool_.run(folds.size(), [&](std::size_t fold) { folds[fold] = take_fold(fold); });
  return folds;
}

void Accumulator::flush() {
  for (std::size_t fold = 0; fold < buffers_.size(); ++fold) {
    Buffer& buffer = buffers_[fold];
    buffer.rows = filled_[fold];
    if (!weighted_) buffer.weight = buffer.weight_squares = static_cast<double>(buffer.rows);
    filled_[fold] = 0;
  }
  if (columns_ <= kNotManyColumns) {
    pool_.run(sums_.size(), [&](std::size_t fold) { add_whole(fold); });
    return;
  }
  pool_.run(sums_.size(), [&](std::size_t fold) { measure(fold); });
  pool_.run(sums_.size() * tiles_.size(),
            [&](std::size_t task) { multiply(task / tiles_.size(), task % tiles_.size()); });
  pool_.run(sums_.size(), [&](std::size_t fold) { close(fold); });
}

/// Not many columns: the products of the buffer tell whether it is far, and are then added.
void Accumulator::add_whole(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto n = static_cast<Eigen::Index>(columns_);
  find_products(fold);
  buffer.squares = buffer.products.diagonal().head(n);
  buffer.sum = buffer.products.row(n).head(n);
  look_for_spoilt(buffer);
  buffer.far = is_far(buffer);
  if (buffer.far) {
    centre_rows(fold);
    find_products(fold);
    buffer.centred.scatter = buffer.products.topLeftCorner(n, n);
  } else {
    Sums& sums = sums_[fold];
    if (sums.products.size() == 0) {
      sums.products = Eigen::MatrixXd::Zero(n, n);
      sums.sum = Eigen::VectorXd::Zero(n);
    }
    for (Eigen::Index j = 0; j < n; ++j) {
      sums.products.col(j).tail(n - j) += buffer.products.col(j).segment(j, n - j);
    }
    sums.sum += buffer.sum;
  }
  close(fold);
}

/// Σw·zzᵀ of the buffer's rows and, in the last row, Σw·z: the last column holds √w.
void Accumulator::find_products(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  const std::size_t size = columns_ + 1;
  if (buffer.products.size() == 0) {
    buffer.products = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  }
  double* out = buffer.products.data();
  if (columns_ > kFewColumns) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, static_cast<int>(size), static_cast<int>(buffer.rows), 1.0,
                column(fold, 0), static_cast<int>(stride_), 0.0, out, static_cast<int>(size));
    return;
  }
  const std::size_t padded = (buffer.rows + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce;
  for (std::size_t c = 0; c < size; ++c) {
    std::fill(column(fold, c) + buffer.rows, column(fold, c) + padded, 0.0);
  }
  column_products(column(fold, 0), stride_, columns_, buffer.rows, out, size);
  if (!weighted_) std::fill(column(fold, columns_) + buffer.rows, column(fold, columns_) + padded, 1.0);
}

/// Many columns: sums and squares first, so that the products can be added where they belong.
void Accumulator::measure(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto n = static_cast<Eigen::Index>(columns_);
  const auto rows = static_cast<Eigen::Index>(buffer.rows);
  const Eigen::Map<const Eigen::VectorXd> roots_of_rows(roots(fold), rows);
  buffer.sum.resize(n);
  buffer.squares.resize(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const Eigen::Map<const Eigen::VectorXd> values(column(fold, static_cast<std::size_t>(j)), rows);
    buffer.sum[j] = weighted_ ? values.dot(roots_of_rows) : values.sum();
    buffer.squares[j] = values.squaredNorm();
  }
  look_for_spoilt(buffer);
  buffer.far = is_far(buffer);
  Sums& sums = sums_[fold];
  if (buffer.far) {
    centre_rows(fold);
  } else if (sums.products.size() == 0) {
    sums.products = Eigen::MatrixXd::Zero(n, n);
    sums.sum = buffer.sum;
  } else {
    sums.sum += buffer.sum;
  }
}

/// One tile of Σw·zzᵀ over the buffer's rows.
void Accumulator::multiply(std::size_t fold, std::size_t tile) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0 || control_.cancelled()) return;
  const auto [i, j] = tiles_[tile];
  const auto height = static_cast<int>(std::min(tile_, columns_ - i));
  const auto width = static_cast<int>(std::min(tile_, columns_ - j));
  const auto rows = static_cast<int>(buffer.rows);
  const auto stride = static_cast<int>(stride_);
  Eigen::MatrixXd& target = buffer.far ? buffer.centred.scatter : sums_[fold].products;
  double* out = target.data() + j * columns_ + i;
  const auto leading = static_cast<int>(columns_);
  if (i == j) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, height, rows, 1.0, column(fold, i), stride, 1.0, out, leading);
  } else {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, height, width, rows, 1.0, column(fold, i), stride,
                column(fold, j), stride, 1.0, out, leading);
  }
}

/// Counts the buffer's rows where their products went, and empties it.
void Accumulator::close(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  if (buffer.far) {
    drop_rounding(buffer);
    if (!far_[fold]) far_[fold] = empty_fold(static_cast<int>(columns_));
    add_fold(*far_[fold], buffer.centred);
  } else {
    Sums& sums = sums_[fold];
    sums.rows += static_cast<std::int64_t>(buffer.rows);
    sums.weight += buffer.weight;
    sums.weight_squares += buffer.weight_squares;
  }
  buffer.rows = 0;
  buffer.weight = 0;
  buffer.weight_squares = 0;
}

bool Accumulator::is_far(const Buffer& buffer) const {
  for (Eigen::Index j = 0; j < buffer.sum.size(); ++j) {
    const double about_mean = buffer.squares[j] - buffer.sum[j] * (buffer.sum[j] / buffer.weight);
    if (!(buffer.squares[j] <= kSafeExcess * about_mean)) return true;
  }
  return false;
}

/// Takes the means off the buffer's rows. Twice, since the mean of rows far from the shift is itself rounded.
void Accumulator::centre_rows(std::size_t fold) {
  Buffer& buffer = buffers_[fold];
  const auto rows = static_cast<Eigen::Index>(buffer.rows);
  const Eigen::Map<const Eigen::VectorXd> roots_of_rows(roots(fold), rows);
  buffer.centred = empty_fold(static_cast<int>(columns_));
  buffer.centred.rows = static_cast<std::int64_t>(buffer.rows);
  buffer.centred.weight = buffer.weight;
  buffer.centred.weight_squares = buffer.weight_squares;
  for (std::size_t j = 0; j < columns_; ++j) {
    Eigen::Map<Eigen::VectorXd> values(column(fold, j), rows);
    for (int round = 0; round < 2; ++round) {
      const double mean = roots_of_rows.dot(values) / buffer.weight;
      values -= mean * roots_of_rows;
      buffer.centred.mean[static_cast<Eigen::Index>(j)] += mean;
    }
  }
}

/// A centred column that varies by less than its values' own rounding is constant.
void Accumulator::drop_rounding(Buffer& buffer) const {
  const auto n = static_cast<Eigen::Index>(columns_);
  Eigen::MatrixXd& scatter = buffer.centred.scatter;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double about_shift = buffer.squares[j];
    if (!std::isfinite(about_shift)) continue;  // what overflowed stays infinite and is refused later
    if (scatter(j, j) > base::kRoundedConstant * about_shift) continue;
    scatter.col(j).tail(n - j).setZero();
    scatter.row(j).head(j).setZero();
  }
}

/// The sums about the shifts, centred, and what lay too far from them.
Fold Accumulator::take_fold(std::size_t fold) {
  Sums& sums = sums_[fold];
  Fold result;
  if (sums.rows == 0) {
    result = empty_fold(static_cast<int>(columns_));
  } else {
    result.rows = sums.rows;
    result.weight = sums.weight;
    result.weight_squares = sums.weight_squares;
    result.mean = sums.sum / sums.weight;
    result.scatter = std::move(sums.products);
    const Eigen::Index n = result.mean.size();
    for (Eigen::Index j = 0; j < n && !control_.cancelled(); ++j)
      result.scatter.col(j).tail(n - j) -= sums.sum[j] * result.mean.tail(n - j);
  }
  if (far_[fold]) add_fold(result, *far_[fold]);
  return result;
}

}  // namespace explainee::moments
