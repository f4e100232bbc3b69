#include "explainee/information/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "explainee/base/errors/suggestion.h"
#include "explainee/information/classes/class_measure.h"
#include "explainee/information/gaussian/gaussian_measure.h"

namespace explainee::information {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

bool class_and_rows(const Material& material) { return material.classes && material.rows != nullptr; }
bool numbers(const Material& material) { return !material.classes; }

template <class Estimating>
std::unique_ptr<Measure> make(Material material) {
  return std::make_unique<Estimating>(std::move(material));
}

constexpr std::array kEstimators = {
    Estimator{"discrete", "of a class: cells of equal values are counted, or chances fitted by logistic regression",
              "a prediction that is a class, a text or a number that is always 0 or 1, and needs the rows",
              class_and_rows, make<ClassMeasure>},
    Estimator{"gaussian", "of numbers: from variances and covariances, exact when rows are Gaussian",
              "predictions that are numbers, not classes", numbers, make<GaussianMeasure>},
};

}  // namespace

std::span<const Estimator> estimators() { return kEstimators; }

std::vector<std::string> estimator_names() {
  std::vector<std::string> names = {std::string(kAnyEstimator)};
  for (const Estimator& estimator : kEstimators) names.emplace_back(estimator.name);
  return names;
}

Result<void> check_estimator(const std::string& name) {
  const std::vector<std::string> names = estimator_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  return Error{ErrorCode::kBadOption,
               fmt::format("'{}' is not known; choose {}{}", name, fmt::join(names, ", "),
                           base::did_you_mean(name, names, base::quoted)),
               base::option("estimator")};
}

Result<const Estimator*> find_estimator(const std::string& name, const Material& material) {
  EXPLAINEE_TRY(check_estimator(name));
  for (const Estimator& estimator : kEstimators) {
    if (name != kAnyEstimator && name != estimator.name) continue;
    if (estimator.applies(material)) return &estimator;
    if (name == estimator.name)
      return Error{ErrorCode::kBadOption,
                   base::say("{} is for {}", base::option("estimator", name), estimator.for_what)};
  }
  return Error{ErrorCode::kInternal, "no estimator is for such a prediction"};
}

Result<std::unique_ptr<Measure>> make_measure(const std::string& name, Material material) {
  EXPLAINEE_ASSIGN(const Estimator* const estimator, find_estimator(name, material));
  return estimator->make(std::move(material));
}

}  // namespace explainee::information
