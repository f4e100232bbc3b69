#include "explainee/information/neighbours/conditional_neighbours.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace explainee::information {
namespace {

using base::Result;
using Counts = Result<std::vector<std::uint32_t>>;

/// ψ(1), ψ(2), …, ψ(count), at positions 1, 2, ….
std::vector<double> digammas(std::size_t count) {
  std::vector<double> psi(count + 1, -std::numeric_limits<double>::infinity());
  long double sum = -std::numbers::egamma_v<long double>;
  for (std::size_t n = 1; n <= count; ++n) {
    psi[n] = static_cast<double>(sum);
    sum += 1.0L / static_cast<long double>(n);
  }
  return psi;
}

/// k, or all other rows of the same level where they are fewer.
std::vector<std::uint32_t> neighbours_asked(const Coordinates& all, std::size_t k) {
  const auto rows = static_cast<std::size_t>(all.numbers.rows());
  if (all.levels.empty()) return std::vector<std::uint32_t>(rows, static_cast<std::uint32_t>(std::min(k, rows - 1)));
  std::vector<std::size_t> members;
  for (const int level : all.levels) {
    members.resize(std::max(members.size(), static_cast<std::size_t>(level) + 1));
    ++members[static_cast<std::size_t>(level)];
  }
  std::vector<std::uint32_t> asked;
  for (const int level : all.levels)
    asked.push_back(static_cast<std::uint32_t>(std::min(k, members[static_cast<std::size_t>(level)] - 1)));
  return asked;
}

}  // namespace

ConditionalNeighbours::ConditionalNeighbours(const Coordinates& y, const Coordinates& u)
    : u_(u), yu_(beside(y, u)), u_space_(u, Purpose::kCounts), yu_space_(yu_, Purpose::kCounts) {}

Result<double> ConditionalNeighbours::nats(const Coordinates& x, std::size_t k, Counting counting,
                                           const Work& work) const {
  const Coordinates all = beside(x, yu_);
  const Space joint(all, Purpose::kRadiiAndCounts);
  EXPLAINEE_ASSIGN(const std::vector<double> radii, joint.radii(k, work));
  const bool nearer = counting == Counting::kNearer;
  const Edge edge = nearer ? Edge::kOutside : Edge::kInside;
  EXPLAINEE_ASSIGN(const auto near, nearer ? Counts(neighbours_asked(all, k)) : joint.counts(radii, edge, work));
  const Space xu_space(beside(x, u_), Purpose::kCounts);
  EXPLAINEE_ASSIGN(const auto near_xu, xu_space.counts(radii, edge, work));
  EXPLAINEE_ASSIGN(const auto near_yu, yu_space_.counts(radii, edge, work));
  EXPLAINEE_ASSIGN(const auto near_u, u_space_.counts(radii, edge, work));
  const std::vector<double> psi = digammas(radii.size());
  const std::size_t itself = nearer ? 1 : 0;  // < ρ the row itself is the one more that the k-th neighbour makes up for
  double sum = 0;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (radii[i] < 0) continue;
    sum += psi[near[i]] + psi[near_u[i] + itself] - psi[near_xu[i] + itself] - psi[near_yu[i] + itself];
    ++rows;
  }
  return rows > 0 ? sum / static_cast<double>(rows) : 0.0;
}

}  // namespace explainee::information
