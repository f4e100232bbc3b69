#include "explainee/search/bounds/bound_sequence.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "explainee/search/bounds/outsider_matrix.h"

namespace explainee::search {
namespace {

constexpr double kChosenShares[] = {0.8, 0.5, 0.25, 0.1, 0.03};  ///< of the chosen columns …
constexpr double kBesideShares[] = {0.3, 0.15};                  ///< … and of those beside them
constexpr int kMostShares = 2;                                   ///< the first so many that the block allows
constexpr double kFloors[] = {1, 0.6, 0.45, 0.3};                ///< κ of the weights; 1: no weights
constexpr double kSequenceThetas[] = {0.5, 0.35, 0.2, 0};        ///< of smaller coefficients
constexpr int kWeightSteps = 12;                                 ///< of the adapted weights
constexpr double kLeastSequenceWeight = 1e-3;                    ///< of the largest

/// One node on its way up.
struct Climb {
  const OutsiderMatrix& matrix;
  const Eigen::VectorXd& error;
  double goal;
  int columns;
  base::ThreadPool& threads;
  const base::Control& control;
  OutsiderBound& bound;
  const BoundSteps& steps;
  int places = bound.places();

  [[nodiscard]] bool done() const { return bound.least() > goal; }
  [[nodiscard]] bool open(int p) const { return !(bound.with_outsiders(p) > goal); }
  [[nodiscard]] std::optional<Eigen::MatrixXd> sums(const std::vector<float>& weights, int most) const {
    return matrix.top_sums(weights, most, error, threads, control);
  }

  [[nodiscard]] std::vector<float> floored(double floor) const;
  [[nodiscard]] bool weighted();
  [[nodiscard]] bool adapted(int p);
  [[nodiscard]] bool adapted();
};

/// π = max(|ρ|, κ·max|ρ|), scaled so that the largest is 1.
std::vector<float> Climb::floored(double floor) const {
  double most = 0;
  for (const int j : bound.outsiders()) most = std::max(most, bound.slope(j));
  std::vector<float> weights(static_cast<std::size_t>(columns), 0.0F);
  for (const int j : bound.outsiders()) {
    const double share = most > 0 ? bound.slope(j) / most : 1;
    weights[static_cast<std::size_t>(j)] = static_cast<float>(std::max(share, floor));
  }
  return weights;
}

/// False when stopped.
bool Climb::weighted() {
  for (const double floor : kFloors) {
    const auto weights = std::make_shared<std::vector<float>>(floored(floor));
    const std::optional<Eigen::MatrixXd> by_row = sums(*weights, places - 1);
    if (!by_row) return false;
    bound.raise_by(*by_row, floor < 1 ? weights : nullptr);
    if (done() || !steps.floored) break;
  }
  return true;
}

/// Looks for weights under which each outsider keeps room for its share of the allowed loss; false when stopped.
bool Climb::adapted(int p) {
  const double loss = bound.allowed_loss(p, goal);
  if (!(loss > 0)) return true;
  const double share = loss / p;
  const std::vector<int>& outsiders = bound.outsiders();
  std::vector<double> room(outsiders.size());
  for (std::size_t k = 0; k < outsiders.size(); ++k) {
    const double slope = bound.slope(outsiders[k]);
    room[k] = bound.room(k) - slope * slope / share;
    if (!(room[k] > 0)) return true;
  }
  std::vector<float> weights = floored(0.45);
  double before = 1e300;
  for (int step = 0; step < kWeightSteps; ++step) {
    const std::optional<Eigen::MatrixXd> by_row = sums(weights, p - 1);
    if (!by_row) return false;
    bound.raise_one(p, *by_row, std::make_shared<std::vector<float>>(weights));
    if (!open(p)) return true;
    double worst = 0;
    double most = 0;
    std::vector<double> next(outsiders.size());
    for (std::size_t k = 0; k < outsiders.size(); ++k) {
      const int j = outsiders[k];
      const double pressure = (*by_row)(p - 1, j) / room[k];
      worst = std::max(worst, pressure);
      next[k] = static_cast<double>(weights[static_cast<std::size_t>(j)]) * std::sqrt(pressure);
      most = std::max(most, next[k]);
    }
    if (!(most > 0) || (step > 2 && worst > 0.995 * before)) return true;
    before = worst;
    for (std::size_t k = 0; k < outsiders.size(); ++k) {
      weights[static_cast<std::size_t>(outsiders[k])] =
          static_cast<float>(std::max(next[k] / most, kLeastSequenceWeight));
    }
  }
  return true;
}

/// Weights adapted to each number of outsiders that is still open; false when stopped.
bool Climb::adapted() {
  if (!steps.adapted) return true;
  for (int p = 1; p <= places; ++p) {
    if (open(p) && !adapted(p)) return false;
  }
  return true;
}

std::vector<Shares> shares_to_try(bool beside) {
  std::vector<Shares> list;
  for (const double held_beside : kBesideShares) {
    for (const double chosen : kChosenShares) {
      Shares shares;
      shares.chosen = chosen;
      shares.beside = held_beside;
      list.push_back(shares);
    }
    if (!beside) break;
  }
  return list;
}

}  // namespace

bool climb(const FactoredProblem& factored, const Twins& twins, double goal, base::ThreadPool& threads,
           const base::Control& control, OutsiderBound& bound, const BoundSteps& steps) {
  std::optional<OutsiderMatrix> matrix;
  Eigen::VectorXd error;
  int tried = 0;
  for (const Shares& shares : shares_to_try(bound.beside())) {
    if (tried == kMostShares) break;
    if (!bound.raise(shares, &threads)) continue;
    ++tried;
    if (bound.outsiders().empty() || bound.least() > goal) return true;
    matrix.reset();  // one at a time: it is half as large as the Gram matrix
    matrix = OutsiderMatrix::make(factored, bound.shadows(), twins, threads, control);
    if (!matrix) return false;
    error = bound.matrix_error();
    Climb climb{*matrix, error, goal, factored.size(), threads, control, bound, steps};
    if (!climb.weighted()) return false;
    if (climb.done()) return true;
  }
  if (!matrix) return true;
  Climb climb{*matrix, error, goal, factored.size(), threads, control, bound, steps};
  if (!climb.adapted()) return false;
  for (const double theta : kSequenceThetas) {
    if (climb.done() || !steps.shrunken) return true;
    if (!bound.shrink(theta)) return true;
    if (!climb.weighted() || !climb.adapted()) return false;
  }
  return true;
}

}  // namespace explainee::search
