#include "explainee/verify/leaves/monotone_leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {
namespace {

constexpr int kMostRounds = 6;   ///< of refinement
constexpr double kRidge = 1e-9;  ///< where only an order is asked for

/// Free columns by their place among them, the most needed first.
using Order = std::vector<std::pair<double, std::size_t>>;
/// How many of the first ones no set can hold all of; 0 when one can hold all.
using TooMany = std::function<std::size_t(const Order&)>;

/// The regression on all allowed columns, and what it leaves when one of them is dropped.
///
/// Let A be the columns that a set of the leaf may hold (`in` and free ones), t the places left, and J any t + 1 of the
/// free columns, or any that cost more together than is left of the budget. A set E of the leaf cannot hold all of J,
/// so it lacks some j ∈ J: E ⊆ A∖{j}, and least squares on more columns never leaves more. (Columns of E that count for
/// nothing, since others determine them, only make E leave more than least squares on all of E.) So E leaves at least
/// min over J of R(A∖{j}), where R(A∖{j}) = R(A) + e_j, e_j = γ_j²/P_jj; the largest e_j, as many as it takes, are the
/// best J. If a set may hold all free columns, E leaves at least R(A).
///
/// R of some columns is bounded without trust in any solver: with w = b − Cγ, f(β) = q − 2bᵀβ + βᵀCβ
/// = f(γ) − 2wᵀ(β−γ) + (β−γ)ᵀC(β−γ) ≥ f(γ) − wᵀC⁻¹w ≥ f(γ) − ‖w‖²/δ for every γ and β, where δ > 0 is no larger than
/// any eigenvalue of C; those of a part of C are no smaller than those of C. f(γ) = q − (b + w)ᵀγ. γ comes from double
/// precision and is refined; w is evaluated in double-double. Its rounding is at most (n + 4)·kTiny·a(1 + ‖γ‖₁) where
/// no |b| and no entry of C exceeds a, and r·(1 + ‖γ‖₁) where these are off by r. From then on balls hold what is left
/// out.
class AllowedColumns {
 public:
  AllowedColumns(const EvenedProblem& problem, std::vector<int> positions)
      : problem_(problem), positions_(std::move(positions)), n_(static_cast<Eigen::Index>(positions_.size())) {
    least_ = problem.least_eigenvalue(positions_);
    lower_ = problem.rounded(positions_, positions_);
    factorised_ = least_ > 0 && factorise(lower_, problem.whole.control);
    Eigen::VectorXd cross(n_);
    for (Eigen::Index k = 0; k < n_; ++k) cross[k] = problem.cross[at(k)].value();
    if (factorised_) gamma_ = solve(std::move(cross));
  }

  [[nodiscard]] bool regular() const { return factorised_; }

  /// e_j of every column, as double precision has it.
  [[nodiscard]] Eigen::VectorXd worth() const {
    const Eigen::MatrixXd inverse = lower_.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(n_, n_));
    return gamma_.array().square() / inverse.colwise().squaredNorm().transpose().array();
  }

  /// No regression on the columns but the dropped one (−1: on all) leaves less than this.
  [[nodiscard]] double bound(Eigen::Index dropped) const {
    Eigen::VectorXd through = Eigen::VectorXd::Zero(n_);  // P's column of the dropped one: a move that changes only it
    if (dropped >= 0) through = solve(Eigen::VectorXd::Unit(n_, dropped));
    const auto without = [&](Eigen::VectorXd move) {
      if (dropped < 0) return move;
      move -= through * (move[dropped] / through[dropped]);
      move[dropped] = 0;
      return move;
    };
    std::vector<DoubleDouble> gamma(positions_.size());
    Eigen::VectorXd move = without(gamma_);
    double best = kNoBound;
    for (int round = 0; round < kMostRounds; ++round) {
      for (std::size_t k = 0; k < gamma.size(); ++k) gamma[k] += move[static_cast<Eigen::Index>(k)];
      Eigen::VectorXd slope;
      double loss = 0;
      best = std::max(best, bound_at(gamma, dropped, slope, loss));
      if (!(loss > 1e-13 * problem_.variance.middle.high)) break;  // nothing is to be gained
      move = without(solve(slope));
    }
    return best;
  }

 private:
  [[nodiscard]] Eigen::VectorXd solve(Eigen::VectorXd right) const {
    lower_.triangularView<Eigen::Lower>().solveInPlace(right);
    lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(right);
    return right;
  }

  [[nodiscard]] std::size_t at(Eigen::Index k) const {
    return static_cast<std::size_t>(positions_[static_cast<std::size_t>(k)]);
  }

  /// f(γ) − ‖w‖²/δ, rounded down; `slope` becomes w, 0 for the dropped one, and `loss` what γ is worse than the best.
  [[nodiscard]] double bound_at(const std::vector<DoubleDouble>& gamma, Eigen::Index dropped, Eigen::VectorXd& slope,
                                double& loss) const {
    const std::size_t n = positions_.size();
    std::vector<DoubleDouble> rest(n);
    double length = 0;  // ‖γ‖₁
    for (std::size_t k = 0; k < n; ++k) {
      rest[k] = problem_.cross[static_cast<std::size_t>(positions_[k])];
      length += std::abs(gamma[k].high);
    }
    for (std::size_t l = 0; l < n; ++l) {
      problem_.whole.throw_if_stopped();
      if (gamma[l].high == 0) continue;
      const auto row = static_cast<std::size_t>(positions_[l]);
      const DoubleDouble own = gamma[l];
      for (std::size_t k = 0; k < n; ++k) rest[k] -= problem_.cells(row, static_cast<std::size_t>(positions_[k])) * own;
    }
    const double share = (static_cast<double>(n) + 4) * kTiny * problem_.largest + problem_.radius;
    const double off = round_up(1.01 * share * (1 + 1.01 * length));
    slope.resize(n_);
    Ball value = problem_.variance;
    Ball squares;
    for (std::size_t k = 0; k < n; ++k) {
      const Ball own(rest[k], off);
      const Ball cross(problem_.cross[static_cast<std::size_t>(positions_[k])], problem_.radius);
      value -= (cross + own) * Ball(gamma[k], 0);
      const bool counts = static_cast<Eigen::Index>(k) != dropped;
      slope[static_cast<Eigen::Index>(k)] = counts ? rest[k].value() : 0;
      if (counts) squares += own * own;
    }
    const Ball lost = squares / Ball(least_);
    loss = lost.upper();
    return (value - lost).lower();
  }

  const EvenedProblem& problem_;
  std::vector<int> positions_;
  Eigen::Index n_;
  double least_ = 0;
  Eigen::MatrixXd lower_;  ///< Cholesky factor
  bool factorised_ = false;
  Eigen::VectorXd gamma_;
};

/// The same where A determines some of itself, as what a person sees determines one column by the others: then A∖{j}
/// may still be regular for every j ∈ J, and J are the free ones that the others determine most.
double bound_of_singular(const EvenedProblem& evened, const std::vector<int>& positions, std::size_t free,
                         const TooMany& too_many) {
  const auto n = static_cast<Eigen::Index>(positions.size());
  Eigen::MatrixXd matrix = evened.rounded(positions, positions);
  matrix.diagonal().array() += kRidge;
  const Eigen::MatrixXd inverse = matrix.llt().matrixL().solve(Eigen::MatrixXd::Identity(n, n));
  Order order;
  for (std::size_t k = 0; k < free; ++k) {
    const double determined = inverse.col(static_cast<Eigen::Index>(k)).squaredNorm();
    order.emplace_back(std::isfinite(determined) ? -determined : 0, k);
  }
  std::sort(order.begin(), order.end());
  const std::size_t first = too_many(order);
  if (first == 0) return kNoBound;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < first; ++k) {
    std::vector<int> rest = positions;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(order[k].second));
    const AllowedColumns allowed(evened, rest);
    if (!allowed.regular()) return kNoBound;
    least = smaller(least, allowed.bound(-1));
  }
  return least;
}

}  // namespace

double monotone_bound(const Workbench& bench, const Leaf& leaf) {
  const EvenedProblem& evened = bench.evened();
  const Allowed& allowed = bench.allowed();
  const std::int64_t left = allowed.left_by(leaf.in);
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const std::size_t places = bench.places(leaf);
  const TooMany too_many = [&](const Order& order) {
    std::vector<std::size_t> candidates;
    for (const auto& [key, k] : order) candidates.push_back(free[k]);
    return allowed.too_many(candidates, places, left);
  };
  std::vector<int> positions;  // the free ones first
  for (const std::size_t j : free) positions.push_back(evened.place[j]);
  for (const int j : leaf.in) positions.push_back(evened.place[static_cast<std::size_t>(j)]);
  const AllowedColumns columns(evened, positions);
  if (!columns.regular()) return bound_of_singular(evened, positions, free.size(), too_many);
  const Eigen::VectorXd worth = columns.worth();
  Order order;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const double own = worth[static_cast<Eigen::Index>(k)];
    order.emplace_back(std::isfinite(own) ? -own : 0, k);
  }
  std::sort(order.begin(), order.end());
  const std::size_t first = too_many(order);
  if (first == 0) return columns.bound(-1);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < first; ++k)
    least = smaller(least, columns.bound(static_cast<Eigen::Index>(order[k].second)));
  return least;
}

std::string check_monotone(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const double bound = monotone_bound(bench, leaf);
  if (bound >= limit.residual) return "";
  return fmt::format("its sets are only shown to leave {:.12g} of the prediction, not {:.12g}", bound, limit.residual);
}

}  // namespace explainee::verify
