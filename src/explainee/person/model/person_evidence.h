// explainee/person/model/person_evidence.h: how well linear maps of a few features explain answers, in closed form.
#pragma once

#include <span>
#include <vector>

#include "explainee/person/model/answer_sums.h"
#include "explainee/person/model/guess.h"

namespace explainee::person {

/// A map that is weighed against others.
struct WeighedMap {
  PersonKind kind = PersonKind::kConstant;
  bool guesses = false;
  int prediction = 0;     ///< position of the prediction that it is about
  int sharpness = 0;      ///< position in the prior's list
  int off_scale = 0;      ///< position in the prior's list
  double log_weight = 0;  ///< share of the prior times evidence
};

/// Weighs maps against each other. On a scale of her own: w ~ N(0, σ²·g·P⁻¹) with a flat intercept and log σ, over
/// ranges wide enough not to matter but for the odds against guessing. The evidence of T answers with weights that sum
/// to W is then (2π)^(−(T−1)/2)·|I + g·P⁻¹X'X|^(−½)·W^(−½)·Γ((T−1)/2)·(S/2)^(−(T−1)/2) by the ranges, S = y'(I +
/// g·XP⁻¹X')⁻¹y; X, y less their means. P = k·(correlation over all rows) for free weights of k columns, so that what
/// she means varies g times as much as her noise over all rows; a given direction is a single column. Guessing:
/// guess.h.
class Evidence {
 public:
  Evidence(const PersonSpace& space, const AnswerSums& sums, const PersonPrior& prior);

  /// Features that vary, by position in the space.
  [[nodiscard]] const std::vector<int>& features() const { return features_; }
  /// The columns of a feature that the ones before it in the same feature do not determine.
  [[nodiscard]] const std::vector<int>& columns(int feature) const {
    return columns_[static_cast<std::size_t>(feature)];
  }

  /// Adds the maps of a set of features to `maps`; none when some of its columns determine others.
  void weigh(std::span<const int> features, double log_share, std::vector<WeighedMap>& maps);
  /// The maps that need no set of features: nothing, each prediction, everything.
  void weigh_others(std::vector<WeighedMap>& maps) const;
  /// The whole of a weighed map; probability left to the caller.
  [[nodiscard]] PersonPart describe(std::span<const int> features, const WeighedMap& map) const;

  /// The directions that her rows span, in the columns of the map of everything.
  [[nodiscard]] const Eigen::MatrixXd& seen() const { return seen_; }

 private:
  void prepare_scale();
  void look_at_everything();
  void gather(std::span<const int> features);
  void weigh_least_squares(double log_share, std::vector<WeighedMap>& maps);
  void weigh_free(double log_share, std::vector<WeighedMap>& maps);
  void weigh_guesses(WeighedMap map, const Direction& direction, double log_share, std::vector<WeighedMap>& maps) const;
  /// Both scales of a direction.
  void weigh_direction(WeighedMap map, const Direction& direction, double log_share,
                       std::vector<WeighedMap>& maps) const;
  [[nodiscard]] double log_evidence(double log_determinant, double squares) const;
  [[nodiscard]] Direction column_direction(int column, int prediction) const;
  [[nodiscard]] PersonPart describe_direction(PersonPart part, const Eigen::VectorXd& weights,
                                              const WeighedMap& map) const;
  [[nodiscard]] PersonPart describe_free(PersonPart part) const;
  [[nodiscard]] PersonPart describe_everything(PersonPart part) const;
  void finish_own_scale(PersonPart& part, double squares) const;

  const PersonSpace* space_;
  const AnswerSums* sums_;
  const PersonPrior* prior_;
  double guessing_ = 0;   ///< prior share of guessers
  double log_guess_ = 0;  ///< what the evidence of every guess has in common
  double log_scale_ = 0;  ///< what the evidence of every map on a scale of her own has in common
  double degrees_ = 1;
  double known_ = 1;  ///< squares to begin with
  std::vector<int> features_;
  std::vector<std::vector<int>> columns_;
  std::vector<int> spread_;
  Eigen::MatrixXd seen_;
  Eigen::VectorXd stretch_;  ///< squares of the singular values of her rows in those columns
  Eigen::VectorXd along_;    ///< product of the replies with those directions of the answers
  Eigen::VectorXd offset_;   ///< mean of her rows less that of all rows, standardised
  // Of the set that is weighed: k×k matrices by rows, and buffers.
  std::size_t k_ = 0;
  std::vector<int> set_;
  std::vector<double> correlation_, inner_, cross_, factor_, solved_;
  double log_correlation_ = 0;
};

}  // namespace explainee::person
