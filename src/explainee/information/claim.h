// explainee/information/claim.h: what was proven about all other sets of facts, as data.
#pragma once

#include <cstdint>
#include <optional>

namespace explainee::information {

/// What is proven of the sets that were allowed; view/ makes the sentence.
struct Claim {
  enum class Kind {
    kNothingProven,
    kBoundOnly,         ///< no set has more than `bound_nats`
    kBestOfAll,         ///< no other set has more than this one
    kNothingToExplain,  ///< the prediction follows from what she has
    kNoCandidate,       ///< all candidates follow from what she has
    kNothingSupported,  ///< no fact is more than chance, so that none is told
  };
  /// What the sets were compared by.
  enum class Objective {
    kThisEstimator,    ///< by what is told of them
    kClassIndicators,  ///< by the variance of numbers that are 1 or 0, one a class; in bits of the class another may
                       ///< win
  };

  Kind kind = Kind::kNothingProven;
  Objective objective = Objective::kThisEstimator;
  std::optional<int> most_facts;     ///< allowed in a set; none: any number
  std::optional<double> budget;      ///< what the facts of a set may cost together; none: no limit
  bool charged_for_columns = false;  ///< facts with several columns were charged for those beyond the first
  int settled = 0;                   ///< directions of the prediction that the set determines
  int directions = 1;                ///< of so many that are independent and open to her
  bool ties = false;                 ///< some set has as many, within rounding
  std::optional<double> bound_nats;  ///< proven: no set has a larger objective; none: no finite bound, or infinite
  double gap_nats = 0;               ///< bound − objective; only meaningful with a bound, 0 when infinite and optimal
  std::int64_t nodes = 0;            ///< of the search tree

  /// Whether some directions are settled and others are not: of these nothing is claimed.
  [[nodiscard]] bool settles_a_part() const { return settled > 0 && settled < directions; }
  /// Whether the answer is proven best among the allowed sets.
  [[nodiscard]] bool optimal() const { return kind != Kind::kNothingProven && kind != Kind::kBoundOnly; }
};

}  // namespace explainee::information
