#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/explain/answers/answered.h"
#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/refine.h"
#include "explainee/explain/compose/summary_noise.h"
#include "explainee/explain/proposals/costs.h"
#include "explainee/explain/proposals/known.h"
#include "explainee/explain/proposals/shown_with.h"
#include "explainee/moments/moments_file.h"
#include "explainee/person/table_columns.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// The number of facts to use, or why that many cannot be.
Result<int> resolve_sparsity(const request::Request& request, std::size_t everyone,
                             const std::vector<Candidate>& open) {
  const int all = static_cast<int>(open.size());
  const int wanted =
      request.facts.next ? 1 : request.facts.sparsity.value_or(request.facts.budget ? all : request::kDefaultSparsity);
  if (request.facts.sparsity && static_cast<std::size_t>(wanted) > everyone) {
    return Error{ErrorCode::kBadOption,
                 base::say("{} is more than the {} candidate{} there {}", base::option("sparsity", wanted), everyone,
                           everyone == 1 ? "" : "s", everyone == 1 ? "is" : "are")};
  }
  return affordable(request, open, std::min(wanted, all));
}

}  // namespace

Result<void> check_rows(const Composition& c, int columns) {
  const double needed = rows_needed(c.setting, c.problem, columns);
  if (c.problem.effective_rows >= needed) return {};
  return Error{
      ErrorCode::kTooFewRows,
      fmt::format("{:.4g} effective rows are too few: what she knows takes {}, the facts {} and the prediction {}, so "
                  "at least {:.0f} are needed; give more rows or ask for fewer facts",
                  c.problem.effective_rows, c.problem.conditioning.rank(), columns, open_directions(c.setting), needed),
      ""};
}

namespace {

/// Squares of values below about 1e-145 leave the range of double precision, and every figure with them.
Result<void> check_scales(const Composition& c) {
  for (std::size_t i = 0; i < c.gathered.moments->columns.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const double variance = c.total().scatter(at, at) / c.total().weight;
    const double size = std::abs(c.gathered.moments->columns[i].shift + c.total().mean[at]);
    const bool vanished = variance == 0 && size > 0 && size * size < base::kSmallestVariance;
    if ((variance == 0 && !vanished) || variance > base::kSmallestVariance) continue;
    return Error{
        ErrorCode::kUnfitColumn,
        fmt::format("the values of column '{}' are too small to be squared in double precision; rescale the column",
                    c.gathered.moments->columns[i].name),
        ""};
  }
  return {};
}

void describe_person(Composition& c) {
  for (const person::SummaryColumn& column : c.summary.columns) {
    if (column.statement.empty()) continue;
    const bool reasons = column.way == person::Way::kReasons;
    const SummaryEntry entry{reasons ? column.name : column.statement, column.way,
                             reasons ? column.sources : std::vector<std::string>{}};
    if (c.answer.summary.empty() || c.answer.summary.back().name != entry.name) c.answer.summary.push_back(entry);
  }
  c.answer.quadratic_knowing = c.summary.quadratic;
}

/// What the answer says of the table and the moments, and which columns are predicted.
Result<void> describe_data(Composition& c) {
  const Gathered& gathered = c.gathered;
  c.request.how.seed = static_cast<std::int64_t>(gathered.moments->seed);  // of a moments file, whatever was asked for
  c.answer.request = c.request;
  c.answer.rows = gathered.moments->rows();
  c.answer.rows_dropped = gathered.moments->rows_dropped;
  c.answer.set_aside = gathered.roles.set_aside;
  EXPLAINEE_ASSIGN(c.answer.data_sha256, moments::fingerprint(*gathered.moments, c.control));
  c.setting.predictions = prediction_columns(gathered);
  for (const int column : c.setting.predictions)
    c.answer.predictions.push_back(gathered.moments->columns[static_cast<std::size_t>(column)].name);
  if (c.total().weight > 0) return {};
  return Error{ErrorCode::kTooFewRows, "no row can be used: all were dropped or have weight 0", ""};
}

/// Her summary, and what of the predictions is open to her.
Result<void> set_person(Composition& c) {
  const Gathered& gathered = c.gathered;
  EXPLAINEE_ASSIGN(c.summary, person::summarise(gathered.roles.person, *gathered.moments));
  describe_person(c);
  c.setting.folds = gathered.moments->folds;
  c.setting.summary_weights = c.summary.weights(c.total().mean.size());
  // On the log-odds scale the resolution has already kept probabilities from 0 and 1.
  const double step = c.request.what.prediction_scale == request::Scale::kLogit ? 0 : c.request.how.resolution;
  c.setting.resolution_variance = step * step / 12.0;
  for (const std::size_t index : gathered.roles.draws) {
    const int column = gathered.moments->find(gathered.columns[index].name);
    c.setting.draws.columns.push_back(column);
    c.setting.draws.shifts.push_back(gathered.moments->columns[static_cast<std::size_t>(column)].shift);
  }
  return {};
}

Error no_fact(const std::vector<SetAside>& set_aside) {
  constexpr std::size_t kMost = 3;
  base::Message why;
  for (std::size_t i = 0; i < std::min(kMost, set_aside.size()); ++i)
    why = base::say("{}{}'{}': {}", why, i == 0 ? " (" : "; ", set_aside[i].name, set_aside[i].reason);
  return {ErrorCode::kUnfitColumn,
          base::say("there is no column that could be a fact: all are taken, excluded or set aside{}{}", why,
                    why.empty() ? "" : ")")};
}

/// All facts, how they are shown and what they cost.
Result<void> set_facts(Composition& c) {
  c.everyone = facts_of(c.gathered);
  c.judged = judged_facts(c.gathered);
  EXPLAINEE_TRY(set_shown_with(c.request, c.everyone, c.judged));
  EXPLAINEE_TRY(set_summary_noise(c));
  EXPLAINEE_TRY(condition_finely(c));
  c.setting.independent = open_predictions(c.setting, c.total(), c.fine_summary());
  c.answer.nothing_to_explain = c.setting.independent.empty();
  for (const Candidate& facts : c.everyone) {
    if (!facts.description.saying.empty()) c.answer.derived.emplace(facts.description.name, facts.description);
  }
  if (c.everyone.empty()) return no_fact(c.answer.set_aside);
  EXPLAINEE_TRY(price(c.request, c.everyone));
  c.setting.budget = budget_of(c.request);
  return {};
}

/// The facts that are news to her, and how many of them are told.
Result<void> set_candidates(Composition& c) {
  const Roles& roles = c.gathered.roles;
  KnownSplit split = split_known(c.everyone, c.total(), c.summary, c.setting.summary_noise, c.fine_summary());
  c.answer.already_known = std::move(split.known);
  for (Candidate& facts : split.open) {
    const bool judged = std::any_of(c.judged.begin(), c.judged.end(), [&](const Candidate& own) {
      return own.description.name == facts.description.name;  // then it may be told, by the best set too
    });
    const auto implied = std::find_if(c.implied.begin(), c.implied.end(),
                                      [&](const AlreadyKnown& entry) { return entry.name == facts.description.name; });
    if (implied != c.implied.end() && !judged) {
      c.answer.already_known.push_back(*implied);
    } else if (facts.hers && !judged) {
      c.answer.already_known.push_back({facts.description.name, facts.description.sources});  // she reasons from it
    } else {
      c.setting.candidates.push_back(std::move(facts));
    }
  }
  const auto& linear = roles.person.linear;  // columns that are her summary would be candidates for others
  const auto hers = std::count_if(linear.begin(), linear.end(), [](const person::Holding& holding) {
    return holding.way == person::Way::kUnderstands || holding.way == person::Way::kGuesses;
  });
  EXPLAINEE_ASSIGN(c.answer.sparsity, resolve_sparsity(c.request, c.everyone.size() + static_cast<std::size_t>(hers),
                                                       c.setting.candidates));
  c.open = c.setting.candidates;
  const std::size_t judged = roles.judged.size() + roles.judged_facts.size();
  if (judged > 0) c.answer.sparsity = static_cast<int>(judged);
  return {};
}

}  // namespace

std::vector<Candidate> facts_of(const Gathered& gathered) {
  const person::TableColumns table(*gathered.moments);
  std::vector<Candidate> all;
  for (const family::Proposal& proposal : gathered.proposals) {
    Candidate facts{proposal.description, {}, proposal.hers};
    for (const std::size_t index : proposal.columns) {
      const std::vector<int> parts = table.of(gathered.columns[index].name);
      facts.columns.insert(facts.columns.end(), parts.begin(), parts.end());
    }
    if (!facts.columns.empty()) all.push_back(std::move(facts));
  }
  return all;
}

std::vector<Candidate> judged_facts(const Gathered& gathered) {
  std::vector<Candidate> all;
  std::vector<Candidate> offered = facts_of(gathered);
  for (const std::size_t index : gathered.roles.judged) {
    const data::Column& column = gathered.columns[index];
    const auto own = std::find_if(offered.begin(), offered.end(),
                                  [&](const Candidate& facts) { return facts.description.name == column.name; });
    if (own != offered.end()) {
      all.push_back(*own);  // in the shape in which it may be told
      all.back().hers = false;
      continue;
    }
    std::vector<int> parts = person::columns_of(*gathered.moments, column.name);
    if (parts.empty()) continue;
    const int position = gathered.moments->columns[static_cast<std::size_t>(parts.front())].index;
    const bool category = column.type == data::ColumnType::kText;
    family::Description candidate{column.name, {column.name}, position, category};
    candidate.shown = category ? family::Shown::kLevel : family::Shown::kNumber;
    all.push_back({std::move(candidate), std::move(parts)});
  }
  if (gathered.roles.judged_facts.empty()) return all;
  const auto& names = gathered.roles.judged_facts;
  for (Candidate& facts : offered) {
    if (std::find(names.begin(), names.end(), facts.description.name) != names.end()) all.push_back(std::move(facts));
  }
  return all;
}

Result<void> prepare(Composition& c) {
  if (c.gathered.moments->folds.size() != 1)
    c.summed = std::make_unique<moments::Fold>(moments::sum_folds(c.gathered.moments->folds));
  EXPLAINEE_TRY(describe_data(c));
  EXPLAINEE_TRY(check_scales(c));
  EXPLAINEE_TRY(set_person(c));
  EXPLAINEE_TRY(set_facts(c));
  EXPLAINEE_TRY(set_candidates(c));
  EXPLAINEE_TRY(learn_from_answers(c));
  std::optional<PersonProblem> problem = make_problem(c.setting, c.total(), c.control, c.fine_summary());
  if (!problem) return base::interrupted();
  c.problem = std::move(*problem);
  return check_rows(c, c.answer.sparsity);
}

}  // namespace explainee::explain
