#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/bits.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/information/diagnostics/diagnose.h"
#include "explainee/information/diagnostics/read_samples.h"
#include "explainee/information/registry.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::Diagnosis;

/// Above so many rows only what is told is looked at.
constexpr std::int64_t kManyRows = 20000;

/// Above so many columns nearest neighbours are known to see too little.
constexpr std::size_t kFewFacts = 2;

struct Target {
  std::string_view name;
  const ListedSet* set;
};

std::vector<std::string> names_of(const ListedSet& set) {
  std::vector<std::string> names;
  for (const Candidate& fact : set.facts) names.push_back(fact.description.name);
  return names;
}

std::vector<Target> targets_of(const Composition& c) {
  std::vector<Target> targets = {{"told", &c.chosen}};
  if (c.answer.rows > kManyRows) return targets;
  const auto add = [&](std::string_view name, const std::optional<ListedSet>& set) {
    if (set && !set->asked.facts.empty() && names_of(*set) != names_of(c.chosen)) targets.push_back({name, &*set});
  };
  add("all", c.impersonal_all);
  add("unknown", c.impersonal_unknown);
  return targets;
}

/// Columns of u but for products of others: a neighbour in these is one in their products.
std::vector<int> plain_summary(const Composition& c) {
  std::vector<int> plain;
  for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
    const person::SummaryColumn& column = c.summary.columns[i];
    const bool product =
        column.statement.empty() && c.gathered.moments->find(column.name, moments::ColumnKind::kProduct) >= 0;
    if (!product) plain.push_back(static_cast<int>(i));
  }
  return plain;
}

information::SampleRequest request_for(const Composition& c, const std::vector<Target>& targets) {
  information::SampleRequest request;
  for (const Target& target : targets) request.sets.push_back(target.set->asked.facts);
  request.summary = plain_summary(c);
  for (const moments::MomentColumn& column : c.gathered.moments->columns) request.column_names.push_back(column.name);
  for (const person::SummaryColumn& column : c.summary.columns) request.summary_names.push_back(column.name);
  request.seed = static_cast<std::uint64_t>(c.request.how.seed);
  return request;
}

base::Message why_not(const Composition& c, const information::Material& material) {
  for (const information::FactColumns& fact : c.chosen.asked.facts) {
    if (fact.noise_variance > 0) return "a fact is shown with noise, which it cannot add";
  }
  return information::why_no_samples(material);
}

/// What the measure says at least and at most of the told set, by whichever of its intervals says so more narrowly: one
/// of them alone may be too wide to say anything near 0.
information::Interval measured_interval(const information::MeasuredSet& told) {
  information::Interval ends{told.corrected_nats, told.corrected_nats};
  const auto& first = told.interval ? told.interval : told.gaussian_interval;
  if (!first) return ends;
  ends = *first;
  if (told.gaussian_interval) {
    ends.low = std::min(ends.low, told.gaussian_interval->low);
    ends.high = std::min(ends.high, told.gaussian_interval->high);
  }
  return ends;
}

/// Of the same set: what finds most, a lower bound perhaps, is nearest to what there is.
const DiagnosticReport& largest(const std::vector<DiagnosticReport>& reports) {
  return *std::max_element(reports.begin(), reports.end(), [](const DiagnosticReport& a, const DiagnosticReport& b) {
    return a.diagnosis.nats < b.diagnosis.nats;  // none is less than any
  });
}

/// Where the measure and the diagnosis of the told set lie apart beyond both intervals.
void compare(Composition& c, const DiagnosticReport& report) {
  const Diagnosis& other = report.diagnosis;
  const information::MeasuredSet& told = c.chosen.measured;
  if (!other.nats || !other.interval || told.infinite) return;
  const information::Interval own = measured_interval(told);
  const auto warn = [&](const char* code, const base::Message& what) {
    c.answer.warnings.push_back(
        {code, base::say("by {} these facts have {:.2f} bits, by {} {:.2f}: {}", c.estimator,
                         base::to_bits(told.corrected_nats), base::option("estimator", report.estimator),
                         base::to_bits(*other.nats), what)});
  };
  if (other.interval->low > own.high) {
    warn("linear_picture_misses", c.estimator == "gaussian"
                                      ? base::say("the linear picture misses part of this; try {} or {}",
                                                  base::option("family", "curves"), base::option("family", "pairs"))
                                      : base::Message("the model of the chances misses part of this"));
  } else if (other.interval->high < own.low && !other.lower_bound && !other.saturated &&
             other.converged.value_or(false) && c.chosen.asked.facts.size() <= kFewFacts) {
    warn("estimators_differ", "a few rows far from the others may make the first too large");
  }
}

/// Nobody named an estimator, and no effort is spared.
bool by_rule(const Composition& c) {
  return c.request.how.estimator == information::kAnyEstimator && c.request.how.effort == request::Effort::kThorough &&
         !c.request.how.paper;
}

/// The diagnostic that was named; by rule neighbours, where there are rows that do not look Gaussian (information §1).
const information::DiagnosticKind* wanted(const Composition& c, const information::Material& material) {
  if (!by_rule(c)) return information::find_diagnostic(c.request.how.estimator, material);
  const bool gaussian = c.chosen.measured.gaussian_interval.has_value();
  return material.rows == nullptr || gaussian ? nullptr : information::find_diagnostic("knn", material);
}

}  // namespace

Result<void> diagnose_sets(Composition& c, const information::Material& material) {
  const information::DiagnosticKind* const kind = wanted(c, material);
  if (kind == nullptr || c.chosen.asked.facts.empty() || c.answer.interrupted) return {};
  const std::vector<Target> targets = targets_of(c);
  const auto report = [&](const Target& target, Diagnosis diagnosis) {
    c.answer.diagnostics.push_back(
        {std::string(kind->name), std::string(target.name), names_of(*target.set), std::move(diagnosis)});
  };
  const auto refused = [&](const base::Message& why) {
    if (by_rule(c)) return;  // nobody asked for it
    c.answer.warnings.push_back(
        {"estimator_refused", base::say("{} says nothing: {}", base::option("estimator", kind->name), why)});
  };
  if (base::Message why = why_not(c, material); !why.empty()) {
    refused(why);
    Diagnosis none;
    none.refusal = std::move(why);
    report(targets.front(), std::move(none));
    return {};
  }
  EXPLAINEE_ASSIGN(const std::vector<information::Sample> samples,
                   information::read_samples(material, request_for(c, targets), c.control));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const information::MadeDiagnostic& made : kind->make(samples[i])) {
      const information::DiagnoseOptions options{static_cast<std::uint64_t>(c.request.how.seed),
                                                 c.judging && i == 0 && !material.blocks};
      EXPLAINEE_ASSIGN(Diagnosis diagnosis, information::diagnose(made, samples[i].rows(), options, c.control));
      if (i == 0 && !diagnosis.refusal.empty()) refused(diagnosis.refusal);
      report(targets[i], std::move(diagnosis));
    }
    if (i == 0) compare(c, largest(c.answer.diagnostics));
  }
  return {};
}

}  // namespace explainee::explain
