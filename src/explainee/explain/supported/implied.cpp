#include "explainee/explain/supported/implied.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "explainee/explain/shapes/spline_basis.h"
#include "explainee/explain/supported/sampled_rows.h"

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
/// Of so many known numbers bends and products are made.
constexpr std::size_t kMostFactors = 8;
constexpr int kKnownDegrees = 8;
constexpr Eigen::Index kRowsPerBentColumn = 5;

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

/// Bends and products of known numbers, of which trees make only stairs, and least squares on them.
class BentKnower {
 public:
  BentKnower(const HeldRows& held, const std::vector<int>& known, const SampledRows& rows) {
    weights_ = Eigen::Map<const Eigen::VectorXd>(rows.weights().data(), static_cast<Eigen::Index>(rows.size()));
    columns_.emplace_back(Eigen::VectorXd::Ones(weights_.size()));
    std::vector<Eigen::VectorXd> numbers;
    for (const int place : known) {
      const HeldSource& source = held.sources[static_cast<std::size_t>(place)];
      const std::vector<double> values = rows.at(source.values);
      const Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(values.data(), weights_.size());
      if (source.levels == 0) numbers.push_back(x);
      for (int level = 1; level < source.levels; ++level) add((x.array() == level).cast<double>());
    }
    if (numbers.size() > kMostFactors) numbers.resize(kMostFactors);
    for (std::size_t a = 0; a < numbers.size(); ++a) {
      for (int power = 1; power <= 3; ++power) add(numbers[a].array().pow(power));
      for (std::size_t b = a + 1; b < numbers.size(); ++b) add(numbers[a].array() * numbers[b].array());
    }
    add_cubes(numbers);
    for (const Eigen::VectorXd& x : numbers) add_spline(x);
  }

  /// R² in rows that took no part; 0 where there are too few rows.
  [[nodiscard]] double share(const std::vector<double>& values, const std::vector<int>& fold) const {
    const auto rows = weights_.size();
    const auto width = static_cast<Eigen::Index>(columns_.size());
    if (rows < kRowsPerBentColumn * width) return 0;
    Eigen::MatrixXd design(rows, width);
    for (Eigen::Index j = 0; j < width; ++j) design.col(j) = columns_[static_cast<std::size_t>(j)];
    const Eigen::Map<const Eigen::VectorXd> y(values.data(), rows);
    double missed = 0;
    for (int out = 0; out <= *std::max_element(fold.begin(), fold.end()); ++out) {
      Eigen::VectorXd inside = weights_;
      for (Eigen::Index i = 0; i < rows; ++i)
        if (fold[static_cast<std::size_t>(i)] == out) inside[i] = 0;
      const Eigen::MatrixXd weighted = design.array().colwise() * inside.array();
      const Eigen::VectorXd slopes =
          (weighted.transpose() * design).completeOrthogonalDecomposition().solve(weighted.transpose() * y);
      missed += ((weights_ - inside).array() * (y - design * slopes).array().square()).sum();
    }
    const double mean = weights_.dot(y) / weights_.sum();
    const double all = (weights_.array() * (y.array() - mean).square()).sum();
    return all > 0 ? 1 - missed / all : 0;
  }

 private:
  void add(Eigen::VectorXd column) {
    const double mean = weights_.dot(column) / weights_.sum();
    column.array() -= mean;
    const double size = column.norm() / std::sqrt(static_cast<double>(column.size()));
    if (size > 0) columns_.push_back(column / size);
  }

  /// Products of three, two of them maybe equal: ln(a − b − c) is nearly a cubic where it is not flat.
  void add_cubes(const std::vector<Eigen::VectorXd>& numbers) {
    const auto count = static_cast<Eigen::Index>(numbers.size());
    const Eigen::Index cubes = count * (count + 1) * (count + 2) / 6 - count;
    if (weights_.size() < kRowsPerBentColumn * (static_cast<Eigen::Index>(columns_.size()) + cubes)) return;
    for (std::size_t a = 0; a < numbers.size(); ++a) {
      for (std::size_t b = a; b < numbers.size(); ++b) {
        for (std::size_t c = b; c < numbers.size(); ++c)
          if (c > a) add(numbers[a].array() * numbers[b].array() * numbers[c].array());  // a cube alone is there
      }
    }
  }

  void add_spline(const Eigen::VectorXd& x) {
    std::vector<double> sorted(x.begin(), x.end());
    std::sort(sorted.begin(), sorted.end());
    const auto spline = make_spline(x, weights_, sorted, kKnownDegrees);
    const bool fits =
        weights_.size() >= kRowsPerBentColumn * static_cast<Eigen::Index>(columns_.size() + kKnownDegrees);
    if (!spline || !fits) return;
    const Eigen::MatrixXd bends = spline->columns(x);
    for (Eigen::Index j = 1; j < bends.cols(); ++j) add(bends.col(j));
  }

  Eigen::VectorXd weights_;
  std::vector<Eigen::VectorXd> columns_;
};

/// What is known in some rows, and what it says of other columns.
class Knower {
 public:
  Knower(const HeldRows& held, const std::vector<int>& known, const SampleRules& rules, int rounds)
      : held_(held), rows_(held, rules), bent_(held, known, rows_), rounds_(rounds), seed_(rules.seed) {
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
    if (wanted.classes == 0 && bent_.share(wanted.values, fold) >= share) return true;
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
    return loss.wrong <= wrong && loss.wrong <= of_guess * guess;
  }

 private:
  const HeldRows& held_;
  SampledRows rows_;
  BentKnower bent_;
  int rounds_;
  std::uint64_t seed_;
  std::vector<std::vector<double>> values_;
  std::vector<int> levels_;
};

/// Looks at one column after another, and remembers what it found.
class ImpliedFinder {
 public:
  ImpliedFinder(const HeldRows& held, std::vector<int> known, std::uint64_t seed, const base::Control& control)
      : held_(held),
        known_(std::move(known)),
        rules_{kImpliedRows, kImpliedFolds, seed},
        control_(control),
        first_(held, known_, {kFirstRows, kImpliedFolds, seed}, kFirstRounds),
        last_(held, known_, rules_, BoostOptions().rounds) {}

  Result<bool> follows(int place) {
    const auto [entry, fresh] = found_.try_emplace(place, false);
    if (!fresh) return entry->second;
    EXPLAINEE_ASSIGN(const bool may, first_.says(place, kFirstShare, 1, 1 - kFirstShare, control_));
    if (!may) return false;
    EXPLAINEE_ASSIGN(entry->second, full(last_, place));
    return entry->second;
  }

  /// One known column where that is enough for all of these, else every one.
  Result<std::vector<std::string>> given_away_by(const std::vector<int>& places) const {
    std::vector<std::string> all;
    for (const int known : known_) {
      const std::string& name = held_.sources[static_cast<std::size_t>(known)].name;
      all.push_back(name);
      if (known_.size() == 1) break;
      const Knower alone(held_, {known}, rules_, BoostOptions().rounds);
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
  const base::Control& control_;
  Knower first_;
  Knower last_;
  std::map<int, bool> found_;
};

}  // namespace

Result<std::vector<Implied>> implied_facts(const HeldRows& held, std::span<const int> candidates, std::uint64_t seed,
                                           const base::Control& control) {
  std::vector<int> known;
  for (std::size_t k = 0; k < held.sources.size(); ++k)
    if (held.sources[k].known) known.push_back(static_cast<int>(k));
  std::vector<Implied> implied;
  if (known.empty()) return implied;
  ImpliedFinder finder(held, std::move(known), seed, control);
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
