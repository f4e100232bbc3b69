#include "explainee/view/families/families_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/printable/printable.h"
#include "explainee/view/make_view.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/person_text.h"

namespace explainee::view {
namespace {

using explain::FamilyComparison;
using explain::FamilyCurve;
using explain::FamilyPoint;

FamilyStep step_of(const FamilyPoint& point, double slope, double before) {
  const double bits = base::to_bits(point.set.nats);
  const double error = slope * point.after.front();
  FamilyStep step;
  step.bits = {bits, point.set.infinite ? "∞" : fmt::format("{:.3f}", bits)};
  step.error = {error, number_at_scale(error, slope * before)};
  step.seconds = point.seconds < 0.001 ? "<0.001" : fmt::format("{:.3f}", point.seconds);
  step.infinite = point.set.infinite;
  step.optimal = point.optimal;
  return step;
}

FamilyView family_of(const FamilyCurve& curve, double slope) {
  const double before = curve.before.front();
  FamilyView family;
  family.name = curve.family;
  family.candidates = curve.candidates;
  family.before = {slope * before, number_at_scale(slope * before, slope * before)};
  for (const FamilyPoint& point : curve.points) family.steps.push_back(step_of(point, slope, before));
  if (!family.steps.empty()) {
    const FamilyStep& last = family.steps.back();
    family.end = last.infinite ? "∞" : fmt::format("{:.2f}", last.bits.value);
  }
  return family;
}

std::vector<std::string> notes_of(const FamilyComparison& comparison, const PlainNames& names,
                                  const base::Speech& speech) {
  const std::string& column = comparison.about.predictions.front();
  const std::string unit = names.unit_of_differences(column);
  std::vector<std::string> notes = {
      fmt::format("error: the typical error about {}{}; \"none\" is before any fact. Each bit halves it.",
                  names.name(column), unit.empty() ? "" : ", in " + unit),
      "seconds: of the search with its proof, once the table is read."};
  const auto unproven = [](const FamilyCurve& curve) {
    return std::any_of(curve.points.begin(), curve.points.end(), [](const FamilyPoint& p) { return !p.optimal; });
  };
  if (std::any_of(comparison.curves.begin(), comparison.curves.end(), unproven))
    notes.emplace_back("*: the best found, not proven best.");
  for (const explain::SetAside& aside : comparison.left_out)
    notes.push_back(fmt::format("Left out: {} ({}).", base::printable(aside.name), base::text(aside.reason, speech)));
  return notes;
}

}  // namespace

FamiliesView families_view(const FamilyComparison& comparison, const PlainNames& names, const base::Speech& speech) {
  FamiliesView view;
  view.subject = subject_name(comparison.about, names);
  view.person = person_text(comparison.about, names);
  view.rows = comparison.about.rows;
  const double slope = std::abs(names.slope(comparison.about.predictions.front()).value_or(1));
  for (const FamilyCurve& curve : comparison.curves) view.families.push_back(family_of(curve, slope));
  view.notes = notes_of(comparison, names, speech);
  return view;
}

}  // namespace explainee::view
