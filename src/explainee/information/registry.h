// explainee/information/registry.h: the estimators there are: measures, in which the answer is told, and diagnostics,
// which check it from the rows.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/information/diagnostics/diagnostic.h"
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

/// A diagnostic, and when it is the right one; its figures stand beside those of a measure.
struct DiagnosticKind {
  std::string_view name;
  std::string_view help;
  std::string_view for_what;
  bool (*applies)(const Material& material);
  std::vector<MadeDiagnostic> (*make)(const Sample& sample);  ///< one, or more that are said side by side
};

/// Lets the first estimator that applies do it.
inline constexpr std::string_view kAnyEstimator = "auto";

/// In the order in which `auto` tries them.
[[nodiscard]] std::span<const Estimator> estimators();

/// Those that check it; a name that is a measure's too is meant where that does not apply.
[[nodiscard]] std::span<const DiagnosticKind> diagnostics();

/// What may be asked for: `auto` and the names of all estimators.
[[nodiscard]] std::vector<std::string> estimator_names();

/// kBadOption, with what there is, when there is no such estimator.
[[nodiscard]] base::Result<void> check_estimator(const std::string& name);

/// The measure of this name, or the first that applies for `auto` and for diagnostics. kBadOption when there is none or
/// it is not for this, which it then says; kNeedsRows for a diagnostic without rows.
[[nodiscard]] base::Result<const Estimator*> find_estimator(const std::string& name, const Material& material);

/// The diagnostic that is asked for by this name, which find_estimator() takes; null: none.
[[nodiscard]] const DiagnosticKind* find_diagnostic(const std::string& name, const Material& material);

/// That estimator at work.
[[nodiscard]] base::Result<std::unique_ptr<Measure>> make_measure(const std::string& name, Material material);

}  // namespace explainee::information
