#include "explainee/verify/leaves/master_leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {

namespace {

/// More candidates would take too much memory.
constexpr std::size_t kMostForMaster = 12'000;

/// True when two live candidates are the same column without noise: their correlations are singular.
bool have_copies(const Certificate& certificate, const std::vector<std::size_t>& live) {
  std::set<int> seen;
  return std::any_of(live.begin(), live.end(), [&](std::size_t j) {
    const bool noisy = !certificate.noise.empty() && certificate.noise[j] > 0;
    return !noisy && !seen.insert(certificate.candidates[j].columns.front()).second;
  });
}

}  // namespace

std::string check_least_eigenvalue(const Workbench& bench) {
  const CheckedProblem& problem = bench.problem();
  const double delta = bench.certificate().least_eigenvalue.value_or(0);
  const Correlations& c = bench.plain();
  const std::vector<std::size_t>& live = problem.live();
  if (have_copies(bench.certificate(), live)) return "two candidates are the same column, which no eigenvalue allows";
  if (live.size() > kMostForMaster) return "master leaves of so many candidates are too large to be checked";
  const auto n = static_cast<Eigen::Index>(live.size());
  Eigen::MatrixXd matrix(n, n);
  double trace = 0;
  double off = 0;  // how far a cell may lie from its entry
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Ball entry = c.entry(live[static_cast<std::size_t>(i)], live[static_cast<std::size_t>(j)]);
      matrix(i, j) = entry.middle.value();
      off = larger(off, entry.radius + entry.size() * 0x1p-52);
    }
    trace = round_up(trace + std::abs(matrix(i, i)));
  }
  const double slack = factorisation_error(n) * trace + 2 * static_cast<double>(n) * off;
  if (!std::isfinite(slack)) return "the correlations are no numbers";
  matrix.diagonal().array() -= (delta + 2 * slack) * (1 + 0x1p-50);
  return factorise(matrix, problem.control) ? "" : "the correlations are not shown to have so large a least eigenvalue";
}

namespace {

/// What the inequality says of the nodes of a leaf.
class MasterNodes {
 public:
  MasterNodes(const Workbench& bench, const Leaf& leaf)
      : free_(bench.free_candidates(leaf)), gain_(bench.problem().candidates.size(), 0.0), places_(bench.places(leaf)) {
    const double delta = bench.certificate().least_eigenvalue.value_or(0);
    const Correlations& c = bench.plain();
    std::vector<int> columns;
    std::vector<Ball> gamma;
    std::vector<Ball> full(gain_.size());
    for (const auto& [column, value] : leaf.gamma) {
      columns.push_back(column);
      gamma.push_back(c.gamma(value));
      full[static_cast<std::size_t>(column)] = gamma.back();
    }
    const Expansion at = expand(c, gain_.size(), columns, gamma);
    Ball value = at.value;
    for (const int j : columns) {
      const auto own = static_cast<std::size_t>(j);
      value += absent(delta, at.slope[own], full[own]);
    }
    for (const std::size_t j : free_) gain_[j] = gain(delta, at.slope[j], full[j]).upper();
    for (const int j : leaf.in) {
      const auto own = static_cast<std::size_t>(j);
      value -= gain(delta, at.slope[own], full[own]);
    }
    value_ = value;
  }

  [[nodiscard]] bool is_free(int j) const {
    return std::binary_search(free_.begin(), free_.end(), static_cast<std::size_t>(j));
  }
  [[nodiscard]] std::size_t places() const { return places_; }

  /// No set of the node leaves less.
  [[nodiscard]] double whole() const { return less(top_sum(gains_without(-1), places_)); }
  /// The same of its sets that hold this free candidate, where there is a place for it.
  [[nodiscard]] double with(int j) const {
    const double others = top_sum(gains_without(j), places_ - 1);
    return less(round_up(gain_[static_cast<std::size_t>(j)] + others));
  }
  /// The same of its sets without this candidate.
  [[nodiscard]] double without(int j) const { return less(top_sum(gains_without(j), places_)); }

 private:
  [[nodiscard]] double less(double gains) const { return (value_ - Ball(gains)).lower(); }

  [[nodiscard]] std::vector<double> gains_without(int left_out) const {
    std::vector<double> gains;
    for (const std::size_t j : free_) {
      if (static_cast<int>(j) != left_out) gains.push_back(gain_[j]);
    }
    return gains;
  }

  std::vector<std::size_t> free_;
  std::vector<double> gain_;  ///< by candidate, rounded up
  std::size_t places_;
  Ball value_;
};

}  // namespace

double master_bound(const Workbench& bench, const Leaf& leaf) {
  const MasterNodes nodes(bench, leaf);
  if (leaf.one_of.empty() && leaf.not_all_of.empty()) return nodes.whole();
  double least = std::numeric_limits<double>::infinity();
  for (const int j : leaf.one_of) {
    bench.problem().throw_if_stopped();
    if (nodes.is_free(j)) least = smaller(least, nodes.with(j));  // else there is no such set
  }
  for (const int j : leaf.not_all_of) {
    bench.problem().throw_if_stopped();
    least = smaller(least, nodes.without(j));
  }
  return least;
}

std::string check_master(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const double bound = master_bound(bench, leaf);
  if (bound >= limit.residual) return "";
  return fmt::format("its sets are only shown to leave {:.12g} of the prediction, not {:.12g}", bound, limit.residual);
}

}  // namespace explainee::verify
