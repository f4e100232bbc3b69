#include "explainee/information/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "explainee/base/errors/suggestion.h"
#include "explainee/information/classes/class_measure.h"
#include "explainee/information/diagnostics/copula.h"
#include "explainee/information/diagnostics/counted.h"
#include "explainee/information/diagnostics/knn.h"
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

std::vector<MadeDiagnostic> only(MadeDiagnostic made) {
  std::vector<MadeDiagnostic> all;
  all.push_back(std::move(made));
  return all;
}

std::vector<MadeDiagnostic> neighbours(const Sample& sample) {
  std::vector<MadeDiagnostic> all = only(make_knn(sample));
  if (MadeDiagnostic reduced = make_reduced_knn(sample); reduced.diagnostic != nullptr)
    all.push_back(std::move(reduced));
  return all;
}

bool any(const Material& /*material*/) { return true; }

constexpr std::array kDiagnostics = {
    DiagnosticKind{"knn", "from nearest neighbours, whatever the distribution", "anything that has rows", any,
                   neighbours},
    DiagnosticKind{"copula", "Gaussian in the ranks of each column: monotone dependence",
                   "predictions that are numbers, not classes", numbers,
                   [](const Sample& sample) { return only(make_copula(sample)); }},
    DiagnosticKind{"discrete", "cells of equal values are counted", "predictions that are numbers", numbers,
                   [](const Sample& sample) { return only(make_counted(sample)); }},
};

const DiagnosticKind* diagnostic_named(std::string_view name) {
  const auto found =
      std::find_if(kDiagnostics.begin(), kDiagnostics.end(), [&](const auto& kind) { return kind.name == name; });
  return found == kDiagnostics.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Estimator> estimators() { return kEstimators; }

std::span<const DiagnosticKind> diagnostics() { return kDiagnostics; }

std::vector<std::string> estimator_names() {
  std::vector<std::string> names = {std::string(kAnyEstimator)};
  for (const Estimator& estimator : kEstimators) names.emplace_back(estimator.name);
  for (const DiagnosticKind& kind : kDiagnostics) {
    if (std::find(names.begin(), names.end(), kind.name) == names.end()) names.emplace_back(kind.name);
  }
  return names;
}

const DiagnosticKind* find_diagnostic(const std::string& name, const Material& material) {
  const bool measured = std::any_of(kEstimators.begin(), kEstimators.end(), [&](const Estimator& estimator) {
    return estimator.name == name && estimator.applies(material);
  });
  return measured ? nullptr : diagnostic_named(name);
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
  const auto wrong = [&](std::string_view for_what) {
    return Error{ErrorCode::kBadOption, base::say("{} is for {}", base::option("estimator", name), for_what)};
  };
  const DiagnosticKind* const diagnostic = find_diagnostic(name, material);
  if (diagnostic != nullptr && !diagnostic->applies(material)) {
    const auto measure =
        std::find_if(kEstimators.begin(), kEstimators.end(), [&](const Estimator& e) { return e.name == name; });
    return wrong(measure == kEstimators.end() ? diagnostic->for_what : measure->for_what);
  }
  if (diagnostic != nullptr && material.rows == nullptr) {
    return Error{ErrorCode::kNeedsRows, base::say("{} needs the rows, and moments have none; give the table instead",
                                                  base::option("estimator", name))};
  }
  for (const Estimator& estimator : kEstimators) {
    if (name != kAnyEstimator && diagnostic == nullptr && name != estimator.name) continue;
    if (estimator.applies(material)) return &estimator;
    if (name == estimator.name && diagnostic == nullptr) return wrong(estimator.for_what);
  }
  return Error{ErrorCode::kInternal, "no estimator is for such a prediction"};
}

Result<std::unique_ptr<Measure>> make_measure(const std::string& name, Material material) {
  EXPLAINEE_ASSIGN(const Estimator* const estimator, find_estimator(name, material));
  return estimator->make(std::move(material));
}

}  // namespace explainee::information
