#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/compose/composer.h"

namespace explainee::explain {
namespace {

/// Figures are right, but the search went by moments.
void warn_of_order(Composition& c) {
  const std::string text =
      std::isfinite(c.unranked_nats)
          ? fmt::format(
                "columns are so nearly equal that the search could not rank sets that differ by less than "
                "{:.1g} bits; the figures shown are told from the rows",
                base::to_bits(c.unranked_nats))
          : "columns are so nearly equal that the search could not tell which sets settle the prediction; the figures "
            "shown are told from the rows";
  c.answer.warnings.push_back({"digits_uncertain", text});
}

/// How far figures may be off by what rounding left of the moments' digits, or of the rows'.
void warn_of_doubt(Composition& c) {
  double doubt = c.chosen.doubt_nats;
  for (const ListedSet& set : c.alternatives) doubt = std::max(doubt, set.doubt_nats);
  for (const ListedPoint& point : c.curve) doubt = std::max(doubt, point.set.doubt_nats);
  for (const auto* set : {&c.impersonal_all, &c.impersonal_unknown, &c.best})
    if (*set) doubt = std::max(doubt, (*set)->doubt_nats);
  if (!(doubt > base::kUncertainNats)) {
    if (c.unranked_nats > base::kUncertainNats) warn_of_order(c);
    return;
  }
  const std::string which =
      c.chosen.doubt_nats > base::kUncertainNats ? "these bits" : "bits of sets beside the answer";
  const std::string_view from = c.fine == nullptr ? "moments" : "rows";
  const std::string_view remedy = c.gathered.table == nullptr ? "; from the rows themselves they can be told" : "";
  const std::string text =
      std::isfinite(doubt)
          ? fmt::format(
                "columns are so nearly equal that the digits of {} cannot be told from these {}: they may be "
                "off by up to {:.1g} bits, and sets that differ by less may change places{}",
                which, from, base::to_bits(doubt), remedy)
          : fmt::format(
                "columns are so nearly equal that it cannot be told from these {} whether {} settle the "
                "prediction{}",
                from, c.chosen.doubt_nats > base::kUncertainNats ? "these facts" : "sets beside the answer", remedy);
  c.answer.warnings.push_back({"digits_uncertain", text});
}

/// The search was left unproven: how much there may be, and how to go on.
void warn_of_work(Composition& c) {
  const base::Message on = base::say("to go on: {}", base::option("work", "0"));
  const information::Claim& claim = c.answer.claim;
  const bool indicators = claim.objective == information::Claim::Objective::kClassIndicators;
  const std::string_view of = indicators ? ", with each class as a number, 1 or 0" : "";
  const base::Message text =
      claim.bound_nats ? base::say("not proven: at most {:.3g} bits more{}; {}", base::to_bits(claim.gap_nats), of, on)
                       : base::say("not proven, and not bounded either: other facts may have more bits; {}", on);
  c.answer.warnings.push_back({"not_proven", text});
}

/// What is judged may be no news, although sums of what is known do not have it.
void warn_of_known(Composition& c) {
  if (!c.judging) return;
  for (const AlreadyKnown& fact : c.implied)
    c.answer.warnings.push_back(
        {"judged_already_known",
         fmt::format(
             "'{}' follows from {}, which this reader knows, in all but a few rows: it is no news, whatever bits "
             "are left to it here",
             fact.name, fmt::join(fact.by, ", "))});
}

}  // namespace

void add_warnings(Composition& c) {
  std::vector<Warning>& warnings = c.answer.warnings;
  warnings.insert(warnings.end(), c.gathered.warnings.begin(), c.gathered.warnings.end());
  if (c.summary.known_linear_only) {
    const base::Message lacking = base::say(
        "the moments lack the squares and products of what she knows, so only linear knowing counts; make them with {}",
        base::command("moments", {base::option("products")}));
    const base::Message too_few =
        "there are too few rows for squares and products of what she knows, so only linear knowing counts";
    warnings.push_back({"known_linear_only", c.gathered.table == nullptr ? lacking : too_few});
  }
  if (c.answer.rows_dropped > 0) {
    warnings.push_back(
        {"rows_dropped", fmt::format("{} rows with a missing or infinite cell were dropped", c.answer.rows_dropped)});
  }
  const auto covariance = [&](int i, int j) { return moments::covariance_at(c.total(), i, j); };
  for (const Candidate& facts : c.open) {
    if (facts.columns.size() != 1) continue;
    const int x = facts.columns.front();
    for (const int y : c.setting.predictions) {
      const double r = covariance(x, y) / std::sqrt(covariance(x, x)) / std::sqrt(covariance(y, y));
      const double r2 = r * r;
      if (!(r2 > base::kLooksLikeThePrediction)) continue;
      warnings.push_back(
          {"looks_like_the_prediction",
           base::say("column '{}' alone has R² = {:.4f} for the prediction; if it is the outcome or another "
                     "prediction, name it with {} or {}",
                     facts.description.name, r2, base::option("label"), base::option("exclude"))});
    }
  }
  warn_of_known(c);
  warn_of_doubt(c);
  if (c.solution.capped) {
    warnings.push_back({"more_sets_within",
                        base::say("more sets lie within {} of the best than are listed", base::option("within-bits"))});
  }
  if (c.answer.out_of_work) warn_of_work(c);
  if (c.impersonal_unproven) {
    warnings.push_back({"impersonal_not_proven",
                        base::say("the best set for nobody in particular was not proven within its share of the work; "
                                  "another may be better; to go on: {}",
                                  base::option("work", "0"))});
  }
  if (c.answer.interrupted) {
    warnings.push_back(
        {"interrupted", "the work was stopped early; the best found and what is proven about it are shown"});
  }
}

}  // namespace explainee::explain
