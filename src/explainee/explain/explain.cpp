#include "explainee/explain/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "explainee/base/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/composer.h"
#include "explainee/explain/row_pass.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Clock = std::chrono::steady_clock;

/// Seconds between the stages, for --timings.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<Timing>& timings) : timings_(timings) {}
  void lap(std::string stage) {
    const Clock::time_point now = Clock::now();
    timings_.push_back({std::move(stage), std::chrono::duration<double>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<Timing>& timings_;
  Clock::time_point last_ = Clock::now();
};

/// Checks what every public caller could get wrong: ranges and choices, from the option records.
Result<void> validate(const Options& options, const std::vector<base::Option<Options>>& records) {
  for (const auto& record : records) {
    const auto in_range = [&](double value) -> Result<void> {
      if (value >= record.low && value <= record.high) return {};
      return Error{ErrorCode::kBadOption,
                   fmt::format("--{} {} is out of range; it must be at least {}", record.name, value, record.low), ""};
    };
    Result<void> checked;
    if (const auto* whole = std::get_if<int Options::*>(&record.field)) checked = in_range(options.*(*whole));
    if (const auto* real = std::get_if<double Options::*>(&record.field)) checked = in_range(options.*(*real));
    if (const auto* maybe = std::get_if<std::optional<int> Options::*>(&record.field)) {
      if (options.*(*maybe)) checked = in_range(*(options.*(*maybe)));
    }
    if (const auto* maybe = std::get_if<std::optional<double> Options::*>(&record.field)) {
      if (options.*(*maybe)) checked = in_range(*(options.*(*maybe)));
    }
    if (const auto* text = std::get_if<std::string Options::*>(&record.field);
        text != nullptr && !record.choices.empty()) {
      const std::vector<std::string> choices = data::split_list(record.choices, '|');
      if (std::find(choices.begin(), choices.end(), options.*(*text)) == choices.end()) {
        checked = Error{
            ErrorCode::kBadOption,
            fmt::format("--{} {} is not known; choose {}", record.name, options.*(*text), fmt::join(choices, ", ")),
            ""};
      }
    }
    if (!checked.ok()) return checked;
  }
  return {};
}

Result<Composition> begin(const Input& input, const Options& options, bool judging, const base::Control& control) {
  EXPLAINEE_TRY(validate(options, judging ? score_options() : explain_options()));
  Composition c;
  c.options = options;
  c.control = control;
  c.control.threads = base::resolve_threads(options.threads);
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_ASSIGN(c.gathered, gather(input, options, judging, c.control));
  watch.lap("reading and moments");
  c.searching = c.control;
  if (options.time_limit_seconds) {
    c.searching.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(*options.time_limit_seconds));
  }
  EXPLAINEE_TRY(prepare(c));
  watch.lap("conditioning");
  return c;
}

Result<Explanation> finish(Composition& c, Stopwatch& watch) {
  describe_facts(c);
  measure_information(c);
  watch.lap("information and honesty");
  add_impersonal(c);
  watch.lap("impersonal");
  EXPLAINEE_TRY(look_at_rows(c));
  watch.lap("second pass");
  add_warnings(c);
  return std::move(c.answer);
}

}  // namespace

Result<void> look_at_rows(Composition& c) {
  if (c.gathered.table == nullptr || (c.control.cancelled() && !c.options.row)) return {};
  const Fit fit = fit_set(c.setting, c.problem, c.solution.best.set);
  const RowModel model = make_row_model(c.setting, c.total, fit, c.answer.information.infinite);
  std::optional<RowParts> parts;
  base::Control control = c.control;
  control.cancel = nullptr;  // a search that was cut short still gets its row explained
  if (c.options.row) {
    EXPLAINEE_ASSIGN(parts,
                     explain_row(c.gathered, c.setting, fit, model, c.solution.best.set, *c.options.row, control));
  }
  EXPLAINEE_ASSIGN(const RowSums sums, sum_rows(c.gathered, model, parts ? &parts->residuals : nullptr, control));
  for (Eigen::Index k = 0; k < sums.helped.size(); ++k) {
    c.answer.uncertainty.helped.push_back(sums.helped[k] / sums.weight);
    if (!parts) continue;
    parts->row.one_in_before.push_back(sums.weight / sums.as_far_before[k]);
    parts->row.one_in_after.push_back(sums.weight / sums.as_far_after[k]);
  }
  if (parts) {
    // The parts of the row stand in the order of the facts.
    std::vector<Contribution>& list = parts->row.contributions;
    const auto place = [&](const Contribution& part) {
      return std::find_if(c.answer.facts.begin(), c.answer.facts.end(),
                          [&](const Fact& fact) { return fact.name == part.name; }) -
             c.answer.facts.begin();
    };
    std::sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
    c.answer.row = std::move(parts->row);
  }
  return {};
}

void add_warnings(Composition& c) {
  std::vector<Warning>& warnings = c.answer.warnings;
  warnings.insert(warnings.end(), c.gathered.warnings.begin(), c.gathered.warnings.end());
  if (c.summary.known_linear_only) {
    warnings.push_back(
        {"known_linear_only",
         c.gathered.table == nullptr
             ? "the moments lack the squares and products of what she knows, so only linear knowing counts; make them "
               "with 'moments --products'"
             : "there are too few rows for squares and products of what she knows, so only linear knowing counts"});
  }
  if (c.answer.rows_dropped > 0) {
    warnings.push_back(
        {"rows_dropped", fmt::format("{} rows with a missing or infinite cell were dropped", c.answer.rows_dropped)});
  }
  const Eigen::MatrixXd covariance = moments::covariance(c.total);
  for (const Facts& facts : c.everyone) {
    if (facts.columns.size() != 1) continue;
    const int column = facts.columns.front();
    for (const int prediction : c.setting.predictions) {
      const double both = covariance(column, column) * covariance(prediction, prediction);
      const double r2 = both > 0 ? covariance(column, prediction) * covariance(column, prediction) / both : 0.0;
      if (r2 <= base::kLooksLikeThePrediction) continue;
      warnings.push_back(
          {"looks_like_the_prediction",
           fmt::format("column '{}' alone has R² = {:.4f} for the prediction; if it is the outcome or another "
                       "prediction, name it with --label or --exclude",
                       facts.candidate.name, r2)});
    }
  }
  if (c.answer.interrupted) {
    warnings.push_back(
        {"interrupted", "the search was stopped early; the best found and what is proven about it are shown"});
  }
}

Result<Explanation> explain(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, begin(input, options, false, control));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(choose(c));
  watch.lap("search");
  return finish(c, watch);
}

Result<Explanation> score(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, begin(input, options, true, control));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(take_judged(c));
  watch.lap("search");
  return finish(c, watch);
}

}  // namespace explainee::explain
