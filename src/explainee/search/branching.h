// explainee/search/branching.h: what each free candidate is worth to the sets that may still use all others (search
// §2).
#pragma once

#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/dual_bound.h"
#include "explainee/search/key.h"
#include "explainee/search/levels.h"
#include "explainee/search/tableau.h"

namespace explainee::search {

/// A candidate and the best key that is left without it.
struct Choice {
  int candidate = -1;
  Key without;
  Key with;  ///< the key of the facts already in with this one added: the order where nothing is lost without it
};

/// The free candidates of a node, most needed first; shrinks as candidates are forbidden.
class Branching {
 public:
  /// `levels` are those of the facts already in.
  Branching(const Levels& levels, const std::vector<int>& free, int places);

  /// Recomputes and puts the first places + 1 in order.
  void order(const Tableau& tableau);
  /// Takes the first choice away.
  Choice pop();

  [[nodiscard]] bool empty() const { return choices_.empty(); }
  [[nodiscard]] std::vector<int> free() const;
  /// Of places + 1 candidates every set lacks one: what is left at best, estimated.
  [[nodiscard]] Key estimate() const { return estimate_; }
  /// The same, proven; none when stopped.
  [[nodiscard]] std::optional<Key> bound(const Tableau& tableau, DualBound& dual, const base::Control& control) const;

 private:
  std::vector<Choice> choices_;
  std::size_t places_;
  Key estimate_;
};

}  // namespace explainee::search
