#include "explainee/explain/supported/told.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/supported/held_out_scores.h"
#include "explainee/explain/supported/worth.h"
#include "explainee/information/crossfit/fold_gains.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {
namespace {

using base::Result;

/// Chance of a false alarm when several facts are looked at together, for all numbers of them.
constexpr double kTogetherLevel = 0.01;
/// How many facts beside a set are looked at.
constexpr std::size_t kRunnersUp = 3;
/// Signs are drawn so many times less often where a part is left out.
constexpr int kFewerDraws = 4;

Folds without(const Folds& folds, const Folds& some) {
  Folds rest;
  std::set_difference(folds.begin(), folds.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

/// Fits of all rows, of all but a part, of all but two parts, and what they say of the rows left out.
class Teller {
 public:
  Teller(const HeldRows& held, const ToldRules& rules, const base::Control& control)
      : held_(held), rules_(rules), control_(control), libraries_(held, control.threads) {}

  Result<Told> run() {
    Told told;
    if (rules_.reader.terms) told.library = make_terms(held_);
    told.library.columns.conservativeResize(held_.rows(), static_cast<Eigen::Index>(told.library.terms.size()));
    library_ = &told.library;
    deal_parts(0);
    EXPLAINEE_TRY(fit_all());
    told.reading = readings_.front();
    told.of = seen_.front().of;
    told.best = seen_.front().best;
    if (rules_.decide) {
      EXPLAINEE_TRY(decide(0, told));
    } else {
      told.facts = static_cast<int>(told.best.size()) - 1;
    }
    if (rules_.measure && held_.rows() >= kFewestRows) EXPLAINEE_TRY(measure(told));
    told.considered = considered(told.best[static_cast<std::size_t>(told.facts)]);
    return told;
  }

 private:
  /// Candidates of every fit's best sets, and of all rows those that might take the place of one that is told.
  [[nodiscard]] std::vector<int> considered(const search::Set& chosen) const {
    std::set<int> all;
    for (const SeenRows& seen : seen_)
      for (const search::Set& set : seen.best)
        for (const int fact : set) all.insert(seen.of[static_cast<std::size_t>(fact)].candidate);
    std::vector<search::Set> beside{chosen};
    for (std::size_t left_out = 0; left_out < chosen.size(); ++left_out) {
      beside.push_back(chosen);
      beside.back().erase(beside.back().begin() + static_cast<std::ptrdiff_t>(left_out));
    }
    const SeenRows& seen = seen_.front();
    for (const search::Set& set : beside)
      for (const int fact : strongest_beside(seen, set, kRunnersUp))
        all.insert(seen.of[static_cast<std::size_t>(fact)].candidate);
    return {all.begin(), all.end()};
  }

  /// Parts are whole folds; fits: all, without each part, without each two.
  void deal_parts(int partition) {
    dealt_ = deal(held_, rules_.folds, rules_.seed + static_cast<std::uint64_t>(partition) * 1000003U);
    const std::size_t folds = dealt_.folds.folds();
    const std::size_t parts = std::min(rules_.parts, folds);
    parts_.assign(parts, {});
    Folds all;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      parts_[fold % parts].push_back(fold);
      all.push_back(fold);
    }
    fits_ = {all};
    if (!(rules_.decide || rules_.measure)) return;
    for (const Folds& part : parts_) fits_.push_back(without(all, part));
    if (!rules_.measure || held_.rows() < kFewestRows || parts < 3) return;
    for (std::size_t p = 0; p < parts; ++p) {
      for (std::size_t q = p + 1; q < parts; ++q) fits_.push_back(without(without(all, parts_[p]), parts_[q]));
    }
  }

  Result<void> fit_all() {
    EXPLAINEE_ASSIGN(readings_, read(dealt_, *library_, libraries_, fits_, rules_.reader, control_));
    seen_.assign(fits_.size(), {});
    base::ThreadPool pool(control_.threads);
    pool.run(fits_.size(), [&](std::size_t k) {
      if (!control_.cancelled()) seen_[k] = see(dealt_, *library_, fits_[k], readings_[k], rules_.sets, control_);
    });
    if (control_.cancelled()) return base::interrupted();
    scores_.clear();
    for (const SeenRows& seen : seen_) scores_.emplace_back(seen, dealt_);
    return {};
  }

  /// Where the fit without part p, and without q too, stands.
  [[nodiscard]] static std::size_t without_part(std::size_t p) { return 1 + p; }
  [[nodiscard]] std::size_t without_parts(std::size_t p, std::size_t q) const {
    const std::size_t n = parts_.size();
    const auto [low, high] = std::minmax(p, q);
    return 1 + n + low * (2 * n - low - 1) / 2 + (high - low - 1);
  }
  [[nodiscard]] bool has_pairs() const { return fits_.size() > 1 + parts_.size(); }

  /// Fits inside a fit, each with the part that it leaves out.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> inside(std::size_t fit) const {
    std::vector<std::pair<std::size_t, std::size_t>> inner;
    for (std::size_t q = 0; q < parts_.size(); ++q) {
      if (fit == 0 && fits_.size() > 1) inner.emplace_back(without_part(q), q);
      if (fit > 0 && has_pairs() && q + 1 != fit) inner.emplace_back(without_parts(fit - 1, q), q);
    }
    return inner;
  }

  /// How many facts are more than chance in a fit.
  Result<void> decide(std::size_t fit, Told& told) {
    const SeenRows& seen = seen_[fit];
    const auto most = static_cast<int>(seen.best.size()) - 1;
    FurtherRules further{rules_.reader.shapes, fit == 0 ? rules_.draws : rules_.draws / kFewerDraws, 0.04, rules_.seed};
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

  /// The smallest number, at least two more, whose gain on rows left out is clear; 0: none.
  int facts_together(std::size_t fit, int from, int most) {
    const auto inner = inside(fit);
    if (inner.size() < 3) return 0;
    const double level = kTogetherLevel / std::max(1, most - from - 1);
    const double quantile = information::student_quantile(1 - level, static_cast<double>(inner.size()) - 1);
    for (int facts = from + 2; facts <= most; ++facts) {
      std::vector<double> gains;
      for (const auto& [sub, part] : inner) {
        const Scores few = scores_[sub].of(parts_[part], static_cast<std::size_t>(from));
        const Scores& more = scores_[sub].of(parts_[part], static_cast<std::size_t>(facts));
        gains.push_back(log_gain(few, more));
      }
      if (information::mean_of(gains).clear(quantile)) return facts;
    }
    return 0;
  }

  /// Nested: number, choice and shapes are made anew without each part.
  Result<void> measure(Told& told) {
    if (!has_pairs()) return {};
    Worth worth(held_, dealt_);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      Told part;
      if (rules_.decide) {
        EXPLAINEE_TRY(decide(without_part(p), part));
      } else {
        part.facts = static_cast<int>(scores_[without_part(p)].most_facts());
      }
      const auto facts = static_cast<std::size_t>(part.facts);
      Spread before;
      Spread after;
      for (const auto& [sub, q] : inside(without_part(p))) {
        before.add(scores_[sub].of(parts_[q], 0).rests);
        after.add(scores_[sub].of(parts_[q], facts).rests);
      }
      const Scores few = scores_[without_part(p)].of(parts_[p], 0);
      const Scores& more = scores_[without_part(p)].of(parts_[p], facts);
      worth.add(parts_[p], {few, before}, {more, after}, facts > 0);
    }
    told.held_out = worth.result();
    return {};
  }

  const HeldRows& held_;
  const ToldRules& rules_;
  const base::Control& control_;
  ShapeLibraries libraries_;
  const TermLibrary* library_ = nullptr;
  DealtRows dealt_;
  std::vector<Folds> parts_;
  std::vector<Folds> fits_;
  std::vector<Reading> readings_;
  std::vector<SeenRows> seen_;
  std::vector<HeldOutScores> scores_;
};

}  // namespace

Result<Told> tell(const HeldRows& held, const ToldRules& rules, const base::Control& control) {
  return Teller(held, rules, control).run();
}

}  // namespace explainee::explain
