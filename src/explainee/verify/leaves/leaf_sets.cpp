#include "explainee/verify/leaves/leaf_sets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/verify/arithmetic/elementary.h"
#include "explainee/verify/problem/value.h"

namespace explainee::verify {
namespace {

/// What e^(−2·nats) does not exceed, and not by more than it has to: beyond the range of exponential() its end.
Ball share_left(const Ball& nats) {
  constexpr double kEnd = 590;
  const Ball twice = nats + nats;
  return twice.lower() > kEnd ? exponential(Ball(-kEnd)) : exponential(-twice);
}

}  // namespace

double least_residual(const CheckedProblem& problem, const Ball& nats) {
  const std::size_t y = problem.target(0);
  const Ball share = share_left(nats);
  const double least = (problem.given(y, y) * share).upper();
  const double settled = (determined_share() * problem.own(y)).upper();
  return std::nextafter(larger(least, settled), std::numeric_limits<double>::infinity());
}

bool holds(const std::vector<int>& list, std::size_t candidate) {
  return std::find(list.begin(), list.end(), static_cast<int>(candidate)) != list.end();
}

Judge::Judge(const Certificate& certificate, const CheckedProblem& problem, const Limit& limit)
    : certificate_(certificate),
      problem_(problem),
      limit_(limit),
      charge_(problem),
      start_(Regression(problem).determinant()) {}

bool Judge::within(const std::vector<std::size_t>& set, const Regression& facts) {
  if (!is_affordable(certificate_, problem_, set, facts)) return true;  // no allowed set
  const std::size_t settled = facts.settled();
  if (settled <= limit_.settled && limit_.settled > 0) return true;
  if (settled <= limit_.settled) {
    const auto& least = least_determinant(facts.rank() + extra_degrees_of(certificate_, set), set.size());
    if (!least || (facts.determinant() - *least).lower() >= 0) return true;
  }
  return redundancy_of(problem_, set) == Redundancy::kShown;
}

bool Judge::within(const std::vector<std::size_t>& set) { return within(set, regression_on(problem_, set)); }

const std::optional<Ball>& Judge::least_determinant(std::size_t degrees, std::size_t count) {
  const auto [at, missing] = least_.try_emplace({degrees, count});
  if (missing) {
    if (const std::optional<Ball> charge = charge_.of(degrees, count)) {
      const Ball nats = limit_.nats + *charge;
      at->second = start_ * share_left(nats);
    }
  }
  return at->second;
}

Redundancy redundancy_of(const CheckedProblem& problem, const std::vector<std::size_t>& set) {
  const Regression whole = regression_on(problem, set);
  const std::size_t settled = whole.settled();
  bool open = false;
  const Ball lost = exponential(Ball(2 * kClaimTolerance));
  for (std::size_t k = 0; k < set.size(); ++k) {
    std::vector<std::size_t> rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    const Regression less = regression_on(problem, std::move(rest));
    if (less.rank() < whole.rank() || less.settled() < settled) continue;
    const Ball room = whole.determinant() * lost - less.determinant();
    if (settled > 0 || room.lower() >= 0) return Redundancy::kShown;
    open = open || !(room.upper() < 0);
  }
  return open ? Redundancy::kOpen : Redundancy::kRefuted;
}

}  // namespace explainee::verify
