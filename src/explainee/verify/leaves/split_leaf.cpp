#include "explainee/verify/leaves/split_leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"

namespace explainee::verify {
namespace {

/// A column that another one determines to this share of kDetermined never stands beside it in a set (search §5).
constexpr double kTwinShare = 0.1;

/// The largest sum of at most `places` gains that is not just the gains of all `chosen`: that set is looked at by
/// itself.
double most_but_chosen(const std::vector<double>& gains, const std::vector<std::size_t>& names,
                       const std::vector<int>& chosen, std::size_t places) {
  double own = 0;
  std::size_t found = 0;
  std::vector<double> others;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    if (holds(chosen, names[k])) {
      own += gains[k];
      ++found;
    } else {
      others.push_back(gains[k]);
    }
  }
  if (found < chosen.size() || found > places) return top_sum(gains, places);  // no such set here
  // Another set lacks a chosen one, or holds all of them and one more where there is room.
  double most = 0;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    if (!holds(chosen, names[k])) continue;
    std::vector<double> rest = gains;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
    most = std::max(most, top_sum(std::move(rest), places));
  }
  if (found < places && !others.empty()) most = std::max(most, own + top_sum(others, places - found));
  return most * (1 + 4 * base::kEpsilon);
}

/// Cholesky of C_BB − D_B, and Z = L⁻¹C_B· in double precision; empty when it is not positive definite.
std::vector<std::vector<double>> shadows_of(const Correlations& c, std::size_t size, const SplitClass& part) {
  const std::size_t m = part.block.size();
  std::vector<std::vector<DoubleDouble>> lower(m);
  std::vector<std::vector<DoubleDouble>> shadows(m, std::vector<DoubleDouble>(size));
  for (std::size_t a = 0; a < m; ++a) {
    const auto column = static_cast<std::size_t>(part.block[a]);
    DoubleDouble left = c.entry(column, column) - part.held_back[a];
    for (std::size_t b = 0; b < a; ++b) {
      DoubleDouble sum = c.entry(column, static_cast<std::size_t>(part.block[b]));
      for (std::size_t k = 0; k < b; ++k) sum -= lower[a][k] * lower[b][k];
      lower[a].push_back(sum / lower[b][b]);
      left -= lower[a][b] * lower[a][b];
    }
    if (!(left.value() > 0)) return {};
    lower[a].push_back(square_root(left));
    const std::vector<DoubleDouble>& own = c.column(column);
    for (std::size_t j = 0; j < size; ++j) {
      DoubleDouble sum = own[j];
      for (std::size_t b = 0; b < a; ++b) sum -= lower[a][b] * shadows[b][j];
      shadows[a][j] = sum / lower[a][a];
    }
  }
  std::vector<std::vector<double>> rounded(m);
  for (std::size_t a = 0; a < m; ++a) {
    for (const DoubleDouble& cell : shadows[a]) rounded[a].push_back(cell.value());
  }
  return rounded;
}

bool twins(const CheckedProblem& problem, std::size_t j, std::size_t l) {
  const double product = problem.given(j, l).value() * problem.given(j, l).value();
  const auto left = [&](std::size_t a, std::size_t b) {
    return problem.given(a, a).value() - product / problem.given(b, b).value() <=
           kTwinShare * base::kDetermined * problem.own[a];
  };
  return left(j, l) && left(l, j);
}

/// d of every outsider when p of them stand together: what the block and p − 1 others leave of it, by dominance.
std::vector<double> outsider_room(const Correlations& c, const CheckedProblem& problem, const SplitClass& part,
                                  const std::vector<std::size_t>& outsiders) {
  const std::size_t size = problem.candidates.size();
  const std::vector<std::vector<double>> shadows = shadows_of(c, size, part);
  if (shadows.empty() && !part.block.empty()) return {};
  const auto weight = [&](std::size_t j) { return part.weights.empty() ? 1.0 : part.weights[j]; };
  std::vector<double> room;
  std::vector<double> row;
  for (const std::size_t j : outsiders) {
    problem.throw_if_stopped();
    double shadow = 0;
    for (const std::vector<double>& line : shadows) shadow += line[j] * line[j];
    const double own = c.entry(j, j).value();
    double left = own - shadow - (static_cast<double>(shadows.size()) + 6) * base::kEpsilon * (std::abs(own) + shadow);
    if (part.p > 1) {
      row.clear();
      for (const std::size_t l : outsiders) {
        if (l == j || twins(problem, j, l)) continue;
        row.push_back(c.outer_bound(j, l, shadows) * weight(l) / weight(j) * (1 + 4 * base::kEpsilon));
      }
      left -= top_sum(row, static_cast<std::size_t>(part.p - 1));
    }
    room.push_back(left);
  }
  return room;
}

}  // namespace

double split_bound(const Workbench& bench, const Leaf& leaf, const SplitClass& part) {
  const Certificate& certificate = bench.certificate();
  const CheckedProblem& problem = bench.problem();
  constexpr double kNoBound = -std::numeric_limits<double>::infinity();
  const Correlations& c = bench.factored();
  const std::size_t size = problem.candidates.size();
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const auto places = certificate.s - static_cast<int>(leaf.in.size());
  for (const int j : leaf.in) {
    if (!holds(part.block, static_cast<std::size_t>(j))) return kNoBound;
  }
  for (const double held_back : part.held_back) {
    if (!(held_back > 0)) return kNoBound;
  }
  const Expansion at = expand(c, size, part.block, part.gamma);
  double value = at.value;
  std::vector<double> gains;
  std::vector<std::size_t> names;  // whose gains
  double sum_of_sizes = std::abs(value);
  for (std::size_t k = 0; k < part.block.size(); ++k) {
    const auto j = static_cast<std::size_t>(part.block[k]);
    const double absent = part.held_back[k] * part.gamma[k] * part.gamma[k] + 2 * at.slope[j] * part.gamma[k];
    value += absent;
    sum_of_sizes += std::abs(absent);
    const double most = gain(part.held_back[k], at.slope[j], part.gamma[k]);
    if (holds(leaf.in, j)) {
      value -= most;
      sum_of_sizes += most;
    } else if (std::find(free.begin(), free.end(), j) != free.end()) {
      gains.push_back(most);
      names.push_back(j);
    }
  }
  std::vector<std::size_t> outsiders;
  for (const std::size_t j : free) {
    if (!holds(part.block, j)) outsiders.push_back(j);
  }
  if (static_cast<std::size_t>(part.p) > outsiders.size()) return std::numeric_limits<double>::infinity();
  value -= part.p == 0 ? most_but_chosen(gains, names, leaf.chosen, static_cast<std::size_t>(places))
                       : top_sum(gains, static_cast<std::size_t>(places - part.p));
  if (part.p > 0) {
    const std::vector<double> room = outsider_room(c, problem, part, outsiders);
    if (room.empty()) return kNoBound;
    std::vector<double> taken;
    for (std::size_t k = 0; k < outsiders.size(); ++k) {
      if (!(room[k] > 0)) return kNoBound;
      const double slope = at.slope[outsiders[k]];
      taken.push_back(slope * slope / room[k] * (1 + 8 * base::kEpsilon));
    }
    value -= top_sum(taken, static_cast<std::size_t>(part.p));
  } else if (shadows_of(c, size, part).empty() && !part.block.empty()) {
    return kNoBound;
  }
  return value - (static_cast<double>(part.block.size()) + 16) * 4 * base::kEpsilon * sum_of_sizes;
}

std::string check_split(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const Certificate& certificate = bench.certificate();
  const CheckedProblem& problem = bench.problem();
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const int places = certificate.s - static_cast<int>(leaf.in.size());
  Regression itself(problem);
  for (const auto* list : {&leaf.in, &leaf.chosen}) {
    for (const int j : *list) itself.push(static_cast<std::size_t>(j));
  }
  if (exceeds(itself.worth(), limit)) return "its own set tells more than the bound";
  for (int p = 0; p <= places; ++p) {
    const auto part = std::find_if(leaf.split.begin(), leaf.split.end(), [p](const auto& own) { return own.p == p; });
    if (part == leaf.split.end()) {
      const auto& block = leaf.split.front().block;  // no part is needed where there are not so many outsiders
      const auto outside = std::count_if(free.begin(), free.end(), [&](std::size_t j) { return !holds(block, j); });
      if (outside >= p) return fmt::format("nothing is said of sets with {} outsiders", p);
      continue;
    }
    const double bound = split_bound(bench, leaf, *part);
    if (!(bound >= limit.residual)) {
      return fmt::format("sets with {} outsiders are only shown to leave {:.12g}, not {:.12g}", p, bound,
                         limit.residual);
    }
  }
  return "";
}

}  // namespace explainee::verify
