#include "explainee/verify/leaves/split_leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/verify/leaves/outsiders.h"
#include "explainee/verify/names.h"

namespace explainee::verify {
namespace {

constexpr double kNoSet = std::numeric_limits<double>::infinity();

/// What a member of the block that is free takes off at most when it is in.
struct Gain {
  std::size_t candidate;
  double most;
};

double top_gains(const std::vector<Gain>& gains, std::size_t places) {
  std::vector<double> values;
  for (const Gain& own : gains) values.push_back(own.most);
  return top_sum(std::move(values), places);
}

/// The largest sum of at most `places` gains that is not just the gains of all `chosen`: that set is looked at by
/// itself. None when there is no other set.
std::optional<double> most_but_chosen(const std::vector<Gain>& gains, const std::vector<int>& chosen,
                                      std::size_t places) {
  double own = 0;
  std::size_t found = 0;
  std::vector<Gain> others;
  for (const Gain& gain : gains) {
    if (holds(chosen, gain.candidate)) {
      own = round_up(own + gain.most);
      ++found;
    } else {
      others.push_back(gain);
    }
  }
  if (found < chosen.size() || found > places) return top_gains(gains, places);  // no such set here
  // Another set lacks a chosen one, or holds all of them and one more where there is room.
  std::optional<double> most;
  const auto take = [&](double sum) { most = most ? larger(*most, sum) : sum; };
  for (const int left_out : chosen) {
    std::vector<Gain> rest;
    for (const Gain& gain : gains) {
      if (gain.candidate != static_cast<std::size_t>(left_out)) rest.push_back(gain);
    }
    take(top_gains(rest, places));
  }
  if (found < places && !others.empty()) take(round_up(own + top_gains(others, places - found)));
  return most;
}

std::vector<std::size_t> outside(const std::vector<std::size_t>& free, const std::vector<int>& block) {
  std::vector<std::size_t> outsiders;
  for (const std::size_t j : free) {
    if (!holds(block, j)) outsiders.push_back(j);
  }
  return outsiders;
}

/// The largest sum of ρ²/r of p outsiders; infinite when some r is not shown to be positive.
double most_of_outsiders(const Expansion& at, const std::vector<std::size_t>& outsiders,
                         const std::vector<double>& room, std::size_t p) {
  std::vector<double> taken;
  for (std::size_t k = 0; k < outsiders.size(); ++k) {
    if (!(room[k] > 0)) return HUGE_VAL;
    const Ball& slope = at.slope[outsiders[k]];
    taken.push_back((slope * slope / Ball(room[k])).upper());
  }
  return top_sum(std::move(taken), p);
}

}  // namespace

double split_bound(const Workbench& bench, const Leaf& leaf, const SplitClass& part) {
  const CheckedProblem& problem = bench.problem();
  const Correlations& c = bench.factored();
  const std::size_t size = problem.candidates.size();
  const auto p = static_cast<std::size_t>(part.p);
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const std::vector<std::size_t> outsiders = outside(free, leaf.block);
  if (p > outsiders.size() || p > bench.places(leaf)) return kNoSet;
  Shadows shadows;
  if (!find_shadows(c, size, leaf.block, part.d, shadows)) return kNoBound;
  std::vector<Ball> gamma;
  for (const double value : part.gamma) gamma.push_back(c.gamma(value));
  const Expansion at = expand(c, size, leaf.block, gamma);
  Ball value = at.value;
  std::vector<Gain> gains;
  for (std::size_t k = 0; k < leaf.block.size(); ++k) {
    const auto j = static_cast<std::size_t>(leaf.block[k]);
    value += absent(part.d[k], at.slope[j], gamma[k]);
    const Ball most = gain(part.d[k], at.slope[j], gamma[k]);
    if (holds(leaf.in, j)) {
      value -= most;
    } else if (std::binary_search(free.begin(), free.end(), j)) {
      gains.push_back({j, most.upper()});
    }
  }
  if (p == 0) {
    const std::optional<double> most = most_but_chosen(gains, leaf.chosen, bench.places(leaf));
    return most ? (value - Ball(*most)).lower() : kNoSet;
  }
  const std::vector<double> room = outsider_room(c, problem, shadows, outsiders, p, part.weights);
  const double most = top_gains(gains, bench.places(leaf) - p) + most_of_outsiders(at, outsiders, room, p);
  return (value - Ball(round_up(most))).lower();
}

std::string check_split(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge) {
  std::vector<std::size_t> own(leaf.in.begin(), leaf.in.end());
  own.insert(own.end(), leaf.chosen.begin(), leaf.chosen.end());
  const std::vector<int> positions(own.begin(), own.end());
  if (bench.allowed().together(positions) && !judge.within(own))
    return fmt::format("{} is not shown to tell no more than the bound", labels_of(bench.certificate(), own));
  const std::size_t most = std::min(bench.places(leaf), outside(bench.free_candidates(leaf), leaf.block).size());
  for (std::size_t p = 0; p <= most; ++p) {
    const auto part = std::find_if(leaf.classes.begin(), leaf.classes.end(),
                                   [p](const auto& each) { return static_cast<std::size_t>(each.p) == p; });
    if (part == leaf.classes.end()) return fmt::format("nothing is said of sets with {} outside the block", p);
    const double bound = split_bound(bench, leaf, *part);
    if (!(bound >= limit.residual)) {
      return fmt::format(
          "sets with {} outside the block are only shown to leave {:.12g} of the prediction, not {:.12g}", p, bound,
          limit.residual);
    }
  }
  return "";
}

}  // namespace explainee::verify
