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

/// What facts are worth to this reader on rows that took no part in reading, shapes, number and choice.
struct HeldOut {
  double nats = 0;         ///< predictive information, mean over rows
  double error = 0;        ///< its standard error, of rows or blocks or of parts, whichever is larger
  double quantile = 2;     ///< of t, for 95 %
  bool settled = false;    ///< the facts leave nothing: there is no finite figure
  Eigen::VectorXd before;  ///< √ mean squared rest per target, in units of the table
  Eigen::VectorXd after;
  double closer = 0;        ///< share of rows that the facts bring closer
  double right_before = 0;  ///< of classes: share named correctly
  double right_after = 0;
};

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
  std::vector<double> parts_;  // mean gain of each
  Eigen::VectorXd of_group_;   // weighted sum of gains
  Eigen::VectorXd before_;
  Eigen::VectorXd after_;
  double gain_ = 0;
  double weight_ = 0;
  double closer_ = 0;
  double right_before_ = 0;
  double right_after_ = 0;
  bool settled_ = false;
};

}  // namespace explainee::explain
