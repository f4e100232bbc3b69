#include "explainee/explain/supported/told.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/supported/asked_set.h"
#include "explainee/explain/supported/competition.h"
#include "explainee/explain/supported/held_out_scores.h"
#include "explainee/explain/supported/left_out_parts.h"
#include "explainee/explain/supported/worth.h"
#include "explainee/information/crossfit/fold_gains.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {
namespace {

using base::Result;

/// Chance of a false alarm when several facts are looked at together, for all numbers of them.
constexpr double kTogetherLevel = 0.01;
/// Among more rows a fact too many makes no difference to what is measured; unless nested, they keep its number.
constexpr Eigen::Index kManyToDecideAnew = 2000;
/// How many facts beside a set are looked at.
constexpr std::size_t kRunnersUp = 3;
/// Signs are drawn so many times less often where a part is left out.
constexpr int kFewerDraws = 4;
/// And their sets are sought with so many times less work.
constexpr double kFewerSteps = 10;
/// What progress is called, and how far it usually is after the fits and after the competition.
constexpr std::string_view kStage = "asking the rows";
constexpr double kFitted = 0.4;
constexpr double kCompeted = 0.7;
/// Rows that the learner sees, and candidates that it chooses among.
constexpr std::size_t kLearnerRows = 2000;
constexpr std::size_t kMostPromising = 12;

/// Fits of all rows, of all but a part, of all but two parts, and what they say of the rows left out.
class Teller {
 public:
  Teller(const HeldRows& held, const ToldRules& rules, const base::Control& control)
      : held_(held), rules_(rules), control_(control), libraries_(held, control.threads) {}

  Result<Told> run() {
    Told told;
    control_.report(kStage, 0);
    EXPLAINEE_TRY(read_and_fit(told.library));
    control_.report(kStage, kFitted);
    told.reading = readings_.front();
    told.of = seen_.front().of;
    told.best = seen_.front().best;
    if (rules_.decide) {
      EXPLAINEE_TRY(decide(0, told));
    } else {
      told.facts = static_cast<int>(told.best.size()) - 1;
    }
    if (rules_.test) EXPLAINEE_TRY(test_all(told));
    if (competes() && told.facts > 0) EXPLAINEE_TRY(compete(told));
    control_.report(kStage, kCompeted);
    if (rules_.measure && held_.rows() >= kFewestRows) {
      EXPLAINEE_TRY(measure(told));
      told.fitted_nats = fitted_nats(told);
    }
    told.considered = considered(told);
    return told;
  }

  /// The figures alone, of rows dealt to other parts.
  Result<std::optional<HeldOut>> measured_again(const Told& before) {
    Told told;
    told.facts = before.facts;
    EXPLAINEE_TRY(read_and_fit(told.library));
    EXPLAINEE_TRY(measure(told));
    return std::move(told.held_out);
  }

 private:
  [[nodiscard]] const std::vector<Folds>& parts() const { return left_out_.parts(); }
  [[nodiscard]] const std::vector<Folds>& fits() const { return left_out_.fits(); }

  Result<void> read_and_fit(TermLibrary& library) {
    if (rules_.reader.terms) library = make_terms(held_);
    library.columns.conservativeResize(held_.rows(), static_cast<Eigen::Index>(library.terms.size()));
    library_ = &library;
    deal_parts();
    return fit_all();
  }

  /// Candidates that are told; unless work is spared, those of every fit's best sets, too, and of all rows those that
  /// might take the place of one that is told.
  [[nodiscard]] std::vector<int> considered(const Told& told) const {
    const search::Set& chosen = told.best[static_cast<std::size_t>(told.facts)];
    const SeenRows& seen = seen_.front();
    std::set<int> all;
    const auto take = [&](const SeenRows& of, const search::Set& set) {
      for (const int fact : set) all.insert(of.of[static_cast<std::size_t>(fact)].candidate);
    };
    take(seen, chosen);
    if (told.competition)
      for (const SeenFact& fact : told.competition->winner.facts) all.insert(fact.candidate);
    if (!rules_.nested) return {all.begin(), all.end()};
    for (const std::vector<SeenRows>* fits : {&seen_, &plain_}) {
      for (const SeenRows& fit : *fits)
        for (const search::Set& set : fit.best) take(fit, set);
    }
    std::vector<search::Set> beside{chosen};
    for (std::size_t left_out = 0; left_out < chosen.size(); ++left_out) {
      beside.push_back(chosen);
      beside.back().erase(beside.back().begin() + static_cast<std::ptrdiff_t>(left_out));
    }
    for (const search::Set& set : beside) take(seen, strongest_beside(seen, set, kRunnersUp));
    return {all.begin(), all.end()};
  }

  void deal_parts() {
    dealt_ = deal(held_, rules_.folds, rules_.seed);
    const bool each = rules_.decide || rules_.measure || rules_.drawn;
    const bool pairs = rules_.measure && rules_.nested && held_.rows() >= kFewestRows;
    left_out_ = LeftOutParts(dealt_, {rules_.parts, each, pairs});
  }

  Result<void> fit_all() {
    EXPLAINEE_ASSIGN(readings_, read(dealt_, *library_, libraries_, fits(), rules_.reader, control_));
    seen_.assign(fits().size(), {});
    base::ThreadPool pool(control_.threads);
    const auto sets = [&](std::size_t k) {
      SetRules rules = rules_.sets;
      if (k > 0) rules.most_steps /= kFewerSteps;
      return rules;
    };
    pool.run(fits().size(), [&](std::size_t k) {
      if (!control_.should_stop()) seen_[k] = see(dealt_, *library_, fits()[k], readings_[k], sets(k), control_);
    });
    if (competes()) {
      plain_.assign(fits().size(), {});
      pool.run(fits().size(), [&](std::size_t k) {
        Reading plain = readings_[k];
        plain.shapes.assign(plain.shapes.size(), {});
        if (!control_.should_stop()) plain_[k] = see(dealt_, *library_, fits()[k], plain, sets(k), control_);
      });
    }
    if (control_.should_stop()) return base::interrupted();
    scores_.clear();
    plain_scores_.clear();
    for (const SeenRows& seen : seen_) scores_.emplace_back(seen, dealt_);
    for (const SeenRows& seen : plain_) plain_scores_.emplace_back(seen, dealt_);
    return {};
  }

  /// Only where there are others than the plain set that could win, and fits to judge by.
  [[nodiscard]] bool competes() const { return (has_shapes() || rules_.drawn) && parts().size() > 2; }
  [[nodiscard]] bool has_shapes() const { return rules_.compete && rules_.reader.shapes; }

  /// The same number of facts from every proposer; rows that took no part choose.
  Result<void> compete(Told& told) {
    const auto facts = static_cast<std::size_t>(told.facts);
    std::vector<ProposedSet> proposals = proposals_of(0, facts);
    std::optional<LearnerRows> learner;
    if (rules_.learner) {
      learner.emplace(dealt_, parts(), kLearnerRows);
      if (has_shapes() && learner->one_target()) EXPLAINEE_TRY(propose_by_learner(*learner, told.facts, proposals));
    }
    if (rules_.drawn) EXPLAINEE_TRY(propose_by_model(0, told.facts, proposals));
    if (learner) learner->deal_again(rules_.seed);
    Judge judge(dealt_, inner_fits(0), learner ? &*learner : nullptr, rules_.seed);
    EXPLAINEE_ASSIGN(told.competition, judge.decide(std::move(proposals), control_));
    return {};
  }

  /// Of the exact searches in a fit, the plain one first; once where both agree.
  [[nodiscard]] std::vector<ProposedSet> proposals_of(std::size_t fit, std::size_t facts) const {
    const SeenRows& plain = plain_[fit];
    const SeenRows& shaped = seen_[fit];
    std::vector<ProposedSet> proposals;
    proposals.push_back(
        {Proposer::kPlain, plain.facts_of(plain.best[std::min(facts, plain.best.size() - 1)]), 1, false});
    proposals.push_back({Proposer::kShaped, shaped.facts_of(shaped.best[std::min(facts, shaped.best.size() - 1)]), 1});
    return proposals;
  }

  /// Of the dozen candidates that tell most by themselves, those of the others' sets among them.
  Result<void> propose_by_learner(const LearnerRows& learner, int facts, std::vector<ProposedSet>& proposals) const {
    const SeenRows& shaped = seen_.front();
    std::vector<int> among;
    const auto add = [&](int candidate) {
      if (std::find(among.begin(), among.end(), candidate) == among.end()) among.push_back(candidate);
    };
    for (const ProposedSet& set : proposals) {
      for (const SeenFact& fact : set.facts) add(fact.candidate);
    }
    std::vector<std::size_t> order(shaped.alone.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return shaped.alone[a] > shaped.alone[b]; });
    for (const std::size_t fact : order) {
      if (among.size() < kMostPromising) add(shaped.of[fact].candidate);
    }
    EXPLAINEE_ASSIGN(const std::vector<int> chosen, learner.forward(among, facts, rules_.seed, control_));
    ProposedSet set{Proposer::kLearner, {}, 1};
    for (const int candidate : chosen) set.facts.push_back({candidate, false});
    const bool shaped_too = std::is_permutation(set.facts.begin(), set.facts.end(), proposals.back().facts.begin(),
                                                proposals.back().facts.end());
    if (!shaped_too) proposals.push_back(std::move(set));
    return {};
  }

  /// The best sets on real and drawn rows together, of plain columns and of the fit's shapes, told alike.
  Result<void> propose_by_model(std::size_t fit, int facts, std::vector<ProposedSet>& proposals) const {
    std::vector<Eigen::Index> rows;
    for (const std::size_t fold : fits()[fit]) {
      const auto from = dealt_.order.begin() + dealt_.folds.begin(fold);
      rows.insert(rows.end(), from, from + dealt_.folds.size(fold));
    }
    const Result<std::shared_ptr<const DrawnRows>> drawn = rules_.drawn(held_, rows);
    if (!drawn.ok() && fit > 0 && drawn.error().code == base::ErrorCode::kTooFewRows) return {};
    if (!drawn.ok()) return drawn.error();
    Reading plain = readings_[fit];
    plain.shapes.assign(plain.shapes.size(), {});
    for (const bool shaped : {false, true}) {
      if (shaped && !has_shapes()) continue;
      const AskedFit asked{dealt_, *library_, fits()[fit], shaped ? readings_[fit] : plain, *drawn.value()};
      std::vector<SeenFact> set = best_with_drawn(asked, facts, rules_.sets, control_);
      if (control_.should_stop()) return base::interrupted();
      const bool there = std::any_of(proposals.begin(), proposals.end(), [&](const ProposedSet& other) {
        return other.shaped == shaped &&
               std::is_permutation(other.facts.begin(), other.facts.end(), set.begin(), set.end());
      });
      if (!there && static_cast<int>(set.size()) == facts)
        proposals.push_back({Proposer::kAsked, std::move(set), 1, shaped});
    }
    return {};
  }

  std::vector<InnerFit> inner_fits(std::size_t fit) {
    std::vector<InnerFit> inner;
    for (const auto& [sub, part] : left_out_.inside(fit))
      inner.push_back({&plain_scores_[sub], &scores_[sub], parts()[part]});
    return inner;
  }

  /// How the winner of a fit, by a judge without the learner, does on rows left out.
  struct Winner {
    std::vector<HeldOutScores>* scores = nullptr;
    std::size_t facts = 0;
    std::optional<std::vector<SeenFact>> set = {};  ///< where no exact search of the fits themselves finds it

    [[nodiscard]] const Scores& of(std::size_t fit, const Folds& folds) const {
      HeldOutScores& own = (*scores)[fit];
      return set ? own.of_set(folds, own.seen().set_of(*set)) : own.of(folds, facts);
    }
  };
  Result<Winner> winner_of(std::size_t fit, std::size_t facts) {
    if (!competes() || facts == 0) return Winner{&scores_, facts};
    std::vector<ProposedSet> proposals = proposals_of(fit, facts);
    if (rules_.drawn && rules_.draw_parts) EXPLAINEE_TRY(propose_by_model(fit, static_cast<int>(facts), proposals));
    Judge judge(dealt_, inner_fits(fit), nullptr, rules_.seed);
    EXPLAINEE_ASSIGN(Competition competition, judge.decide(std::move(proposals), control_));
    Winner winner{competition.winner.shaped ? &scores_ : &plain_scores_, facts};
    if (competition.winner.by == Proposer::kAsked) winner.set = std::move(competition.winner.facts);
    return winner;
  }

  /// How many facts are more than chance in a fit.
  Result<void> decide(std::size_t fit, Told& told) {
    const SeenRows& seen = seen_[fit];
    const auto most = static_cast<int>(seen.best.size()) - 1;
    FurtherRules further{.shapes = rules_.reader.shapes, .draws = rules_.draws, .seed = rules_.seed};
    if (fit > 0) {
      further.draws /= kFewerDraws;
      further.deals /= 2;
    }
    told.facts = 0;
    while (told.facts < most) {
      const auto at = static_cast<std::size_t>(told.facts);
      EXPLAINEE_ASSIGN(const double p, test_further_fact(seen, dealt_, libraries_, seen.best[at], further, control_));
      told.p_values.push_back(p);
      if (p > further.level) break;
      ++told.facts;
    }
    const int together = told.facts < most ? facts_together(fit, told.facts, most) : 0;
    if (together > 0) {
      told.facts = together;
      told.together = true;
    }
    return {};
  }

  /// Whether all candidates tell something, each in the shape that tells most or all as they are.
  Result<void> test_all(Told& told) {
    const FurtherRules all{rules_.reader.shapes, true, rules_.draws, rules_.draws, 1, rules_.seed};
    EXPLAINEE_ASSIGN(told.p_value, test_further_fact(seen_.front(), dealt_, libraries_, {}, all, control_));
    return {};
  }

  /// The smallest number, at least two more, whose gain on rows left out is clear; 0: none.
  int facts_together(std::size_t fit, int from, int most) {
    const auto inner = left_out_.inside(fit);
    if (inner.size() < 3) return 0;
    const double level = kTogetherLevel / std::max(1, most - from - 1);
    const double quantile = information::student_quantile(1 - level, static_cast<double>(inner.size()) - 1);
    for (int facts = from + 2; facts <= most; ++facts) {
      std::vector<double> gains;
      for (const auto& [sub, part] : inner) {
        const Scores few = scores_[sub].of(parts()[part], static_cast<std::size_t>(from));
        const Scores& more = scores_[sub].of(parts()[part], static_cast<std::size_t>(facts));
        gains.push_back(log_gain(few, more));
      }
      if (information::mean_of(gains).clear(quantile)) return facts;
    }
    return 0;
  }

  /// Nested: number, choice and shapes are made anew without each part.
  Result<void> measure(Told& told) {
    if (parts().size() < kFewestParts) return {};
    Worth worth(held_, dealt_);
    for (std::size_t p = 0; p < parts().size(); ++p) {
      Told part;
      part.facts = static_cast<int>(scores_[LeftOutParts::without(p)].most_facts());
      if (rules_.decide && (rules_.nested || held_.rows() <= kManyToDecideAnew)) {
        EXPLAINEE_TRY(decide(LeftOutParts::without(p), part));
      } else if (rules_.decide) {
        part.facts = std::min(part.facts, told.facts);
      }
      const auto facts = static_cast<std::size_t>(part.facts);
      EXPLAINEE_ASSIGN(const Winner winner, winner_of(LeftOutParts::without(p), facts));
      Spread before;
      Spread after;
      for (const auto& [sub, q] : left_out_.inside(LeftOutParts::without(p))) {
        before.add((*winner.scores)[sub].of(parts()[q], 0).rests);
        after.add(winner.of(sub, parts()[q]).rests);
      }
      const Scores few = (*winner.scores)[LeftOutParts::without(p)].of(parts()[p], 0);
      const Scores& more = winner.of(LeftOutParts::without(p), parts()[p]);
      worth.add(parts()[p], {few, before}, {more, after}, facts > 0);
    }
    told.held_out = worth.result();
    return {};
  }

  /// Of the facts that are told, on all rows.
  double fitted_nats(const Told& told) {
    if (told.facts == 0) return 0;
    const bool plain = told.competition && !told.competition->winner.shaped;
    HeldOutScores& scores = (plain ? plain_scores_ : scores_).front();
    const SeenRows& seen = scores.seen();
    const search::Set set = told.competition ? seen.set_of(told.competition->winner.facts)
                                             : told.best[static_cast<std::size_t>(told.facts)];
    int degrees = 0;
    for (const int fact : set) {
      const SeenFact& of = seen.of[static_cast<std::size_t>(fact)];
      const CandidateShape& shape = told.reading.shapes[static_cast<std::size_t>(of.candidate)];
      degrees += seen.places[static_cast<std::size_t>(fact)].count - 1;
      degrees += plain ? 1 : of.product ? 1 + shape.product->shape.degrees : shape.shape.degrees;
    }
    const auto outputs = static_cast<double>(held_.class_count > 0 ? held_.class_count - 1 : held_.targets.cols());
    const Scores few = scores.of_set(fits().front(), {});
    return log_gain(few, scores.of_set(fits().front(), set)) -
           outputs * degrees / (2 * static_cast<double>(held_.rows()));
  }

  const HeldRows& held_;
  const ToldRules& rules_;
  const base::Control& control_;
  ShapeLibraries libraries_;
  const TermLibrary* library_ = nullptr;
  DealtRows dealt_;
  LeftOutParts left_out_;
  std::vector<Reading> readings_;
  std::vector<SeenRows> seen_;
  std::vector<SeenRows> plain_;  // without shapes, where sets compete
  std::vector<HeldOutScores> scores_;
  std::vector<HeldOutScores> plain_scores_;
};

}  // namespace

Result<Told> tell(const HeldRows& held, const ToldRules& rules, const base::Control& control) {
  EXPLAINEE_ASSIGN(Told told, Teller(held, rules, control).run());
  if (!told.held_out) return told;
  std::vector<HeldOut> deals{*told.held_out};
  ToldRules again = rules;
  for (int deal = 1; deal < (rules.drawn ? 1 : rules.deals); ++deal) {
    control.report(kStage, static_cast<double>(deal) / rules.deals);
    again.seed = base::mix64(rules.seed ^ static_cast<std::uint64_t>(deal));
    const Result<std::optional<HeldOut>> one = Teller(held, again, control).measured_again(told);
    if (!one.ok() && (control.cancelled() || !control.should_stop())) return one.error();
    if (!one.ok()) break;  // the clock: what was measured stands
    if (one.value()) deals.push_back(*one.value());
  }
  told.held_out = averaged(deals);
  allow_for(told.fitted_nats, *told.held_out);
  return told;
}

}  // namespace explainee::explain
