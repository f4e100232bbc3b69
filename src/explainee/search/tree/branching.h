// explainee/search/tree/branching.h: what each free candidate is worth to the sets that may still use all others
// (search §2).
#pragma once

#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/algebra/tableau.h"
#include "explainee/search/bounds/dual_bound.h"
#include "explainee/search/problem/budget.h"
#include "explainee/search/problem/gram_schmidt.h"
#include "explainee/search/problem/key.h"

namespace explainee::search {

/// A candidate and the best key that is left without it.
struct BranchingChoice {
  int candidate = -1;
  Key without;
  Key with;  ///< the key of the facts already in with this one added: the order where nothing is lost without it
};

/// The free candidates of a node, most needed first; shrinks as candidates are forbidden.
class Branching {
 public:
  /// `levels` are those of the facts already in; `limits` of what may join them.
  Branching(const GramSchmidt& levels, const std::vector<int>& free, Limits limits);

  /// Recomputes and puts as many in order as no set can hold all of.
  void order(const Tableau& tableau);
  /// Takes the first choice away.
  BranchingChoice pop();

  [[nodiscard]] bool empty() const { return choices_.empty(); }
  [[nodiscard]] std::vector<int> free() const;
  /// Of the first candidates that no set can hold all of, since they are too many or cost too much, every set lacks
  /// one: what is left at best, estimated.
  [[nodiscard]] Key estimate() const { return estimate_; }
  /// What bound() takes: products with the Gram matrix.
  [[nodiscard]] double bound_parts() const;
  /// The same, proven; none when stopped.
  [[nodiscard]] std::optional<Key> bound(const Tableau& tableau, DualBound& dual, const base::Control& control) const;

 private:
  [[nodiscard]] std::size_t too_many() const;

  const Problem* problem_;
  std::vector<BranchingChoice> choices_;
  Limits limits_;
  std::size_t first_ = 0;  ///< so many no set can hold all of; 0: some set may hold every free candidate
  Key estimate_;
};

}  // namespace explainee::search
