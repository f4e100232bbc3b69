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

/// Rows per buffer: all buffers together hold about kBufferCells numbers. Depends on the plan alone.
std::size_t buffer_rows(std::size_t columns, std::size_t folds) {
  const std::size_t wanted = std::max<std::size_t>(1, kBufferCells / std::max<std::size_t>(1, columns * folds));
  return std::clamp(std::bit_floor(wanted), kFewestBufferRows, kMostBufferRows);
}

}  // namespace

Accumulator::Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool)
    : filler_(plan, std::move(shifts)),
      pool_(pool),
      columns_(plan.size()),
      capacity_(buffer_rows(plan.size(), static_cast<std::size_t>(plan.folds))),
      folds_(static_cast<std::size_t>(plan.folds), empty_fold(static_cast<int>(plan.size()))),
      buffers_(static_cast<std::size_t>(plan.folds)),
      values_(std::make_unique_for_overwrite<double[]>(columns_ * capacity_ * static_cast<std::size_t>(plan.folds))) {
  openblas_set_num_threads(1);               // its own threads would change digits with their number
  const bool many_folds = plan.folds >= 20;  // then folds alone keep the threads busy, and whole triangles are faster
  const std::size_t tile = many_folds ? std::max<std::size_t>(columns_, 1) : kTile;
  for (std::size_t i = 0; i < columns_; i += tile) {
    for (std::size_t j = 0; j <= i; j += tile) tiles_.emplace_back(i, j);
  }
}

void Accumulator::add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
                      std::span<const double> weights) {
  std::vector<std::size_t> offsets;
  std::size_t start = 0;
  while (start < rows.size()) {
    offsets.clear();
    std::size_t end = start;
    bool full = false;
    for (; end < rows.size() && !full; ++end) {
      const auto fold = static_cast<std::size_t>(folds[end]);
      Buffer& buffer = buffers_[fold];
      offsets.push_back(fold * columns_ * capacity_ + buffer.rows++);
      if (!weights.empty()) buffer.weights.push_back(weights[end]);
      full = buffer.rows == capacity_;
    }
    // Unknown levels cannot occur: the levels were collected from the same table before.
    static_cast<void>(
        filler_.fill(batch, rows.subspan(start, end - start), {values_.get(), capacity_, offsets}, pool_));
    if (full) flush();
    start = end;
  }
}

std::vector<Fold> Accumulator::finish() {
  flush();
  return std::move(folds_);
}

void Accumulator::flush() {
  std::vector<Fold> parts(folds_.size());
  pool_.run(folds_.size(), [&](std::size_t fold) { centre(fold, parts[fold]); });
  pool_.run(folds_.size() * tiles_.size(),
            [&](std::size_t task) { add_products_of(task / tiles_.size(), task % tiles_.size()); });
  pool_.run(folds_.size(), [&](std::size_t fold) {
    if (parts[fold].rows == 0) return;
    // The buffer's scatter is already in folds_[fold]; what is left of the merge is the shift between the two means.
    parts[fold].scatter.setZero(folds_[fold].scatter.rows(), folds_[fold].scatter.cols());
    add_fold(folds_[fold], parts[fold]);
    buffers_[fold].rows = 0;
    buffers_[fold].weights.clear();
  });
}

/// Mean of the buffer, then its columns centred and scaled by √w.
void Accumulator::centre(std::size_t fold, Fold& part) {
  const Buffer& buffer = buffers_[fold];
  part.rows = static_cast<std::int64_t>(buffer.rows);
  if (buffer.rows == 0) return;
  const auto rows = static_cast<Eigen::Index>(buffer.rows);
  part.mean.resize(static_cast<Eigen::Index>(columns_));
  const bool weighted = !buffer.weights.empty();
  const Eigen::Map<const Eigen::VectorXd> weights(buffer.weights.data(), weighted ? rows : 0);
  part.weight = weighted ? weights.sum() : static_cast<double>(rows);
  part.weight_squares = weighted ? weights.squaredNorm() : static_cast<double>(rows);
  const Eigen::VectorXd roots = weights.cwiseSqrt();
  for (std::size_t column = 0; column < columns_; ++column) {
    Eigen::Map<Eigen::VectorXd> values(values_.get() + (fold * columns_ + column) * capacity_, rows);
    double mean = 0;
    if (part.weight > 0) mean = (weighted ? weights.dot(values) : values.sum()) / part.weight;
    part.mean[static_cast<Eigen::Index>(column)] = mean;
    values.array() -= mean;
    if (weighted) values.array() *= roots.array();
  }
}

/// Adds one tile of (buffer)ᵀ(buffer) to the fold's scatter, lower triangle.
void Accumulator::add_products_of(std::size_t fold, std::size_t tile) {
  const Buffer& buffer = buffers_[fold];
  if (buffer.rows == 0) return;
  const auto [i, j] = tiles_[tile];
  const std::size_t size = tiles_.size() == 1 ? columns_ : kTile;
  const auto height = static_cast<int>(std::min(size, columns_ - i));
  const auto width = static_cast<int>(std::min(size, columns_ - j));
  const auto rows = static_cast<int>(buffer.rows);
  const auto stride = static_cast<int>(capacity_);
  const double* values = values_.get() + fold * columns_ * capacity_;
  Eigen::MatrixXd& scatter = folds_[fold].scatter;
  double* out = scatter.data() + j * columns_ + i;
  const auto leading = static_cast<int>(columns_);
  if (i == j) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, height, rows, 1.0, values + i * capacity_, stride, 1.0, out,
                leading);
  } else {
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, height, width, rows, 1.0, values + i * capacity_, stride,
                values + j * capacity_, stride, 1.0, out, leading);
  }
}

}  // namespace explainee::moments
