// explainee/search/scan/single_scan.h: every set of at most t one-column candidates beside given facts, for one
// prediction (search §2).
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/search/algebra/aligned.h"
#include "explainee/search/problem/gram_schmidt.h"

namespace explainee::search {

/// A range of ranks [from, to): the sets whose strongest column has its rank there.
struct ScanRange {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// The prepared scan; a SingleWalk looks at the sets of a range, several threads each at ranges of their own.
class SingleScan {
 public:
  /// `fixed` are the facts behind `levels`; `singles` the candidates that may be added, at most `places` of them.
  SingleScan(const Problem& problem, const GramSchmidt& levels, Set fixed, const std::vector<int>& singles, int places);

  /// Number of ranks: the singles that add rank to the fixed facts.
  [[nodiscard]] std::size_t size() const { return candidate_.size(); }
  /// Ranges that together cover every set, each of about `sets` sets or a single rank.
  [[nodiscard]] std::vector<ScanRange> split(double sets) const;

 private:
  friend class SingleWalk;

  /// Candidates that stand side by side in the Gram matrix too.
  struct Run {
    std::size_t rank = 0;
    int column = 0;
    std::size_t length = 0;
  };

  void sort_by_gain(const GramSchmidt& levels);
  void read_columns(const GramSchmidt& levels);
  /// Rows [from, to) of the conditional Gram, at least up to their diagonal, with row stride `stride_`.
  void fill_rows(std::size_t from, std::size_t to, double* out) const;

  const Problem* problem_;
  Set fixed_;
  int places_;
  int fixed_rank_;
  double residual_;             ///< f: variance of the prediction given the fixed facts
  double weakest_;              ///< smallest pivot share among the fixed columns
  std::vector<int> candidate_;  ///< by rank: smallest gain first; in their own order where only pairs are looked at
  std::vector<Run> runs_;       ///< by rank
  AlignedDoubles unit_;         ///< by rank: columns are balanced as they are read; the loops compare plain numbers
  AlignedDoubles lines_;        ///< levels of the fixed facts, by rank, with row stride `stride_`
  AlignedDoubles factor_;       ///< the same with the other sign, size × fixed_rank_
  AlignedDoubles scale_;
  AlignedDoubles matrix_;  ///< conditional Gram, by rank; empty where only pairs are looked at: each row is read once
  std::size_t stride_ = 0;
  AlignedDoubles cross_;
  AlignedDoubles variance_;
};

/// Σ_{k=1..places} C(size, k), as a double.
[[nodiscard]] double count_sets(std::size_t size, int places);

}  // namespace explainee::search
