#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "explainee/explain/compose/asker.h"
#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/shapes/shaped_proposals.h"
#include "explainee/explain/learnt/implied.h"
#include "explainee/explain/supported/told.h"
#include "explainee/explain/supported/told_by_folds.h"

namespace explainee::explain {
namespace {

using base::Result;
using request::Effort;

bool asks_for_shapes(const request::Request& request) {
  const auto& families = request.facts.family;
  return std::find(families.begin(), families.end(), "auto") != families.end();
}

/// Whether rows or folds can say what is more than chance: not where what is known is itself uncertain.
bool can_tell(const Composition& c) {
  const bool noisy = c.setting.summary_noise.size() > 0 || c.answer.noise_free;
  return !c.gathered.asked && !noisy && c.setting.draws.columns.empty() && !c.answer.nothing_to_explain &&
         (!c.setting.candidates.empty() || request::reader_of(c.request.who) == request::ReaderKind::kFlexible);
}

ToldRules rules_of(const Composition& c) {
  const request::Request& request = c.request;
  ToldRules rules;
  rules.reader.terms = request::reader_of(request.who) == request::ReaderKind::kFlexible;
  rules.reader.shapes = asks_for_shapes(request);
  rules.decide = request.facts.tell == request::Tell::kSupported && !c.judging;
  rules.measure = true;
  rules.nested = request.how.effort != Effort::kQuick;
  rules.compete = rules.reader.shapes && !c.judging && !c.trial;
  rules.learner = request.how.effort != Effort::kQuick;
  rules.seed = static_cast<std::uint64_t>(request.how.seed);
  rules.sets.most_facts = c.answer.sparsity;
  rules.sets.budget = c.setting.budget;
  for (const Candidate& candidate : c.setting.candidates) rules.sets.costs.push_back(candidate.cost);
  if (request.how.effort == Effort::kThorough) {
    rules.parts = 10;
    rules.deals = 5;
  }
  return rules;
}

/// Shapes, tests and held-out figures of many columns are had from fewer rows.
std::int64_t most_rows(const Composition& c) {
  constexpr std::int64_t kCells = 1'000'000;
  constexpr std::int64_t kFewest = 2000;
  constexpr std::int64_t kMost = 10'000;
  constexpr std::int64_t kThorough = 100'000;
  if (c.trial) return kFewest;
  if (c.request.how.effort == Effort::kThorough) return kThorough;
  const auto candidates = static_cast<std::int64_t>(c.setting.candidates.size());
  return std::clamp(kCells / std::max<std::int64_t>(1, candidates), kFewest, kMost);
}

/// In the order of the predictions; those that follow from others have no figure of their own.
PerPrediction in_order(const Eigen::VectorXd& values, const Composition& c) {
  PerPrediction all(c.setting.predictions.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t t = 0; t < c.setting.independent.size(); ++t) {
    const auto own = std::find(c.setting.predictions.begin(), c.setting.predictions.end(), c.setting.independent[t]);
    all[static_cast<std::size_t>(own - c.setting.predictions.begin())] = values[static_cast<Eigen::Index>(t)];
  }
  return all;
}

Predictive predictive(const HeldOut& out, bool of_classes, const Composition& c) {
  Predictive result{out.nats, out.error, out.quantile, out.settled, {}, {}, out.closer, {}, {}};
  if (of_classes) {
    result.right_before = out.right_before;
    result.right_after = out.right_after;
    return result;
  }
  result.before = in_order(out.before, c);
  result.after = in_order(out.after, c);
  return result;
}

/// As many of the best beside those that are judged, both on rows that took no part.
std::optional<BestElsewhere> best_elsewhere(const std::optional<HeldOut>& best, const std::optional<HeldOut>& judged) {
  if (!best || !judged || best->settled || judged->settled) return std::nullopt;
  if (best->gains.of_part.size() != judged->gains.of_part.size()) return std::nullopt;
  const Gains::Mean lost = best->gains.beyond(judged->gains).mean();
  return BestElsewhere{best->nats, best->error, lost.nats, lost.error, best->quantile};
}

/// How many folds with rows there are.
std::ptrdiff_t filled_folds_of(const Composition& c) {
  const auto& folds = c.setting.folds;
  return std::count_if(folds.begin(), folds.end(), [](const auto& fold) { return fold.weight > 0; });
}

Warning too_few_to_measure(const base::Message& few) {
  return {"too_few_rows_to_measure", base::say("to say what facts tell on rows that took no part takes {}", few)};
}

/// Why no rows took no part: there are too few, or their blocks make too few parts.
Warning too_few_to_measure(const HeldRows& held) {
  if (held.rows() < kFewestRows)
    return too_few_to_measure(base::say("at least {} rows, and there are {}", kFewestRows, held.rows()));
  const base::OptionRef block = base::option("block");
  if (held.group_count < 3)
    return too_few_to_measure(base::say("at least 3 blocks of rows, and {} names {}", block, held.group_count));
  return too_few_to_measure(
      base::say("at least 3 parts made of whole blocks, and the {} blocks of {} are too unequal "
                "for that",
                held.group_count, block));
}

/// How many rows moments have, and what they count by their weights.
base::Message rows_there(const Composition& c) {
  const std::int64_t rows = c.gathered.moments->rows();
  const double effective = moments::effective_rows(c.total());
  if (std::abs(effective - static_cast<double>(rows)) < 0.5) return base::say("{} rows", rows);
  return base::say("{} rows that count as {:.4g} by their weights", rows, effective);
}

/// The same of moments: too few rows, folds, or rows for so many columns.
Warning too_few_to_measure(const Composition& c, const ToldByFolds& told) {
  const auto filled = static_cast<std::size_t>(filled_folds_of(c));
  if (moments::effective_rows(c.total()) < static_cast<double>(kFewestRows))
    return too_few_to_measure(base::say("at least {} rows, and there are {}", kFewestRows, rows_there(c)));
  if (filled < kFewestFolds)
    return too_few_to_measure(
        base::say("at least {} folds with rows, and these moments have {}", kFewestFolds, filled));
  return too_few_to_measure(base::say("{:.0f} rows for facts of so many columns, and there are {}",
                                      std::ceil(told.rows_needed), rows_there(c)));
}

Warning number_not_decided(const Composition& c, const ToldByFolds& told) {
  const auto filled = static_cast<std::size_t>(filled_folds_of(c));
  const bool rows_enough = moments::effective_rows(c.total()) >= told.rows_needed;
  base::Message remedy = base::say("{:.0f} rows", std::ceil(told.rows_needed));
  if (filled < kFewestFolds) {
    const base::CommandRef folds = base::command("moments", {base::option("folds", 10)});
    remedy = rows_enough ? base::say("{}", folds) : base::say("{} of {}", folds, remedy);
  }
  return {"number_not_decided",
          base::say("how many facts are more than chance cannot be decided from moments of {} in {} fold{}, so as many "
                    "are told as may be; {} would allow it",
                    rows_there(c), filled, filled == 1 ? "" : "s", remedy)};
}

/// What the facts that are judged are worth on rows that took no part, and whether they tell more than chance.
Result<Told> tell_judged(const Composition& c, const HeldRows& held, ToldRules rules) {
  HeldRows judged = held;
  judged.candidates.clear();
  for (const Candidate& facts : c.judged) judged.candidates.push_back(hold_candidate(c, facts));
  rules.sets = {static_cast<int>(judged.candidates.size()), {}};
  rules.test = rules.reader.shapes;
  return tell(judged, rules, c.searching);
}

/// Which of the facts that are judged follow from what is known.
Result<void> find_judged_known(Composition& c, const HeldRows& held, const ToldRules& rules) {
  if (!rules.reader.terms) return {};
  std::vector<int> judged;
  for (const Candidate& facts : c.judged) {
    for (std::size_t k = 0; k < held.candidates.size(); ++k)
      if (held.candidates[k].name == facts.description.name) judged.push_back(static_cast<int>(k));
  }
  EXPLAINEE_ASSIGN(const std::vector<Implied> implied,
                   implied_facts(held, judged, {!rules.nested, rules.seed}, c.searching));
  for (const Implied& one : implied)
    c.implied.push_back({held.candidates[static_cast<std::size_t>(one.candidate)].name, one.by});
  return {};
}

/// The judged facts, and beside them as many of the best.
Result<void> compare_judged(Composition& c, const HeldRows& held, const ToldRules& rules, Told& told) {
  const std::optional<HeldOut> best = std::exchange(told.held_out, std::nullopt);
  if (c.judged.empty()) return {};
  EXPLAINEE_ASSIGN(Told judged, tell_judged(c, held, rules));
  told.held_out = std::move(judged.held_out);
  c.judged_p_value = judged.p_value;
  c.best_elsewhere = best_elsewhere(best, told.held_out);
  return {};
}

/// The same from the folds of moments.
Result<void> look_at_folds(Composition& c, const ToldRules& rules) {
  constexpr std::size_t kManyToFold = 200;  // each part, and each two, are left out in turn
  FoldRules fold_rules{c.answer.sparsity, rules.decide, true, c.setting.candidates.size() > kManyToFold ? 5U : 10U};
  EXPLAINEE_ASSIGN(ToldByFolds told, tell_by_folds(c.setting, fold_rules, c.searching));
  if (c.judging) {
    Setting judged = with_candidates(c.setting, c.judged);
    judged.budget = search::kAnyCost;
    fold_rules.most_facts = static_cast<int>(c.judged.size());
    EXPLAINEE_ASSIGN(ToldByFolds own, tell_by_folds(judged, fold_rules, c.searching));
    c.best_elsewhere = best_elsewhere(told.held_out, own.held_out);
    told.held_out = std::move(own.held_out);
    told.rows_needed = own.rows_needed;
  }
  c.answer.support =
      Support{told.decided, told.facts, std::move(told.p_values), told.together, Support::Rule::kFoldGains};
  if (told.held_out) c.answer.predictive = predictive(*told.held_out, false, c);
  if (rules.decide && !told.decided) {
    c.answer.warnings.push_back(number_not_decided(c, told));
  } else if (!c.answer.predictive) {
    c.answer.warnings.push_back(too_few_to_measure(c, told));
  }
  return {};
}

/// What follows from what is known is offered no more.
void take_implied(const std::vector<Implied>& implied, Composition& c, HeldRows& held, ToldRules& rules) {
  for (auto one = implied.rbegin(); one != implied.rend(); ++one) {
    const std::ptrdiff_t at = one->candidate;
    c.implied.push_back({held.candidates[static_cast<std::size_t>(at)].name, one->by});
    held.candidates.erase(held.candidates.begin() + at);
    c.setting.candidates.erase(c.setting.candidates.begin() + at);
    rules.sets.costs.erase(rules.sets.costs.begin() + at);
  }
  rules.sets.most_facts = std::min(rules.sets.most_facts, static_cast<int>(held.candidates.size()));
}

/// Decides and measures, again and again until no fact that is told or nearly so follows from what is known.
Result<Told> tell_news(Composition& c, HeldRows& held, ToldRules& rules) {
  const bool looks = rules.reader.terms && !c.judging && !c.trial;
  std::set<std::string> seen;
  while (!held.candidates.empty()) {
    EXPLAINEE_ASSIGN(Told told, tell(held, rules, c.searching));
    std::vector<int> fresh;
    for (const int candidate : told.considered)
      if (seen.insert(held.candidates[static_cast<std::size_t>(candidate)].name).second) fresh.push_back(candidate);
    if (!looks || fresh.empty()) return told;
    EXPLAINEE_ASSIGN(const std::vector<Implied> implied,
                     implied_facts(held, fresh, {!rules.nested, rules.seed}, c.searching));
    if (implied.empty()) return told;
    take_implied(implied, c, held, rules);
  }
  return tell(held, rules, c.searching);  // nothing is left to tell, but what is known still has its terms
}

/// What a fact is called: a product with what is known by what it will be called.
std::string name_of(const SeenFact& fact, const Composition& c) {
  const std::string& name = c.setting.candidates[static_cast<std::size_t>(fact.candidate)].description.name;
  return fact.product ? name + ", more or less by what is known" : name;
}

ProposedBy proposed_by(const Competition& competition, const Composition& c) {
  ProposedBy result{std::string(name_of(competition.winner.by)), competition.margin, competition.error, {}};
  double plain = competition.winner.loss;
  for (const ProposedSet& set : competition.others) {
    if (set.by == Proposer::kPlain) plain = set.loss;
  }
  for (const ProposedSet& set : competition.others) {
    ProposedBy::Other other{std::string(name_of(set.by)), {}, plain - set.loss};
    for (const SeenFact& fact : set.facts) other.features.push_back(name_of(fact, c));
    result.others.push_back(std::move(other));
  }
  return result;
}

/// Takes the winner's shapes.
void take_winner(const Competition& competition, Composition& c, Reading& reading) {
  c.answer.proposed_by = proposed_by(competition, c);
  if (!competition.winner.shaped) reading.shapes.assign(reading.shapes.size(), {});
}

/// Takes the winner's set where no exact search of the real rows finds it, by the names that its facts now have.
void take_set(const ProposedSet& winner, std::span<const family::Proposal> proposals, Composition& c) {
  if (winner.by == Proposer::kPlain || winner.by == Proposer::kShaped) return;
  for (const SeenFact& fact : winner.facts) {
    const std::string& name = c.setting.candidates[static_cast<std::size_t>(fact.candidate)].description.name;
    const auto product = std::find_if(proposals.begin(), proposals.end(), [&](const family::Proposal& proposal) {
      const family::Description& made = proposal.description;
      return fact.product && made.family == "auto" && made.sources.size() == 2 && made.sources.front() == name;
    });
    c.preferred.push_back(product == proposals.end() ? name : product->description.name);
  }
}

/// The same rows with these candidates, prepared again. When stopped, what was prepared before stands.
Result<void> take_shapes(Composition& c, const Input& input, std::vector<family::Proposal> proposals) {
  Composition next;
  next.request = c.request;
  next.control = c.control;
  next.searching = c.searching;
  next.judging = c.judging;
  next.trial = c.trial;
  next.implied = c.implied;
  next.held = c.held;
  next.answer.timings = c.answer.timings;
  next.answer.given_options = c.answer.given_options;
  next.answer.asked = c.answer.asked;
  next.answer.model_asked = c.answer.model_asked;
  next.answer.support = c.answer.support;
  next.answer.predictive = c.answer.predictive;
  next.answer.proposed_by = c.answer.proposed_by;
  next.preferred = c.preferred;
  next.best_elsewhere = c.best_elsewhere;
  next.judged_p_value = c.judged_p_value;
  EXPLAINEE_ASSIGN(next.gathered, gather_again(input, next.request, next.judging, std::move(proposals), next.control));
  EXPLAINEE_TRY(prepare(next));
  c = std::move(next);
  return {};
}

bool anything_asked(const ToldRules& rules) { return rules.reader.terms || rules.reader.shapes || rules.decide; }

}  // namespace

std::optional<Warning> settle_reader(const Input& input, request::Request& request) {
  if (request::reader_of(request.who) != request::ReaderKind::kFlexible) return std::nullopt;
  base::Message why;
  if (input.table == nullptr) why = "moments have no rows";
  if (input.answers != nullptr || input.people.answered || !input.people.columns.empty())
    why = base::say("what is understood is learnt from {}", base::option("answers"));
  if (request.what.draws) why = base::say("{} are explained", base::switched_on("draws"));
  if (request.who.noise_free || !request.who.summary_noise.empty()) why = "what is understood is noisy";
  if (why.empty()) return std::nullopt;
  request.who.reader = request::ReaderKind::kQuadratic;
  if (request.who.knows.empty() && request.who.told.empty()) return std::nullopt;
  return Warning{"reader_quadratic",
                 base::say("the reader combines what is known by squares and products only, because {}", why)};
}

Result<void> look_at_support(Composition& c, const Input& input) {
  ToldRules rules = rules_of(c);
  const bool asks = input.asking.possible() && !c.judging && !c.trial;
  if (!(c.asks_anew || anything_asked(rules) || asks) || c.request.how.paper || !can_tell(c)) return {};
  if (c.gathered.table == nullptr) return look_at_folds(c, rules);
  EXPLAINEE_ASSIGN(const std::optional<information::Classes> classes, find_classes(c));
  HoldRules hold;
  hold.seed = rules.seed;
  hold.most_rows = most_rows(c);
  EXPLAINEE_ASSIGN(HeldRows held, hold_rows(c, classes, hold));
  Asker asker(c, input);
  if (asks)
    rules.drawn = [&](const HeldRows& of, const std::vector<Eigen::Index>& rows) { return asker.like(of, rows); };
  rules.draw_parts = input.asking.table == nullptr;
  EXPLAINEE_ASSIGN(Told told, tell_news(c, held, rules));
  c.answer.model_asked = asker.asked();
  std::optional<Warning> unmeasured;
  if (!told.held_out) unmeasured = too_few_to_measure(held);
  if (c.judging) {
    EXPLAINEE_TRY(compare_judged(c, held, rules, told));
    EXPLAINEE_TRY(find_judged_known(c, held, rules));
  }
  c.answer.support = Support{rules.decide, told.facts, std::move(told.p_values), told.together};
  if (told.held_out) c.answer.predictive = predictive(*told.held_out, held.class_count > 0, c);
  if (told.competition) take_winner(*told.competition, c, told.reading);
  const bool shaped = std::any_of(told.reading.shapes.begin(), told.reading.shapes.end(), [](const auto& shape) {
    return shape.product || shape.shape.kind != Shape::Kind::kAsIs;
  });
  if (c.trial) return {};
  const bool again = shaped || !told.reading.terms.empty() || (!c.judging && !c.implied.empty());
  std::vector<family::Proposal> proposals;
  if (again) proposals = shaped_proposals(c, held, told.library, told.reading);
  if (told.competition) take_set(told.competition->winner, proposals, c);
  if (rules.nested && !c.judging) c.held = std::make_shared<const HeldRows>(std::move(held));
  if (again) EXPLAINEE_TRY(take_shapes(c, input, std::move(proposals)));
  if (unmeasured) c.answer.warnings.push_back(std::move(*unmeasured));
  return {};
}

Result<void> look_at_support_near(Composition& near) {
  ToldRules rules = rules_of(near);
  if (!anything_asked(rules) || near.request.how.paper || !can_tell(near)) return {};
  rules.reader = {false, false};  // shapes and terms are those of all rows
  rules.compete = false;
  EXPLAINEE_ASSIGN(const std::optional<information::Classes> classes, find_classes(near));
  EXPLAINEE_ASSIGN(const HeldRows held, hold_rows(near, classes, {most_rows(near), rules.seed}));
  EXPLAINEE_ASSIGN(Told told, tell(held, rules, near.searching));
  near.answer.support = Support{rules.decide, told.facts, std::move(told.p_values), told.together};
  if (told.held_out) near.answer.predictive = predictive(*told.held_out, held.class_count > 0, near);
  return {};
}

}  // namespace explainee::explain
