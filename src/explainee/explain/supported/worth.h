// explainee/explain/supported/worth.h: predictive information and typical error from rows that took no part.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "explainee/explain/supported/held_out_scores.h"

namespace explainee::explain {

/// Mean squares and products of what is left of the targets.
struct Spread {
  Eigen::MatrixXd sum;
  double rows = 0;

  void add(const Eigen::MatrixXd& rests);
  [[nodiscard]] Eigen::MatrixXd variance() const { return sum / rows; }
};

/// Of the matrix that was factored.
[[nodiscard]] double log_determinant(const Eigen::LLT<Eigen::MatrixXd>& factor);

/// What rows or blocks gained, and parts of them on average: what a mean gain and its standard error are made of.
/// From moments there are parts only.
struct Gains {
  Eigen::VectorXd of_group;      ///< weighted sum over the rows of each group
  Eigen::VectorXd group_weight;  ///< sum of weights of each
  std::vector<double> of_part;   ///< mean gain of each part

  struct Mean {
    double nats = 0;
    double error = 0;  ///< of rows or blocks or of parts, whichever is larger
  };
  [[nodiscard]] Mean mean() const;
  /// The same rows, dealt alike: what these gained more.
  [[nodiscard]] Gains beyond(const Gains& other) const;
};

/// What facts are worth to this reader on rows that took no part in reading, shapes, number and choice.
struct HeldOut {
  double nats = 0;         ///< predictive information, mean over rows
  double error = 0;        ///< its standard error, of rows or blocks or of parts, whichever is larger; see allow_for()
  double quantile = 2;     ///< of t, for 95 %
  bool settled = false;    ///< the facts leave nothing: there is no finite figure
  Eigen::VectorXd before;  ///< √ mean squared rest per target, in units of the table
  Eigen::VectorXd after;
  std::optional<double> closer;  ///< share of rows that the facts bring closer; none without rows
  double right_before = 0;       ///< of classes: share named correctly
  double right_after = 0;
  Gains gains;
};

/// What the facts tell on the very rows they were chosen from, less what their degrees of freedom find by chance, is
/// too much; what they are worth to a reader of fewer rows is too little. A part of the distance adds to the error.
void allow_for(double fitted_nats, HeldOut& out);

/// Of the same rows dealt to parts several times: a row's gain is its mean over the deals.
[[nodiscard]] HeldOut averaged(const std::vector<HeldOut>& deals);

/// ½ ln of the ratio of mean squares, or the mean gain in log chance: what `more` says beyond `few`, in nats.
[[nodiscard]] double log_gain(const Scores& few, const Scores& more);

/// Gathers part after part.
class Worth {
 public:
  Worth(const HeldRows& held, const DealtRows& dealt);

  /// A part's scores, and the spread that rows left out inside the fit showed.
  struct Side {
    const Scores& scores;
    const Spread& spread;
  };
  /// `told`: some fact is; else nothing changes.
  void add(const Folds& part, const Side& before, const Side& after, bool told);

  [[nodiscard]] HeldOut result() const;

 private:
  [[nodiscard]] Eigen::VectorXd gains(const Side& before, const Side& after, bool& settled) const;

  const HeldRows& held_;
  const DealtRows& dealt_;
  Gains gains_;
  Eigen::VectorXd before_;
  Eigen::VectorXd after_;
  double weight_ = 0;
  double closer_ = 0;
  double right_before_ = 0;
  double right_after_ = 0;
  bool settled_ = false;
};

}  // namespace explainee::explain
