// explainee/information/registry.h: the estimators there are.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/information/measure.h"

namespace explainee::information {

/// An estimator, and when it is the right one.
struct Estimator {
  std::string_view name;
  std::string_view help;
  std::string_view for_what;                  ///< as in "it is for …": said where it cannot measure what is asked
  bool (*applies)(const Material& material);  ///< whether it can measure this
  std::unique_ptr<Measure> (*make)(Material material);
};

/// Lets the first estimator that applies do it.
inline constexpr std::string_view kAnyEstimator = "auto";

/// In the order in which `auto` tries them.
[[nodiscard]] std::span<const Estimator> estimators();

/// What may be asked for: `auto` and the names of all estimators.
[[nodiscard]] std::vector<std::string> estimator_names();

/// kBadOption, with what there is, when there is no such estimator.
[[nodiscard]] base::Result<void> check_estimator(const std::string& name);

/// The estimator of this name, or the first that applies for `auto`. kBadOption when there is none or it is not for
/// this, which it then says.
[[nodiscard]] base::Result<const Estimator*> find_estimator(const std::string& name, const Material& material);

/// That estimator at work.
[[nodiscard]] base::Result<std::unique_ptr<Measure>> make_measure(const std::string& name, Material material);

}  // namespace explainee::information
