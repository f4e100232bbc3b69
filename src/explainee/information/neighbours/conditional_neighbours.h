// explainee/information/neighbours/conditional_neighbours.h: I(e; ŷ | u) from how many neighbours rows have
// (information.md §2); what is about u and ŷ alone is prepared once for many e.
#pragma once

#include <cstddef>

#include "explainee/information/neighbours/space.h"

namespace explainee::information {

/// How neighbours are counted.
enum class Counting {
  kNearer,  ///< < ρ (Kraskov et al. 2004, Frenzel and Pompe 2007): no ties among continuous values
  kAsNear,  ///< ≤ ρ (Mesner and Shalizi 2020): values may be tied
};

/// y and u of some rows.
class ConditionalNeighbours {
 public:
  ConditionalNeighbours(const Coordinates& y, const Coordinates& u);

  /// I(x; y | u) in nats, x of the same rows; rows whose levels no other row has take no part. 1 ≤ k ≤
  /// kMostNeighbours. kInterrupted when stopped.
  [[nodiscard]] base::Result<double> nats(const Coordinates& x, std::size_t k, Counting counting,
                                          const Work& work) const;

 private:
  Coordinates u_;
  Coordinates yu_;
  Space u_space_;
  Space yu_space_;
};

}  // namespace explainee::information
