// explainee/search/bounds/perspective_bound.h: what no set can undercut when the correlations have a smallest
// eigenvalue (search §4).
#pragma once

#include <hwy/aligned_allocator.h>

#include <Eigen/Dense>
#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/bounds/outsider_bound.h"

namespace explainee::search {

/// Where coordinate descent starts and what it leaves.
struct PerspectiveStart {
  std::vector<std::pair<int, float>> gamma;  ///< by column; empty: the regression on the chosen columns
  double level = 0;                          ///< λ of the penalty; 0: from that regression
};

/// What all nodes share: δ as least_eigenvalue() proved it, and the correlations once more in single precision: they
/// lead to γ, and γ needs no proof.
struct PerspectiveSetting {
  /// `control` may stop it: then it is not complete and of no use.
  PerspectiveSetting(const FactoredProblem& factored, double delta, const base::Control& control = {});

  bool complete = true;
  const FactoredProblem* factored;
  double delta;
  std::size_t stride;
  hwy::AlignedFreeUniquePtr<float[]> rows;  ///< C, n rows of `stride` numbers
};

/// The master inequality with D = δI, which holds for every set: f(β) ≥ q − γᵀQγ − Σ_F w²/δ − TopSum_t(w²/δ), Q = C −
/// δI, w = b − Qγ. γ comes from coordinate descent on the relaxation with the reverse Huber penalty; it need not be
/// optimal.
class PerspectiveBound {
 public:
  explicit PerspectiveBound(const PerspectiveSetting& setting)
      : setting_(&setting), factored_(setting.factored), delta_(setting.delta) {}

  /// f_V of every set of the node is at least this; stops once it exceeds `goal`, or when the caller stops. The best γ
  /// is left in `start`. Whatever is chosen or beside counts as allowed.
  [[nodiscard]] double prove(const Subsets& node, double goal, const base::Control& control, PerspectiveStart& start);

  /// After prove(): allowed columns that no set up to `goal` holds, and those that every such set holds.
  [[nodiscard]] std::vector<int> never(double goal) const;
  [[nodiscard]] std::vector<int> always(double goal) const;

 private:
  void begin(const Subsets& node, const PerspectiveStart& start);
  void refresh_rest();
  [[nodiscard]] double estimate();
  [[nodiscard]] double evaluate();
  void descend();
  void update(int column, bool fixed);
  [[nodiscard]] double share_in() const;

  const PerspectiveSetting* setting_;
  const FactoredProblem* factored_;
  double delta_;
  std::vector<int> free_;
  std::vector<int> fixed_;
  int places_ = 0;
  Eigen::VectorXd beta_;       ///< n: γ
  Eigen::VectorXd rest_;       ///< n: b − Cγ, rounded
  std::vector<float> rough_;   ///< the same while γ is looked for
  std::vector<double> gains_;  ///< per free column: w²/δ, rounded up
  double level_ = 0;           ///< λ
  std::vector<double> sorted_;
  double bound_ = 0;
  double inside_ = 0;   ///< t-th largest gain
  double outside_ = 0;  ///< the next
};

}  // namespace explainee::search
