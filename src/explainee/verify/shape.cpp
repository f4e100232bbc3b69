#include "explainee/verify/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/verify/problem/checked_problem.h"
#include "explainee/verify/problem/prices.h"

namespace explainee::verify {
namespace {

bool finite(const std::vector<double>& list) {
  return std::all_of(list.begin(), list.end(), [](double value) { return std::isfinite(value); });
}

/// Positions of candidates, none twice.
bool positions(const std::vector<int>& list, std::size_t size) {
  const std::set<int> distinct(list.begin(), list.end());
  const bool inside =
      std::all_of(list.begin(), list.end(), [&](int j) { return j >= 0 && static_cast<std::size_t>(j) < size; });
  return inside && distinct.size() == list.size();
}

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  return std::any_of(a.begin(), a.end(), [&](int j) { return std::find(b.begin(), b.end(), j) != b.end(); });
}

/// The parts of a split are classes of one division of the sets: by how many lie outside one and the same block.
bool sound_split(const Leaf& leaf, std::size_t size, int places) {
  if (leaf.split.empty()) return leaf.kind != Leaf::Kind::kSplit;
  const std::set<int> block(leaf.split.front().block.begin(), leaf.split.front().block.end());
  std::set<int> counts;
  for (const SplitClass& part : leaf.split) {
    const bool lengths = part.held_back.size() == part.block.size() && part.gamma.size() == part.block.size() &&
                         (part.weights.empty() || part.weights.size() == size);
    const bool numbers = finite(part.held_back) && finite(part.gamma) && finite(part.weights) &&
                         std::all_of(part.weights.begin(), part.weights.end(), [](double w) { return w > 0; });
    const bool same_block = std::set<int>(part.block.begin(), part.block.end()) == block;
    if (!lengths || !numbers || !same_block || !positions(part.block, size)) return false;
    if (part.p < 0 || part.p > places || !counts.insert(part.p).second) return false;
  }
  return true;
}

/// Finite, symmetric, one line for each noisy column, each of these once and among those that are as they are.
bool sound_noise(const Who& who) {
  const std::set<std::string> names(who.noisy.begin(), who.noisy.end());
  bool good = names.size() == who.noisy.size() && who.noise.size() == who.noisy.size();
  for (const std::string& name : who.noisy)
    good = good && std::find(who.as_they_are.begin(), who.as_they_are.end(), name) != who.as_they_are.end();
  for (std::size_t i = 0; good && i < who.noise.size(); ++i) {
    good = who.noise[i].size() == who.noise.size() && finite(who.noise[i]) && who.noise[i][i] >= 0;
    for (std::size_t j = 0; good && j < i; ++j) good = who.noise[i][j] == who.noise[j][i];
  }
  return good;
}

bool sound_leaf(const Leaf& leaf, std::size_t size, int s) {
  for (const auto* list : {&leaf.in, &leaf.out, &leaf.never, &leaf.always, &leaf.chosen}) {
    if (!positions(*list, size)) return false;
  }
  if (meet(leaf.in, leaf.out) || meet(leaf.chosen, leaf.in) || meet(leaf.chosen, leaf.out)) return false;
  if (leaf.in.size() + leaf.chosen.size() > static_cast<std::size_t>(s)) return false;
  const bool parts = !leaf.never.empty() || !leaf.always.empty();
  if (parts && leaf.kind != Leaf::Kind::kMaster) return false;
  std::vector<int> moved;
  for (const auto& [column, value] : leaf.gamma) {
    moved.push_back(column);
    if (!std::isfinite(value)) return false;
  }
  return positions(moved, size) && sound_split(leaf, size, s - static_cast<int>(leaf.in.size()));
}

}  // namespace

namespace {

/// Costs are positive, small enough to be added up exactly, and the support can be paid for.
bool sound_prices(const Certificate& c) {
  if (!c.budget) return c.costs.empty();
  const auto within = [](double value, double most) { return value >= 1e-6 && value <= most; };
  return c.costs.size() == c.candidates.size() && within(*c.budget, 1e9) &&
         std::all_of(c.costs.begin(), c.costs.end(), [&](double cost) { return within(cost, 1e6); }) &&
         prices_of(c).left_by(c.support) >= 0;
}

}  // namespace

std::string wrong_shape(const Certificate& c) {
  const std::size_t size = c.candidates.size();
  if (!sound_noise(c.who)) return "the noise of what she has makes no sense";
  if (c.prediction.empty() || c.s < 1 || c.support.size() > static_cast<std::size_t>(c.s) ||
      !positions(c.support, size))
    return "its prediction, number of facts or support makes no sense";
  const std::set<std::string> draws(c.prediction.begin(), c.prediction.end());
  if (c.draws && (draws.size() < 2 || draws.size() != c.prediction.size())) return "its draws make no sense";
  if (!sound_prices(c)) return "its costs make no sense, or its support costs more than its budget";
  if (!std::isfinite(c.resolution_variance) || c.resolution_variance < 0 || !finite(c.bias_nats))
    return "its objective makes no sense";
  for (const CandidateFact& fact : c.candidates) {
    const bool noise = std::isfinite(fact.noise_variance) && fact.noise_variance >= 0;
    if (!noise || (fact.noise_variance > 0 && fact.columns.size() != 1))
      return fmt::format("the noise of '{}' makes no sense", fact.name);
  }
  if (c.unit.size() != size || c.scores.size() != c.factors.size() || !finite(c.unit) || !finite(c.scores))
    return "its units and factors do not fit its candidates";
  for (const auto& factor : c.factors) {
    if (factor.size() != size || !finite(factor)) return "a factor does not fit its candidates";
  }
  for (const Leaf& leaf : c.leaves) {
    if (!sound_leaf(leaf, size, c.s)) return "a leaf makes no sense";
  }
  return "";
}

namespace {

/// Its own column, all levels of its category but the first, or all terms of its curve.
bool is_what_it_says(const CandidateFact& candidate, const moments::Moments& moments) {
  const int at = moments.find(candidate.name);
  const bool number = at >= 0 && moments.columns[static_cast<std::size_t>(at)].kind == moments::ColumnKind::kNumber;
  if (number) return candidate.columns == std::vector<std::string>{candidate.name};
  const std::string term = candidate.name + "#";
  std::vector<std::string> levels;
  std::vector<std::string> terms;
  for (const moments::MomentColumn& column : moments.columns) {
    if (column.kind == moments::ColumnKind::kLevel && column.source == candidate.name) levels.push_back(column.name);
    const bool derived = column.kind == moments::ColumnKind::kNumber && column.index < 0;
    if (derived && column.name.starts_with(term)) terms.push_back(column.name);
  }
  if (!levels.empty()) levels.erase(levels.begin());
  return candidate.columns == levels || candidate.columns == terms;
}

}  // namespace

bool is_group(const CandidateFact& candidate, const moments::Moments& moments) {
  return !is_what_it_says(candidate, moments);
}

std::string wrong_names(const Certificate& certificate, const moments::Moments& moments, const base::Control& control) {
  std::set<std::string> names;
  for (const CandidateFact& candidate : certificate.candidates) {
    if (control.cancelled()) throw Stopped{};
    if (candidate.columns.empty()) return fmt::format("the candidate '{}' has no columns", candidate.name);
    if (!names.insert(candidate.name).second) return fmt::format("two candidates are called '{}'", candidate.name);
    if (!is_group(candidate, moments)) continue;
    const bool taken = std::any_of(moments.columns.begin(), moments.columns.end(), [&](const auto& column) {
      return column.name == candidate.name || column.source == candidate.name;
    });
    if (taken) return fmt::format("the candidate '{}' is not the column of its name", candidate.name);
  }
  return "";
}

}  // namespace explainee::verify
