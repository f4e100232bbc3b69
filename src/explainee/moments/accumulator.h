// explainee/moments/accumulator.h: collects rows into one buffer per fold and adds full buffers to the folds.
#pragma once

#include <memory>
#include <vector>

#include "explainee/base/thread_pool.h"
#include "explainee/moments/column_filler.h"
#include "explainee/moments/moments.h"

namespace explainee::moments {

/// Rows go in, folds come out. Buffers are emptied after a fixed number of rows, whatever the batches were.
class Accumulator {
 public:
  Accumulator(const Plan& plan, std::vector<double> shifts, base::ThreadPool& pool);

  /// Adds the chosen rows of a batch; `folds` and `weights` have one entry per chosen row (weights may be empty).
  void add(const data::Batch& batch, std::span<const std::uint32_t> rows, std::span<const int> folds,
           std::span<const double> weights);

  /// Empties the buffers and gives the folds.
  [[nodiscard]] std::vector<Fold> finish();

 private:
  struct Buffer {
    std::size_t rows = 0;
    std::vector<double> weights;
  };

  void flush();
  void centre(std::size_t fold, Fold& part);
  void add_products_of(std::size_t fold, std::size_t tile);

  ColumnFiller filler_;
  base::ThreadPool& pool_;
  std::size_t columns_;
  std::size_t capacity_;  // rows per buffer
  std::vector<Fold> folds_;
  std::vector<Buffer> buffers_;
  // Fold f, column c, row i at (f·columns + c)·capacity + i; not cleared, so that a small table touches little of it.
  std::unique_ptr<double[]> values_;
  std::vector<std::pair<std::size_t, std::size_t>> tiles_;
};

}  // namespace explainee::moments
