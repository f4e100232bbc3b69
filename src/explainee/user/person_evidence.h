// explainee/user/person_evidence.h: how well linear maps of a few features explain answers, in closed form.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "explainee/user/answer_sums.h"

namespace explainee::user {

/// A map that is weighed, as a number of the list that belongs to a set of features.
struct WeighedMap {
  PersonKind kind = PersonKind::kNothing;
  int prediction = 0;     ///< position of the prediction that least squares is for
  int sharpness = 0;      ///< position in the prior's list
  double log_weight = 0;  ///< share of the prior times evidence, up to a constant that all maps share
};

/// Weighs maps against each other. With w ~ N(0, σ²·g·P⁻¹), a flat intercept and p(σ²) ∝ 1/σ², the evidence of T
/// answers is |I + g·P⁻¹X'X|^(−½)·S^(−(T−1)/2), S = y'(I + g·XP⁻¹X')⁻¹y; X, y less their means. P = k·(correlation
/// over all rows) for free weights of k columns, so that what she means varies g times as much as her noise over all
/// rows; a given direction is a single column.
class Evidence {
 public:
  Evidence(const PersonSpace& space, const AnswerSums& sums, const PersonPrior& prior);

  /// Features that vary, by position in the space.
  [[nodiscard]] const std::vector<int>& features() const { return features_; }
  /// The columns of a feature that the ones before it in the same feature do not determine.
  [[nodiscard]] const std::vector<int>& columns(int feature) const {
    return columns_[static_cast<std::size_t>(feature)];
  }
  [[nodiscard]] std::vector<int> columns_of(std::span<const int> features) const;

  /// Adds the maps of a set of features to `maps`; none when some of its columns determine others.
  void weigh(std::span<const int> features, double log_share, std::vector<WeighedMap>& maps);
  /// The maps that need no set of features: nothing, each prediction, everything.
  void weigh_others(std::vector<WeighedMap>& maps);
  /// The whole of a weighed map; probability left to the caller.
  [[nodiscard]] PersonPart describe(std::span<const int> features, const WeighedMap& map) const;

  /// The columns of the map of everything, and the directions in them that her rows span.
  [[nodiscard]] const std::vector<int>& spread() const { return spread_; }
  [[nodiscard]] const Eigen::MatrixXd& seen() const { return seen_; }

 private:
  void gather(std::span<const int> features);
  void weigh_least_squares(double log_share, std::vector<WeighedMap>& maps);
  void weigh_free(double log_share, std::vector<WeighedMap>& maps);
  void look_at_everything();
  [[nodiscard]] double log_evidence(double log_determinant, double squares) const;
  void weigh_direction(WeighedMap map, double inner, double cross, double log_share, std::vector<WeighedMap>& maps);
  [[nodiscard]] PersonPart describe_direction(PersonPart part, const Eigen::VectorXd& direction) const;
  [[nodiscard]] PersonPart describe_free(PersonPart part) const;
  [[nodiscard]] PersonPart describe_everything(PersonPart part) const;

  const PersonSpace* space_;
  const AnswerSums* sums_;
  const PersonPrior* prior_;
  std::vector<int> features_;
  std::vector<std::vector<int>> columns_;
  std::vector<int> spread_;
  Eigen::MatrixXd seen_;
  Eigen::VectorXd stretch_;  ///< squares of the singular values of her rows in those columns
  Eigen::VectorXd along_;    ///< product of the replies with those directions of the answers
  // Of the set that is weighed: k×k matrices by rows, and buffers.
  std::size_t k_ = 0;
  std::vector<int> set_;
  std::vector<double> correlation_, inner_, cross_, factor_, solved_;
  double log_correlation_ = 0;
};

}  // namespace explainee::user
