// explainee/search/perspective_bound.h: what no set can undercut when the correlations have a smallest eigenvalue
// (search §4).
#pragma once

#include <Eigen/Dense>
#include <utility>
#include <vector>

#include "explainee/search/freed_problem.h"
#include "explainee/search/outsider_bound.h"

namespace explainee::search {

/// A few coefficients by column.
using Sparse = std::vector<std::pair<int, double>>;

/// The master inequality with D = δI, which holds for every set: f(β) ≥ q − γᵀQγ − Σ_F w²/δ − TopSum_t(w²/δ), Q = C −
/// δI, w = b − Qγ. γ comes from coordinate descent on the relaxation with the reverse Huber penalty; it need not be
/// optimal.
class PerspectiveBound {
 public:
  /// `delta` as least_eigenvalue() proved it for this problem.
  PerspectiveBound(const FreedProblem& freed, double delta) : freed_(&freed), delta_(delta) {}

  /// f_V of every set of the node is at least this; stops once it exceeds `goal`. γ starts from `gamma` and the best
  /// one is left there. Whatever is chosen or beside counts as allowed.
  [[nodiscard]] double prove(const Subsets& node, double goal, Sparse& gamma);

  /// After prove(): allowed columns that no set up to `goal` holds, and those that every such set holds.
  [[nodiscard]] std::vector<int> never(double goal) const;
  [[nodiscard]] std::vector<int> always(double goal) const;

 private:
  /// One γ and what it proves.
  struct State {
    Eigen::VectorXd beta;  ///< n: γ
    Eigen::VectorXd rest;  ///< n: b − Cγ, rounded
  };

  void start(const Sparse& gamma);
  void refresh_rest();
  [[nodiscard]] double evaluate();
  void descend(double level);
  void update(int column, double level, bool fixed);

  const FreedProblem* freed_;
  double delta_;
  std::vector<int> free_;
  std::vector<int> fixed_;
  int places_ = 0;
  State state_;
  std::vector<double> gains_;  ///< per free column: w²/δ, rounded up
  double level_ = 0;           ///< between the t-th and the next largest gain
  std::vector<double> sorted_;
  double bound_ = 0;  ///< the best so far, and what came with it
  Eigen::VectorXd best_;
  std::vector<double> best_gains_;
  double inside_ = 0;   ///< t-th largest of them
  double outside_ = 0;  ///< the next
};

}  // namespace explainee::search
