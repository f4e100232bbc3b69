#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/explain/compose/composer.h"
#include "explainee/information/tests/robust_wald.h"

namespace explainee::explain {
namespace {

using information::Claim;
using information::MeasuredSet;

void write_information(Composition& c) {
  const MeasuredSet& chosen = c.chosen.measured;
  Information& info = c.answer.information;
  info.estimator = c.estimator;
  info.nats = chosen.nats;
  info.infinite = chosen.infinite;
  info.of_nats = chosen.open_nats;
  info.objective_nats = chosen.searched.objective_nats();
  info.corrected_nats = chosen.corrected_nats;
  info.interval_nats = chosen.interval;
  info.gaussian_interval_nats = chosen.gaussian_interval;
  info.p_value = chosen.p_value;
  info.test = chosen.test;
  info.stability = c.honesty.stability;
  if (c.from_moments) {
    info.honest_nats = c.honesty.honest_nats;
    info.honest_method = c.honesty.method;
  }
  c.answer.claim = chosen.claim;
}

/// A test that knows nothing of shapes that were fitted to the same rows would find chance too often.
void withhold_test_of_shapes(Composition& c) {
  const bool shaped = std::any_of(c.judged.begin(), c.judged.end(), [](const Candidate& fact) {
    return fact.description.shape.kind != family::Shape::Kind::kAsIs;
  });
  if (!c.judging || !shaped || c.judged_p_value || !c.answer.information.p_value) return;
  c.answer.information.p_value.reset();
  c.answer.warnings.push_back(
      {"no_p_value",
       base::say("what is judged was bent or cut to fit these rows, which a test by them does not charge for; see the "
                 "figures on rows not used for fitting, or judge the columns as they are with {}",
                 base::option("family", "features"))});
}

/// Why there is no interval, or why a test is rough.
void warn_of_few_rows(Composition& c) {
  const MeasuredSet& chosen = c.chosen.measured;
  std::vector<Warning>& warnings = c.answer.warnings;
  if (chosen.too_few_rows) {
    warnings.push_back(
        {"too_few_rows_for_interval", fmt::format("an interval takes at least {:g} rows, and there are {:.4g}",
                                                  information::kFewestRowsForInterval, *chosen.too_few_rows)});
  }
  const bool folds = chosen.searched.delete_one.size() > 1;
  if (!chosen.too_few_rows && !chosen.interval && folds && !chosen.infinite && !c.solution.best.set.empty() &&
      !std::isfinite(c.chosen.asked.choice_variance) && !c.answer.interrupted) {
    warnings.push_back(
        {"too_few_rows_for_interval",
         "an interval takes choosing again on halves of the rows, which are too few for that, or the person "
         "too uncertain"});
  }
  if (chosen.blocks && *chosen.blocks < information::kFewestBlocks) {
    warnings.push_back({"few_blocks", base::say("p_value and interval are rough: {} names {} blocks, and they take at "
                                                "least {}",
                                                base::option("block"), *chosen.blocks, information::kFewestBlocks)});
  }
}

/// Of a class: how often she is right, and how surprising the class of the row is.
void write_chances(Composition& c) {
  const MeasuredSet& chosen = c.chosen.measured;
  if (!chosen.chances) return;
  LabelReport& label = *c.answer.label;
  label.right_before = chosen.chances->right_before;
  label.right_after = chosen.chances->right_after;
  label.counted = chosen.chances->counted;
  if (!c.answer.row) return;
  c.answer.row->surprise_removed_nats = chosen.row_nats;
  c.answer.row->one_in_before.clear();
  c.answer.row->one_in_after.clear();
}

void write_lists(Composition& c) {
  Explanation& answer = c.answer;
  for (const ListedSet& other : c.alternatives) {
    answer.alternatives.push_back(named_set(other));
    answer.alternatives.back().indistinguishable = other.indistinguishable;
  }
  for (const ListedPoint& point : c.curve)
    answer.curve.push_back({point.sparsity, named_set(point.set), point.optimal});
}

/// The judged set beside the best one.
void write_score(Composition& c) {
  if (!c.judging) return;
  ScoreReport& report = c.answer.score.emplace();
  report.best = named_set(*c.best);
  report.elsewhere = c.best_elsewhere;
  if (c.answer.claim.objective == Claim::Objective::kThisEstimator) {
    report.lost_infinite = c.lost.infinite;
    report.lost_nats = c.lost.nats;
    return;
  }
  const double told = c.chosen.measured.compared_nats;
  if (report.best.nats < told) report.best = named_set(c.chosen);  // the search compared by something else
  report.lost_nats = report.best.nats - told;
}

/// What she has decides the class: the numbers that were searched still vary, but there is nothing to explain.
void close_answer(Composition& c) {
  Explanation& answer = c.answer;
  answer.nothing_to_explain = true;
  answer.claim = c.chosen.measured.claim;
  answer.facts.clear();
  answer.information.estimator = c.estimator;
  answer.information.of_nats = 0.0;
  if (answer.score) answer.score = ScoreReport{};
  for (auto* set : {&answer.impersonal_all, &answer.impersonal_unknown}) {
    if (*set) (*set)->nats = 0;
  }
  if (!answer.row) return;
  answer.row->contributions.clear();
  answer.row->expected = answer.row->prediction;
  std::fill(answer.row->remainder.begin(), answer.row->remainder.end(), 0.0);
  answer.row->surprise_removed_nats = 0.0;
  answer.row->one_in_before.clear();
  answer.row->one_in_after.clear();
}

}  // namespace

void write_measured(Composition& c) {
  if (c.impersonal_all) c.answer.impersonal_all = named_set(*c.impersonal_all);
  if (c.impersonal_unknown) c.answer.impersonal_unknown = named_set(*c.impersonal_unknown);
  if (c.answer.nothing_to_explain) {
    write_score(c);
    return;
  }
  if (c.chosen.measured.claim.kind == Claim::Kind::kNothingToExplain) {
    write_score(c);
    close_answer(c);
    return;
  }
  write_information(c);
  withhold_test_of_shapes(c);
  warn_of_few_rows(c);
  write_chances(c);
  write_lists(c);
  write_score(c);
}

}  // namespace explainee::explain
