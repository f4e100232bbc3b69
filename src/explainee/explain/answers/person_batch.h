// explainee/explain/answers/person_batch.h: the bits of one set for many persons at once (search §7).
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "explainee/explain/answers/verdict_task.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::explain {

using PersonRows = Eigen::Array<double, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// One prediction, u = wᵀz + noise for each person. With h = Σ_EE⁻¹Σ_Eu, den = Σ_uu − Σ_uE·h, γ = Σ_EE⁻¹Σ_Eŷ:
/// σ²(ŷ|u,x_E) = Σ_ŷŷ − Σ_ŷE·γ − (Σ_uŷ − Σ_uE·γ)²/den. Nothing is divided by what is nothing but rounding.
class PersonBatch {
 public:
  PersonBatch(const VerdictTask& task, const person::PersonDraws& draws);

  [[nodiscard]] Eigen::Index persons() const { return inner_.size(); }
  /// σ²(ŷ|u) of each person.
  [[nodiscard]] const PersonRows& before() const { return before_; }
  /// σ²(ŷ|u,x_E) of each person, at least kDetermined of the prediction's own and at most σ²(ŷ|u); false when some
  /// columns of E determine others.
  [[nodiscard]] bool after(std::span<const int> columns, PersonRows& result);

 private:
  const VerdictTask* task_;
  int prediction_;
  double least_;
  Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cross_;  ///< moment columns × persons: Σ_zu
  PersonRows inner_;                                                             ///< Σ_uu
  PersonRows before_;
  Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> solved_;  ///< buffer
  PersonRows left_, shared_;
};

}  // namespace explainee::explain
