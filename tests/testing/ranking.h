// tests/testing/ranking.h: the oracle's order among sets, and which of them tie as far as doubles can tell.
#pragma once

#include <map>
#include <vector>

#include "testing/oracle.h"

namespace explainee::oracle {

/// What figures may differ by, relative or absolute, where rounding has no larger say.
inline constexpr Real kTolerance = 1e-9;

/// The sets of an oracle, ranked.
class Ranking {
 public:
  explicit Ranking(const Oracle& oracle);

  [[nodiscard]] Mask best() const { return best_; }
  /// True when rounding may decide between sets that are far apart.
  [[nodiscard]] bool doubtful() const { return doubtful_; }
  /// Sets that tie with the best.
  [[nodiscard]] const std::vector<Mask>& sure() const { return sure_; }
  /// Sets that tie with the best as far as doubles can tell.
  [[nodiscard]] const std::vector<Mask>& maybe() const { return maybe_; }

  /// Negative, 0 or positive, as a is worth less, the same or more than b.
  [[nodiscard]] int compare(Mask a, Mask b) const;
  /// The best of the sets with at most so many facts.
  [[nodiscard]] Mask best_of(int facts) const;
  /// What an answer about the set itself may differ by, in nats.
  [[nodiscard]] Real tolerance(Mask set) const;
  /// True when rounding leaves ten digits of the best sets: only then must ties be seen as such.
  [[nodiscard]] bool sharp() const;
  /// What sets that tie may differ by, in nats (kTie; with several predictions at most).
  [[nodiscard]] Real most_tie(Mask set) const;
  /// What an answer may differ by that stands for the best set, be it the best or one that ties.
  [[nodiscard]] Real best_tolerance() const;
  /// True when no smaller part of the set is worth as much, whatever rounding does.
  [[nodiscard]] bool minimal(Mask set) const { return minimal(set, most_tie(set) + 2 * blur(set)); }

 private:
  [[nodiscard]] Real blur(Mask set) const;
  [[nodiscard]] Real distance(Mask set) const;
  [[nodiscard]] Real least_tie(Mask set) const;
  [[nodiscard]] bool minimal(Mask set, Real tie) const;

  const Oracle& oracle_;
  Mask best_ = 0;
  bool doubtful_ = false;
  std::vector<Mask> sure_;
  std::vector<Mask> maybe_;
  mutable std::map<Mask, Real> blurs_;
};

/// Fewest facts, then lowest indices.
[[nodiscard]] Mask preferred(const std::vector<Mask>& sets);

}  // namespace explainee::oracle
