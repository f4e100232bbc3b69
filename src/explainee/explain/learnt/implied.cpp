#include "explainee/explain/learnt/implied.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "explainee/explain/learnt/known_basis.h"
#include "explainee/explain/learnt/sampled_rows.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::BoostOptions;
using information::HeldOutLoss;
using information::LearnerTarget;

/// A first look at few rows leaves out what is far from following.
constexpr std::size_t kFirstRows = 500;
constexpr int kFirstRounds = 40;
constexpr double kFirstShare = 0.5;
constexpr std::size_t kImpliedRows = 2000;
constexpr int kImpliedFolds = 5;

/// A column to predict: codes 0 … where it has two values or levels.
struct Wanted {
  std::vector<double> values;
  int classes = 0;
};

Wanted wanted_of(const HeldSource& source, const SampledRows& rows) {
  Wanted wanted{rows.at(source.values), source.levels};
  if (wanted.classes > 0) return wanted;
  const auto [low, high] = std::minmax_element(wanted.values.begin(), wanted.values.end());
  if (low == wanted.values.end()) return wanted;
  const double zero = *low;
  const double one = *high;
  const auto either = [&](double value) { return value == zero || value == one; };
  if (zero == one || !std::all_of(wanted.values.begin(), wanted.values.end(), either)) return wanted;
  for (double& value : wanted.values) value = value == one ? 1 : 0;
  wanted.classes = 2;
  return wanted;
}

/// Share of rows that guessing the commonest value misses.
double missed_by_guess(const LearnerTarget& target) {
  std::vector<double> share(static_cast<std::size_t>(target.classes), 0.0);
  double total = 0;
  for (std::size_t i = 0; i < target.values.size(); ++i) {
    share[static_cast<std::size_t>(target.values[i])] += target.weight(static_cast<int>(i));
    total += target.weight(static_cast<int>(i));
  }
  return 1 - *std::max_element(share.begin(), share.end()) / total;
}

/// What is known in some rows, and what it says of other columns.
class Knower {
 public:
  /// `basis_alone`: of numbers, trees are not asked.
  Knower(const HeldRows& held, const std::vector<int>& known, const SampleRules& rules, int rounds, bool basis_alone)
      : held_(held),
        rows_(held, rules),
        basis_(held, known, rows_),
        rounds_(rounds),
        basis_alone_(basis_alone),
        seed_(rules.seed) {
    for (const int place : known) {
      const HeldSource& source = held.sources[static_cast<std::size_t>(place)];
      values_.push_back(rows_.at(source.values));
      levels_.push_back(source.levels);
    }
  }

  /// Whether the learner predicts a column as well as `share` and so many wrong ones ask for.
  Result<bool> says(int place, double share, double wrong, double of_guess, const base::Control& control) const {
    const Wanted wanted = wanted_of(held_.sources[static_cast<std::size_t>(place)], rows_);
    const LearnerTarget target{wanted.values, wanted.classes, rows_.weights()};
    const double guess = wanted.classes > 0 ? missed_by_guess(target) : 0;
    if (wanted.classes > 0 && guess == 0) return false;
    const std::vector<int> fold = rows_.deal(target);
    if (wanted.classes == 0 && basis_.share(wanted.values, fold) >= share) return true;
    const double slack = 1.5 * std::sqrt(wrong * (1 - wrong) / static_cast<double>(rows_.size()));
    const auto few = [&](double missed) { return missed <= wrong + slack && missed <= of_guess * guess; };
    if (wanted.classes > 0 && few(basis_.wrong(target, fold))) return true;
    if (wanted.classes == 0 && basis_alone_) return false;
    std::vector<information::LearnerColumn> columns;
    std::vector<int> all;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      columns.push_back({values_[k], levels_[k]});
      all.push_back(static_cast<int>(k));
    }
    const information::BinnedColumns table(columns);
    BoostOptions options;
    options.rounds = rounds_;
    options.seed = seed_;
    EXPLAINEE_ASSIGN(const auto predicted,
                     information::cross_predicted({table, all, target}, rows_.folds(fold), options, control));
    const HeldOutLoss loss = information::held_out_loss(target, rows_.folds(fold), predicted.predictions);
    if (wanted.classes == 0) return loss.explained() >= share;
    return few(loss.wrong);
  }

 private:
  const HeldRows& held_;
  SampledRows rows_;
  KnownBasis basis_;
  int rounds_;
  bool basis_alone_;
  std::uint64_t seed_;
  std::vector<std::vector<double>> values_;
  std::vector<int> levels_;
};

/// Looks at one column after another, and remembers what it found.
class ImpliedFinder {
 public:
  ImpliedFinder(const HeldRows& held, std::vector<int> known, const ImpliedRules& rules, const base::Control& control)
      : held_(held),
        known_(std::move(known)),
        rules_{rules.quick ? kFirstRows : kImpliedRows, kImpliedFolds, rules.seed},
        rounds_(rules.quick ? kFirstRounds : BoostOptions().rounds),
        control_(control),
        first_(held, known_, {kFirstRows, kImpliedFolds, rules.seed}, kFirstRounds, rules.quick) {
    if (!rules.quick) last_.emplace(held, known_, rules_, rounds_, false);
  }

  Result<bool> follows(int place) {
    const auto [entry, fresh] = found_.try_emplace(place, false);
    if (!fresh) return entry->second;
    if (last_) {
      EXPLAINEE_ASSIGN(const bool may, first_.says(place, kFirstShare, 1, 1 - kFirstShare, control_));
      if (!may) return false;
    }
    EXPLAINEE_ASSIGN(entry->second, full(last_ ? *last_ : first_, place));
    return entry->second;
  }

  /// One known column where that is enough for all of these, else every one.
  Result<std::vector<std::string>> given_away_by(const std::vector<int>& places) const {
    std::vector<std::string> all;
    for (const int known : known_) {
      const std::string& name = held_.sources[static_cast<std::size_t>(known)].name;
      all.push_back(name);
      if (known_.size() == 1) break;
      const Knower alone(held_, {known}, rules_, rounds_, !last_);
      bool enough = true;
      for (const int place : places) {
        EXPLAINEE_ASSIGN(enough, full(alone, place));
        if (!enough) break;
      }
      if (enough) return std::vector{name};
    }
    return all;
  }

 private:
  [[nodiscard]] Result<bool> full(const Knower& knower, int place) const {
    return knower.says(place, kImpliedShare, kImpliedWrong, kImpliedOfGuess, control_);
  }

  const HeldRows& held_;
  std::vector<int> known_;
  SampleRules rules_;
  int rounds_;
  const base::Control& control_;
  Knower first_;
  std::optional<Knower> last_;  // none where the first look decides
  std::map<int, bool> found_;
};

}  // namespace

Result<std::vector<Implied>> implied_facts(const HeldRows& held, std::span<const int> candidates,
                                           const ImpliedRules& rules, const base::Control& control) {
  std::vector<int> known;
  for (std::size_t k = 0; k < held.sources.size(); ++k)
    if (held.sources[k].known) known.push_back(static_cast<int>(k));
  std::vector<Implied> implied;
  if (known.empty()) return implied;
  ImpliedFinder finder(held, std::move(known), rules, control);
  for (const int candidate : candidates) {
    if (control.should_stop()) return base::interrupted();
    const std::vector<int>& sources = held.candidates[static_cast<std::size_t>(candidate)].sources;
    bool follows = !sources.empty();
    for (const int place : sources) {
      EXPLAINEE_ASSIGN(follows, finder.follows(place));
      if (!follows) break;
    }
    if (!follows) continue;
    EXPLAINEE_ASSIGN(std::vector<std::string> by, finder.given_away_by(sources));
    implied.push_back({candidate, std::move(by)});
  }
  return implied;
}

}  // namespace explainee::explain
