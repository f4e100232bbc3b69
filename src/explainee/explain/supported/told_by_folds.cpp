#include "explainee/explain/supported/told_by_folds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/supported/fold_fits.h"
#include "explainee/explain/supported/told.h"
#include "explainee/information/crossfit/fold_gains.h"
#include "explainee/information/special_functions.h"

namespace explainee::explain {
namespace {

using base::Result;

/// Chance of a false alarm of a further fact, and when several are looked at together, for all numbers of them.
constexpr double kFurtherLevel = 0.04;
constexpr double kFoldsTogetherLevel = 0.01;
/// Parts have so many rows at least.
constexpr double kRowsPerPart = 10;
/// Rows beyond the columns of the regression that every fit needs.
constexpr double kRowsToSparePart = 5;

/// ½ ln of the ratio of determinants, at most as far as kDetermined goes in one direction.
double gain_between(const Eigen::MatrixXd& few, const Eigen::MatrixXd& more) {
  const double most = -0.5 * std::log(base::kDetermined);
  const Eigen::LLT<Eigen::MatrixXd> wide(few);
  const Eigen::LLT<Eigen::MatrixXd> narrow(more);
  if (wide.info() != Eigen::Success) return 0;
  if (narrow.info() != Eigen::Success) return most;
  return std::min(most, 0.5 * (log_determinant(wide) - log_determinant(narrow)));
}

double chance_of(const information::FoldMean& gain, std::size_t folds) {
  if (!(gain.error > 0)) return gain.mean > 0 ? 0.0 : 1.0;
  return information::student_tail(gain.mean / gain.error, static_cast<double>(folds) - 1);
}

class FoldTeller {
 public:
  FoldTeller(const Setting& setting, const FoldRules& rules, const base::Control& control)
      : setting_(setting), rules_(rules), control_(control) {}

  Result<ToldByFolds> run() {
    ToldByFolds told;
    told.facts = rules_.most_facts;
    deal_parts(told);
    if (parts_.empty()) return told;
    EXPLAINEE_TRY(fit_all());
    if (rules_.decide) decide(kNone, told);
    if (rules_.measure && rows_ >= static_cast<double>(kFewestRows)) measure(told);
    return told;
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// Neighbouring folds in each; none where these or their rows would not do.
  void deal_parts(ToldByFolds& told) {
    Folds filled;
    moments::Fold total;
    for (std::size_t k = 0; k < setting_.folds.size(); ++k) {
      const moments::Fold& fold = setting_.folds[k];
      if (!(fold.weight > 0)) continue;
      filled.push_back(k);
      total.weight += fold.weight;
      total.weight_squares += fold.weight_squares;
    }
    rows_ = filled.empty() ? 0 : moments::effective_rows(total);
    const bool folds_enough = filled.size() >= kFewestFolds;
    told.rows_needed = rows_needed(folds_enough ? std::min(rules_.parts, filled.size()) : rules_.parts);
    if (!folds_enough || rows_ < told.rows_needed) return;
    const auto parts = std::min({rules_.parts, filled.size(), static_cast<std::size_t>(rows_ / kRowsPerPart)});
    parts_.assign(parts, {});
    for (std::size_t i = 0; i < filled.size(); ++i) parts_[i * parts / filled.size()].push_back(filled[i]);
  }

  /// For every fit without two of at most so many parts.
  [[nodiscard]] double rows_needed(std::size_t most_parts) const {
    const double columns =
        static_cast<double>(setting_.summary_weights.cols()) + static_cast<double>(most_columns()) + kRowsToSparePart;
    double fewest = std::numeric_limits<double>::infinity();
    for (std::size_t parts = kFewestFolds; parts <= most_parts; ++parts) {
      const auto count = static_cast<double>(parts);
      fewest = std::min(fewest, std::max(kRowsPerPart * count, columns / (1 - 2 / count)));
    }
    return fewest;
  }

  /// Columns that a regression on as many facts can have, with the predictions.
  [[nodiscard]] std::size_t most_columns() const {
    std::size_t widest = 1;
    for (const Candidate& candidate : setting_.candidates) widest = std::max(widest, candidate.columns.size());
    return widest * static_cast<std::size_t>(rules_.most_facts) + setting_.independent.size();
  }

  /// All folds but those of one part, or of two.
  [[nodiscard]] Folds without(std::size_t p, std::size_t q) const {
    Folds rest;
    for (std::size_t part = 0; part < parts_.size(); ++part)
      if (part != p && part != q) rest.insert(rest.end(), parts_[part].begin(), parts_[part].end());
    return rest;
  }

  Result<void> fit_all() {
    std::vector<std::pair<std::size_t, std::size_t>> wanted;
    const bool nested = rules_.measure && rows_ >= static_cast<double>(kFewestRows);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      wanted.emplace_back(p, p);
      for (std::size_t q = p + 1; nested && q < parts_.size(); ++q) wanted.emplace_back(p, q);
    }
    fits_.resize(parts_.size() * parts_.size());
    base::ThreadPool pool(control_.threads);
    pool.run(wanted.size(), [&](std::size_t k) {
      const auto [p, q] = wanted[k];
      if (!control_.should_stop())
        fits_[p * parts_.size() + q] = fit_on_folds(setting_, without(p, q), rules_.most_facts, control_);
    });
    if (control_.should_stop()) return base::interrupted();
    return {};
  }

  [[nodiscard]] const FoldFit& fit_without(std::size_t p, std::size_t q) const {
    return fits_[std::min(p, q) * parts_.size() + std::max(p, q)];
  }

  /// What so many facts leave open of a part that took no part; another part may be left out beside it.
  [[nodiscard]] RestSums open_in(std::size_t part, std::size_t beside, std::size_t facts) const {
    return rests_in(setting_, fit_without(part, beside == kNone ? part : beside), parts_[part], facts);
  }

  /// Gains of every part, but for the one left out.
  [[nodiscard]] std::vector<double> gains(std::size_t left_out, int few, int more) const {
    std::vector<double> all;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      if (part == left_out) continue;
      all.push_back(gain_between(open_in(part, left_out, static_cast<std::size_t>(few)).sum,
                                 open_in(part, left_out, static_cast<std::size_t>(more)).sum));
    }
    return all;
  }

  /// A further fact as long as its gain is clear; else, once, several that gain together.
  void decide(std::size_t left_out, ToldByFolds& told) const {
    told.decided = true;
    told.facts = 0;
    while (told.facts < rules_.most_facts) {
      const std::vector<double> gained = gains(left_out, told.facts, told.facts + 1);
      told.p_values.push_back(chance_of(information::mean_of(gained), gained.size()));
      if (told.p_values.back() > kFurtherLevel) break;
      ++told.facts;
    }
    const double level = kFoldsTogetherLevel / std::max(1, rules_.most_facts - told.facts - 1);
    for (int facts = told.facts + 2; facts <= rules_.most_facts; ++facts) {
      const std::vector<double> gained = gains(left_out, told.facts, facts);
      if (chance_of(information::mean_of(gained), gained.size()) > level) continue;
      told.facts = facts;
      told.together = true;
      return;
    }
  }

  /// Nested: number, choice and fit are made anew without each part.
  void measure(ToldByFolds& told) const {
    HeldOut out;
    RestSums before;
    RestSums after;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      ToldByFolds own;
      own.facts = rules_.most_facts;
      if (rules_.decide) decide(part, own);
      const auto facts = static_cast<std::size_t>(own.facts);
      RestSums wide;
      RestSums narrow;
      for (std::size_t other = 0; other < parts_.size(); ++other) {
        if (other == part) continue;
        wide.add(open_in(other, part, 0));
        narrow.add(open_in(other, part, facts));
      }
      const RestSums far = open_in(part, kNone, 0);
      const RestSums near = open_in(part, kNone, facts);
      out.gains.of_part.push_back(facts == 0 ? 0.0 : gain_of(wide, narrow, far, near, out.settled));
      before.add(far);
      after.add(near);
    }
    const Gains::Mean mean = out.gains.mean();
    out.nats = mean.nats;
    out.error = mean.error;
    out.quantile = information::student_quantile(0.975, static_cast<double>(parts_.size()) - 1);
    out.before = before.mean_square().diagonal().cwiseSqrt();
    out.after = after.mean_square().diagonal().cwiseSqrt();
    allow_for(fitted_nats(static_cast<std::size_t>(told.facts)), out);
    told.held_out = std::move(out);
  }

  /// Of so many facts on the folds they were chosen on, less what fitting finds by chance.
  [[nodiscard]] double fitted_nats(std::size_t facts) const {
    const Folds all = without(kNone, kNone);
    const FoldFit fit = fit_on_folds(setting_, all, rules_.most_facts, control_);
    const auto told = std::min(facts, fit.most_facts());
    const auto columns = static_cast<double>(told * setting_.independent.size());
    return gain_between(rests_in(setting_, fit, all, 0).sum, rests_in(setting_, fit, all, told).sum) -
           columns / (2 * rows_);
  }

  /// Mean of ½·[ln(v₀/v₁) + r₀²/v₀ − r₁²/v₁] over a part, v from the other parts.
  static double gain_of(const RestSums& wide, const RestSums& narrow, const RestSums& far, const RestSums& near,
                        bool& settled) {
    const Eigen::MatrixXd v0 = wide.mean_square();
    const Eigen::MatrixXd v1 = narrow.mean_square();
    const Eigen::LLT<Eigen::MatrixXd> first(v0);
    const Eigen::LLT<Eigen::MatrixXd> second(v1);
    if (first.info() != Eigen::Success || second.info() != Eigen::Success ||
        (v1.diagonal().array() <= base::kDetermined * v0.diagonal().array()).any()) {
      settled = true;
      return 0;
    }
    return 0.5 * (log_determinant(first) - log_determinant(second) + first.solve(far.mean_square()).trace() -
                  second.solve(near.mean_square()).trace());
  }

  const Setting& setting_;
  const FoldRules& rules_;
  const base::Control& control_;
  double rows_ = 0;
  std::vector<Folds> parts_;
  std::vector<FoldFit> fits_;  // without part p alone at (p, p), without p and q at (p, q), p < q
};

}  // namespace

Result<ToldByFolds> tell_by_folds(const Setting& setting, const FoldRules& rules, const base::Control& control) {
  return FoldTeller(setting, rules, control).run();
}

}  // namespace explainee::explain
