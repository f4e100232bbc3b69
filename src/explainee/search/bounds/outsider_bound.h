// explainee/search/bounds/outsider_bound.h: what no set can undercut, split by how many of its columns lie outside a
// block (search §3.3).
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "explainee/search/algebra/row_coherence.h"
#include "explainee/search/bounds/factored_problem.h"
#include "explainee/search/bounds/leaf.h"

namespace explainee::search {

/// All sets that hold `fixed` and at most `places` other allowed columns. The block is fixed, chosen and beside
/// together; a set's outsiders are its columns that are not in the block.
struct Subsets {
  std::vector<int> fixed;     ///< F
  std::vector<int> chosen;    ///< T: with F the node's own best set; every one is allowed
  std::vector<int> beside;    ///< B∖T: allowed columns too much alike to be outsiders
  int places = 0;             ///< t
  std::vector<char> allowed;  ///< n flags: outside the block those that a set may hold; inside it they do not count
};

/// How much is held back for the separable part (D of the master inequality).
struct Shares {
  double fixed = 1e-6;  ///< of the column's variance
  double chosen = 0.8;  ///< of what the rest of the block leaves of the column
  double beside = 0.3;  ///< the same
};

/// The weights behind a sum of dominance; none: all 1.
using Weights = std::shared_ptr<const std::vector<float>>;

/// With δ = β − γ, f(β) = f(γ) − 2ρᵀδ + δᵀCδ, and C − D is positive semidefinite on the block by a factorisation and on
/// at most p outsiders by diagonal dominance of its Schur complement; what remains separates. Everything is rounded
/// outward (search §5): the error of ρ_j is at most ε·κ_j·(√q + Σκ_i|γ_i|).
class OutsiderBound {
 public:
  OutsiderBound(const FactoredProblem& factored, const RowCoherence& coherence)
      : factored_(&factored), coherence_(&coherence) {}

  /// Takes up a node: γ is the regression on fixed and chosen. False when that cannot be computed.
  [[nodiscard]] bool take(const Subsets& node);
  /// Goes on with γ = theta·(that regression) on the chosen, the fixed following; for sets with many outsiders.
  [[nodiscard]] bool shrink(double theta);
  /// Raises what is proven with these shares; false when they are too large for the block. Threads help with a large
  /// block and do not change digits.
  bool raise(const Shares& shares, base::ThreadPool* threads = nullptr);
  /// Raises what is proven with the shares of the last raise() that succeeded, and with these sums for the dominance of
  /// each outsider: row k of (places)×n rows holds what k others can weigh on it (OutsiderMatrix).
  void raise_by(const Eigen::MatrixXd& sums, const Weights& weights);
  /// The same for sets with p outsiders alone.
  void raise_one(int p, const Eigen::MatrixXd& sums, const Weights& weights);

  /// f_V(F ∪ E) is at least this for every set with p outsiders; p ≤ places. With p = 0, F ∪ T itself is left out. −∞
  /// where nothing is proven, +∞ where there is no such set.
  [[nodiscard]] double with_outsiders(int p) const { return bound_[static_cast<std::size_t>(p)]; }
  /// All of them, by p; and takes up again what was proven for the same sets before.
  [[nodiscard]] const std::vector<double>& bounds() const { return bound_; }
  void keep(const std::vector<double>& bounds, const std::vector<SplitPart>& parts);
  /// How each was proven, by p; empty unless remembered.
  [[nodiscard]] const std::vector<SplitPart>& parts() const { return parts_; }
  /// From now on remembers how bounds are proven.
  void remember() { remember_ = true; }
  /// The least of them.
  [[nodiscard]] double least() const;
  /// Of the last raise(): the single outsiders j for which f_V(F ∪ T ∪ {j}) and everything below it is not proven to
  /// exceed `goal`.
  [[nodiscard]] std::vector<int> single_outsiders_within(double goal) const;

  /// True when the block holds more than the fixed and chosen columns.
  [[nodiscard]] bool beside() const { return !node_.beside.empty(); }
  /// How many columns may join the fixed ones.
  [[nodiscard]] int places() const { return node_.places; }
  /// The columns that are allowed and not in the block.
  [[nodiscard]] const std::vector<int>& outsiders() const { return outsiders_; }
  /// |block|×n: Z of the last raise() that succeeded.
  [[nodiscard]] const Eigen::MatrixXd& shadows() const { return shadows_; }
  /// n: how far a computed entry M_jl of row j may be off, whatever l.
  [[nodiscard]] Eigen::VectorXd matrix_error() const;
  /// |ρ_j|, rounded up.
  [[nodiscard]] double slope(int column) const;
  /// 1 − a_j of the k-th outsider, rounded down.
  [[nodiscard]] double room(std::size_t k) const;
  /// What p outsiders may take off so that the bound is still `goal`.
  [[nodiscard]] double allowed_loss(int p, double goal) const;

 private:
  /// The block's part of a bound.
  struct Base {
    double value = 0;
    std::vector<double> gains;  ///< of chosen and beside: what holding each one may take off the value
  };

  [[nodiscard]] bool factor(const Eigen::VectorXd& held_back);
  [[nodiscard]] Base base(const Eigen::VectorXd& held_back) const;
  void block_shadows(base::ThreadPool* threads);
  void regress(double theta);
  [[nodiscard]] bool outsider_gains(int p, const Eigen::MatrixXd* sums, std::vector<double>& gains) const;
  void settle(int p, std::vector<double>& gains, SplitRule rule, const Weights& weights);
  void raise_to(int p, double bound, SplitRule rule, const Weights& weights);
  [[nodiscard]] double within_block(const Base& base) const;

  const FactoredProblem* factored_;
  const RowCoherence* coherence_;
  Subsets node_;
  std::vector<int> block_;
  std::vector<int> outsiders_;
  Eigen::MatrixXd rows_;                    ///< n×|block|: columns of C, rounded
  Eigen::MatrixXd inner_;                   ///< C on the block
  Eigen::LLT<Eigen::MatrixXd> regression_;  ///< of fixed and chosen
  Eigen::VectorXd left_;                    ///< |block|: what the rest of the block leaves of each column, an estimate
  Eigen::VectorXd gamma_;                   ///< |block|
  Eigen::VectorXd rest_;                    ///< n: ρ, rounded
  double at_gamma_ = 0;                     ///< f_V(γ), rounded
  double reach_ = 0;                        ///< √q + Σκ_i|γ_i|
  double epsilon_ = 0;                      ///< ε
  Eigen::MatrixXd lower_;                   ///< factor of C − D on the block
  double inverse_norm_ = 0;                 ///< at least ‖L⁻¹‖
  Eigen::VectorXd held_back_;               ///< |block|: D of the last raise() that succeeded
  Base base_;                               ///< with it
  Eigen::MatrixXd shadows_;                 ///< |block|×n: Z
  Eigen::VectorXd shadow_;                  ///< per outsider: √a_j, rounded up
  std::vector<double> rooms_;               ///< per outsider: room()
  std::vector<double> slope_squares_;       ///< per outsider: slope()²
  double shadow_error_ = 0;                 ///< largest error of a Z_j
  std::vector<double> most_shadow_;         ///< sums of the largest √a_j
  std::vector<double> gains1_;              ///< per outsider: its gain as the only one, by the last raise()
  double base1_ = 0;
  std::vector<double> bound_;
  bool remember_ = false;
  double theta_ = 1;
  std::vector<SplitPart> parts_;
};

/// Sum of the `count` largest, rounded up; reorders `values`, which are not negative.
[[nodiscard]] double top_sum(std::vector<double>& values, std::size_t count);

}  // namespace explainee::search
