// explainee/search/scan/scan.h: looks at every completion of a set: blocks one after the other, single columns in bulk
// (search §2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/problem/best_sets.h"
#include "explainee/search/problem/gram_schmidt.h"
#include "explainee/search/scan/single_scan.h"

namespace explainee::search {

/// What is left to look at: `fixed` is in every set, at most `places` of `free` may join that cost at most `left`.
struct Completions {
  Set fixed;
  std::vector<int> free;
  int places = 0;
  std::int64_t left = kAnyCost;

  /// How many sets, `fixed` itself and costs not counted.
  [[nodiscard]] double count() const { return count_sets(free.size(), places); }
};

/// A prepared scan, cut into parts that may run on different threads, each with its own pool.
class Scan {
 public:
  /// Prepares; parts have about `sets_per_part` sets.
  Scan(const Problem& problem, Completions completions, double sets_per_part);

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  /// Offers to the pool every set of the part that may reach its cutoff; false when stopped before the end.
  [[nodiscard]] bool run(std::size_t part, BestSets& pool, const base::Control& control) const;

 private:
  /// Sets whose first block is `block`, or, with block −1, sets of singles with their first index or rank in the range.
  struct Part {
    int block = -1;
    ScanRange range;
  };
  struct Walk;

  void sort_out();
  void split_singles(double sets_per_part);
  /// How many singles a set may still hold.
  [[nodiscard]] int single_places(int places, std::int64_t left) const;

  const Problem* problem_;
  Completions completions_;
  GramSchmidt levels_;
  std::vector<int> blocks_;   ///< looked at one after the other: several columns, or another cost than the singles
  std::vector<int> singles_;  ///< of one column, and of one cost where costs count
  std::int64_t single_cost_ = 0;
  std::unique_ptr<SingleScan> single_scan_;  ///< for one prediction
  std::vector<Part> parts_;
};

}  // namespace explainee::search
