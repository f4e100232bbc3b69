#include "explainee/information/registry.h"

#include <array>

#include "explainee/information/classes/class_measure.h"
#include "explainee/information/gaussian/gaussian_measure.h"

namespace explainee::information {
namespace {

bool class_and_rows(const Material& material) { return material.classes && material.rows != nullptr; }
bool numbers(const Material& material) { return !material.classes; }

template <class Estimating>
std::unique_ptr<Measure> make(Material material) {
  return std::make_unique<Estimating>(std::move(material));
}

constexpr std::array kEstimators = {
    Estimator{"discrete", "of a class: cells of equal values are counted, or chances fitted by logistic regression",
              class_and_rows, make<ClassMeasure>},
    Estimator{"gaussian", "of numbers: from variances and covariances, exact when rows are Gaussian", numbers,
              make<GaussianMeasure>},
};

}  // namespace

std::span<const Estimator> estimators() { return kEstimators; }

std::unique_ptr<Measure> make_measure(std::string_view name, Material material) {
  for (const Estimator& estimator : kEstimators) {
    if ((name == "auto" || name == estimator.name) && estimator.applies(material))
      return estimator.make(std::move(material));
  }
  return nullptr;
}

}  // namespace explainee::information
