// explainee/moments/accumulator.h: collects rows into one buffer per fold and adds full buffers to the folds.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "explainee/base/thread_pool.h"
#include "explainee/moments/column_filler.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Rows go in, folds come out. Buffers are emptied after a fixed number of rows, whatever the batches were.
class Accumulator {
 public:
  Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool);

  /// Adds the chosen rows of a batch; `folds` and `weights` have one entry per chosen row (weights, all positive, may
  /// be empty). False when a cell cannot be used: the accumulator is then worthless.
  [[nodiscard]] bool add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
                         std::span<const double> weights);

  /// Empties the buffers and gives the folds.
  [[nodiscard]] std::vector<Fold> finish();

 private:
  /// Rows that wait, and their moments about the shifts when the buffer is emptied.
  struct Buffer {
    std::size_t rows = 0;
    double weight = 0;
    double weight_squares = 0;
    Eigen::MatrixXd raw;     ///< Σw·zzᵀ of the columns and of the constant 1 behind them, lower triangle
    Eigen::VectorXd mean;    ///< of the buffer's rows
    Eigen::VectorXd centre;  ///< what still has to be taken off raw: Σw(z − centre)… is raw − w·centre·centreᵀ
    Eigen::VectorXd delta;  ///< the buffer's mean less the fold's
  };

  [[nodiscard]] double* column(std::size_t fold, std::size_t index) {
    return values_.get() + fold * fold_stride_ + index * stride_;
  }
  void flush();
  void multiply(std::size_t fold, std::size_t tile);
  void find_means(std::size_t fold);
  void centre_rows(std::size_t fold);
  void join(std::size_t fold, std::size_t stripe);
  void advance(std::size_t fold);

  ColumnFiller filler_;
  base::ThreadPool& pool_;
  bool weighted_;
  std::size_t columns_;
  std::size_t capacity_;  // rows per buffer
  std::vector<Fold> folds_;
  std::vector<Buffer> buffers_;
  std::size_t stride_;       // between columns of a buffer
  std::size_t fold_stride_;  // between buffers
  // Fold f, column c, row i at f·fold_stride + c·stride + i; the last column holds √w. Not cleared, so that a small
  // table touches little of it.
  std::unique_ptr<double[]> values_;
  std::size_t tile_;
  std::vector<std::pair<std::size_t, std::size_t>> tiles_;
  std::size_t stripes_;
};

}  // namespace explainee::moments
