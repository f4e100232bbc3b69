// explainee/moments/accumulate/accumulator.h: collects rows into one buffer per fold and adds full buffers to the
// folds.
#pragma once

#include <hwy/aligned_allocator.h>

#include <optional>
#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/moments/accumulate/column_filler.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Rows go in, folds come out. Buffers are emptied after a fixed number of rows, whatever the batches were.
///
/// Sums are taken about the shifts, which are near the means, and centred once at the end. A buffer whose rows lie too
/// far from the shifts for that is centred by itself and joined to the fold's centred part instead.
class Accumulator {
 public:
  /// Once the caller stops, nothing that follows is of any use.
  Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool, const base::Control& control = {});

  /// Adds the chosen rows of a batch; `folds` and `weights` have one entry per chosen row (weights, all positive, may
  /// be empty). Cells that are not finite are not looked for here: they spoil the sums, and sound() tells.
  void add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
           std::span<const double> weights);

  /// False once a cell that cannot be used was met, or sums overflowed: nothing more can be had.
  [[nodiscard]] bool sound() const;
  /// A moment column whose sums are not finite, if there is one.
  [[nodiscard]] std::optional<std::size_t> spoilt_column() const;

  /// Empties the buffers and gives the folds.
  [[nodiscard]] std::vector<Fold> finish();

 private:
  /// Sums about the shifts.
  struct Sums {
    std::int64_t rows = 0;
    double weight = 0;
    double weight_squares = 0;
    Eigen::VectorXd sum;       ///< Σw·z
    Eigen::MatrixXd products;  ///< Σw·zzᵀ, lower triangle
  };

  /// Rows that wait.
  struct Buffer {
    std::size_t rows = 0;
    double weight = 0;
    double weight_squares = 0;
    bool far = false;                   ///< too far from the shifts: was centred
    std::optional<std::size_t> spoilt;  ///< a column whose sums are not finite
    Eigen::VectorXd sum;                ///< Σw·z of its rows
    Eigen::VectorXd squares;            ///< Σw·z² of its rows
    Fold centred;                       ///< of a buffer that is far
    Eigen::MatrixXd products;           ///< where columns are not many; the last row holds the sums
  };

  [[nodiscard]] double* column(std::size_t fold, std::size_t index) {
    return values_.get() + fold * fold_stride_ + index * stride_;
  }
  [[nodiscard]] const double* roots(std::size_t fold) { return column(fold, columns_); }
  [[nodiscard]] std::size_t deal(std::span<const int> folds);
  void deal_weights(std::span<const int> folds, std::span<const double> weights);
  void flush();
  void add_whole(std::size_t fold);
  void find_products(std::size_t fold);
  void measure(std::size_t fold);
  void multiply(std::size_t fold, std::size_t tile);
  void close(std::size_t fold);
  [[nodiscard]] bool is_far(const Buffer& buffer) const;
  static void look_for_spoilt(Buffer& buffer);
  void centre_rows(std::size_t fold);
  void drop_rounding(Buffer& buffer) const;
  [[nodiscard]] Fold take_fold(std::size_t fold);

  ColumnFiller filler_;
  base::ThreadPool& pool_;
  base::Control control_;
  bool weighted_;
  std::size_t columns_;
  std::size_t capacity_;  // rows per buffer
  std::vector<Sums> sums_;
  std::vector<std::optional<Fold>> far_;  // of the buffers that were far
  std::vector<Buffer> buffers_;
  std::vector<std::size_t> filled_;     // rows that wait in each buffer
  std::vector<std::uint32_t> offsets_;  // where in values_ the rows just dealt go
  std::vector<double> roots_;           // √ of their weights, where there are weights
  bool full_ = false;
  std::size_t stride_;       // between columns of a buffer
  std::size_t fold_stride_;  // between buffers
  // Fold f, column c, row i at f·fold_stride + c·stride + i; the last column holds √w. Not cleared, so that a small
  // table touches little of it.
  hwy::AlignedFreeUniquePtr<double[]> values_;
  bool levels_known_ = true;
  std::size_t tile_;
  std::vector<std::pair<std::size_t, std::size_t>> tiles_;
};

}  // namespace explainee::moments
