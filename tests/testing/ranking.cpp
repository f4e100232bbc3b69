#include "testing/ranking.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::oracle {
namespace {

/// Objectives further apart than this are different whatever rounding does.
constexpr Real kFar = 0.01;

/// True when a comes first among lists of indices.
bool lower(Mask a, Mask b) {
  const Mask differ = a ^ b;
  return (a & (differ & (~differ + 1))) != 0;
}

}  // namespace

Ranking::Ranking(const Oracle& oracle) : oracle_(oracle) {
  best_ = best_of(oracle.sparsity);
  for (const Mask set : oracle.sets) {
    if (oracle.worth(set).redundant || distance(set) > kFar || !minimal(set, least_tie(set))) continue;
    if (!(tolerance(set) < kFar)) doubtful_ = true;
    if (distance(set) <= 0.3L * least_tie(set) && minimal(set)) sure_.push_back(set);
    if (distance(set) <= 2 * most_tie(set) + tolerance(set) + tolerance(best_)) maybe_.push_back(set);
  }
}

int Ranking::compare(Mask a, Mask b) const {
  const Worth& x = oracle_.worth(a);
  const Worth& y = oracle_.worth(b);
  if (x.settled != y.settled) return x.settled < y.settled ? -1 : 1;
  return x.objective() < y.objective() ? -1 : x.objective() > y.objective() ? 1 : 0;
}

Mask Ranking::best_of(int facts) const {
  Mask best = 0;
  for (const Mask set : oracle_.sets) {
    if (oracle_.worth(set).redundant || std::popcount(set) > facts) continue;
    if (compare(set, best) > 0) best = set;
  }
  return best;
}

Real Ranking::blur(Mask set) const {
  auto [entry, fresh] = blurs_.try_emplace(set, 0);
  if (fresh) entry->second = oracle_.blur(set);
  return entry->second;
}

Real Ranking::tolerance(Mask set) const {
  return blur(set) + kTolerance * std::max(Real{1}, std::abs(oracle_.worth(set).objective()));
}

bool Ranking::sharp() const {
  return std::all_of(maybe_.begin(), maybe_.end(), [&](Mask set) { return blur(set) < 0.1L * kTolerance; });
}

Real Ranking::best_tolerance() const {
  Real most = tolerance(best_);
  for (const Mask set : maybe_) most = std::max(most, tolerance(set));
  return most + 2 * most_tie(best_);
}

/// How far a set lies below the best.
Real Ranking::distance(Mask set) const {
  if (oracle_.worth(set).settled < oracle_.worth(best_).settled) return std::numeric_limits<Real>::infinity();
  return oracle_.worth(best_).objective() - oracle_.worth(set).objective();
}

/// With several predictions it depends on how the nats fall on their directions.
Real Ranking::most_tie(Mask set) const { return std::log1p(base::kTie * std::exp(2 * oracle_.worth(set).nats)) / 2; }

Real Ranking::least_tie(Mask set) const {
  return oracle_.open_predictions() == 1 ? most_tie(set) : std::log1p(static_cast<Real>(base::kTie)) / 2;
}

bool Ranking::minimal(Mask set, Real tie) const {
  const Worth& whole = oracle_.worth(set);
  for (Mask part = set; part != 0;) {
    part = (part - 1) & set;
    const Worth& worth = oracle_.worth(part);
    if (worth.settled >= whole.settled && worth.objective() >= whole.objective() - tie) return false;
  }
  return true;
}

Mask preferred(const std::vector<Mask>& sets) {
  return *std::min_element(sets.begin(), sets.end(), [](Mask a, Mask b) {
    return std::popcount(a) != std::popcount(b) ? std::popcount(a) < std::popcount(b) : lower(a, b);
  });
}

}  // namespace explainee::oracle
