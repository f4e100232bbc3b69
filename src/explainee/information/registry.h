// explainee/information/registry.h: the estimators there are.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "explainee/information/measure.h"

namespace explainee::information {

/// An estimator, and when it is the right one.
struct Estimator {
  std::string_view name;
  std::string_view help;
  bool (*applies)(const Material& material);  ///< whether it can measure this
  std::unique_ptr<Measure> (*make)(Material material);
};

/// In the order in which `auto` tries them.
[[nodiscard]] std::span<const Estimator> estimators();

/// The estimator of this name, or the first that applies for "auto"; null when there is none or it does not apply.
[[nodiscard]] std::unique_ptr<Measure> make_measure(std::string_view name, Material material);

}  // namespace explainee::information
