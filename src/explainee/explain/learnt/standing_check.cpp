#include "explainee/explain/learnt/standing_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "explainee/explain/learnt/promising.h"
#include "explainee/explain/learnt/sampled_rows.h"

namespace explainee::explain {
namespace {

using base::Result;
using information::HeldOutLoss;
using information::LearnerTarget;

/// Four folds take six members; three would take twelve, each of which learns from as many rows.
constexpr int kStandingFolds = 4;
constexpr std::size_t kFewestLearned = 500;
/// Less of a prediction's variance is taken for rounding.
constexpr double kLeastLeft = 1e-10;
constexpr double kStandardErrors = 2;

SampleRules sample_rules(const HeldRows& held, const StandingRules& rules) {
  const auto targets =
      held.class_count > 0 ? 1 : static_cast<std::size_t>(std::max<Eigen::Index>(1, held.targets.cols()));
  return {std::max(std::min(kFewestLearned, rules.most_rows), rules.most_rows / targets), kStandingFolds, rules.seed};
}

/// What predictions leave open.
struct LeftOpen {
  Eigen::MatrixXd rests;     ///< rows × predictions, or classes less their chances
  std::vector<double> loss;  ///< of each row, in nats but for what all have in common
  double nats = 0;
};

class Stander {
 public:
  Stander(const HeldRows& held, const StandingRules& rules, const base::Control& control)
      : held_(held), rules_(rules), control_(control), rows_(held, sample_rules(held, rules)), table_(bins()) {
    for (std::size_t k = 0; k < held.sources.size(); ++k)
      if (held.sources[k].known) known_.push_back(static_cast<int>(k));
    // Summaries and the like are no columns that candidates are made of.
    for (std::size_t k = held.sources.size(); k < values_.size(); ++k) known_.push_back(static_cast<int>(k));
    take_targets();
    fold_ = rows_.deal({targets_.front(), classes(), rows_.weights()});
  }

  Result<Standing> run(std::span<const int> facts) {
    Standing standing;
    standing.rows = static_cast<std::int64_t>(rows_.size());
    const LeftOpen none = alone();
    LeftOpen known = none;
    if (!known_.empty()) {
      EXPLAINEE_ASSIGN(known, with({}));
    }
    standing.known_nats = none.nats - known.nats;
    LeftOpen told = known;
    if (!facts.empty()) {
      EXPLAINEE_ASSIGN(told, with(facts));
    }
    standing.facts_nats = known.nats - told.nats;
    standing.facts_clear = clear(known, told);
    standing.columns = promising_columns(known.rests);
    std::vector<int> all(facts.begin(), facts.end());
    all.insert(all.end(), standing.columns.begin(), standing.columns.end());
    const bool more = std::any_of(standing.columns.begin(), standing.columns.end(),
                                  [&](int k) { return std::find(facts.begin(), facts.end(), k) == facts.end(); });
    if (!more) {
      standing.all_nats = standing.facts_nats;
      return standing;
    }
    EXPLAINEE_ASSIGN(const LeftOpen everything, with(all));
    standing.all_nats = known.nats - everything.nats;
    standing.beyond_clear = clear(told, everything);
    return standing;
  }

 private:
  information::BinnedColumns bins() {
    std::vector<int> levels;
    for (const HeldSource& source : held_.sources) {
      values_.push_back(rows_.at(source.values));
      levels.push_back(source.levels);
    }
    for (Eigen::Index j = 0; held_.states_more && j < held_.given.cols(); ++j) {
      values_.push_back(rows_.at({held_.given.col(j).data(), static_cast<std::size_t>(held_.given.rows())}));
      levels.push_back(0);
    }
    std::vector<information::LearnerColumn> columns;
    for (std::size_t k = 0; k < values_.size(); ++k) columns.push_back({values_[k], levels[k]});
    return information::BinnedColumns(columns);
  }

  [[nodiscard]] int classes() const { return held_.class_count; }

  void take_targets() {
    if (classes() > 0) {
      const std::vector<double> all(held_.class_of.begin(), held_.class_of.end());
      targets_.push_back(rows_.at(all));
      return;
    }
    for (Eigen::Index t = 0; t < held_.targets.cols(); ++t)
      targets_.push_back(rows_.at({held_.targets.col(t).data(), static_cast<std::size_t>(held_.targets.rows())}));
    untie_targets();
  }

  /// Each less what follows from those before it, in its own standard deviation: bits of all together stay the same. A
  /// learner of one at a time would miss that chances add up to one, but for their rounding.
  void untie_targets() {
    std::vector<std::vector<double>> untied{targets_.front()};
    for (std::size_t t = 1; t < targets_.size(); ++t) {
      Eigen::Map<Eigen::VectorXd> own(targets_[t].data(), static_cast<Eigen::Index>(rows_.size()));
      Eigen::MatrixXd before(own.size(), 1 + static_cast<Eigen::Index>(untied.size()));
      before.col(0).setOnes();
      for (std::size_t k = 0; k < untied.size(); ++k)
        before.col(1 + static_cast<Eigen::Index>(k)) = Eigen::Map<const Eigen::VectorXd>(untied[k].data(), own.size());
      const Eigen::MatrixXd weighted = weights().cwiseSqrt().asDiagonal() * before;
      own -= before * weighted.colPivHouseholderQr().solve(weights().cwiseSqrt().cwiseProduct(own));
      const double variance = weights().dot(own.cwiseAbs2()) / weights().sum();
      if (variance <= kLeastLeft) continue;
      own /= std::sqrt(variance);
      untied.push_back(targets_[t]);
    }
    targets_ = std::move(untied);
  }

  [[nodiscard]] LearnerTarget target(std::size_t t) const { return {targets_[t], classes(), rows_.weights()}; }
  [[nodiscard]] Eigen::Map<const Eigen::VectorXd> weights() const {
    return {rows_.weights().data(), static_cast<Eigen::Index>(rows_.size())};
  }

  /// The mean, or the shares of the classes.
  [[nodiscard]] LeftOpen alone() const {
    const double total = weights().sum();
    std::vector<std::vector<double>> predictions;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const auto width = static_cast<std::size_t>(information::predictions_of(target(t)));
      std::vector<double> common(width, 0.0);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const double weight = rows_.weights()[i] / total;
        if (classes() > 0) common[static_cast<std::size_t>(targets_[t][i])] += weight;
        if (classes() == 0) common.front() += weight * targets_[t][i];
      }
      std::vector<double>& own = predictions.emplace_back();
      for (std::size_t i = 0; i < rows_.size(); ++i) own.insert(own.end(), common.begin(), common.end());
    }
    return left_open(predictions);
  }

  /// What the learner leaves open with these sources beside what is known.
  [[nodiscard]] Result<LeftOpen> with(std::span<const int> sources) const {
    std::set<int> all(sources.begin(), sources.end());
    all.insert(known_.begin(), known_.end());
    const std::vector<int> columns(all.begin(), all.end());
    information::BoostOptions options;
    options.seed = rules_.seed;
    std::vector<std::vector<double>> predictions;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      EXPLAINEE_ASSIGN(auto predicted, information::cross_predicted({table_, columns, target(t)}, rows_.folds(fold_),
                                                                    options, control_));
      predictions.push_back(std::move(predicted.predictions));
    }
    return left_open(predictions);
  }

  [[nodiscard]] LeftOpen left_open(const std::vector<std::vector<double>>& predictions) const {
    LeftOpen left;
    const auto rows = static_cast<Eigen::Index>(rows_.size());
    if (classes() > 0) {
      const HeldOutLoss loss = information::held_out_loss(target(0), rows_.folds(fold_), predictions.front());
      left.nats = loss.mean;
      left.loss = loss.of_row;
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      left.rests = -Eigen::Map<const RowMajor>(predictions.front().data(), rows, classes());
      for (Eigen::Index i = 0; i < rows; ++i)
        left.rests(i, static_cast<Eigen::Index>(targets_.front()[static_cast<std::size_t>(i)])) += 1;
      return left;
    }
    left.rests.resize(rows, static_cast<Eigen::Index>(targets_.size()));
    for (std::size_t t = 0; t < targets_.size(); ++t)
      for (Eigen::Index i = 0; i < rows; ++i)
        left.rests(i, static_cast<Eigen::Index>(t)) =
            targets_[t][static_cast<std::size_t>(i)] - predictions[t][static_cast<std::size_t>(i)];
    const Eigen::MatrixXd products = left.rests.transpose() * weights().asDiagonal() * left.rests / weights().sum();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(products);
    const Eigen::VectorXd own = solver.eigenvalues().cwiseMax(kLeastLeft);
    left.nats = 0.5 * own.array().log().sum();
    const Eigen::MatrixXd turned = left.rests * solver.eigenvectors();
    const Eigen::VectorXd quadratic = turned.array().square().matrix() * own.cwiseInverse();
    for (Eigen::Index i = 0; i < rows; ++i) left.loss.push_back(left.nats + 0.5 * quadratic[i]);
    return left;
  }

  /// Whether `after` leaves less open than `before` by more than chance; rows of a group count together.
  [[nodiscard]] bool clear(const LeftOpen& before, const LeftOpen& after) const {
    const double gain = before.nats - after.nats;
    const double total = weights().sum();
    double mean = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      mean += rows_.weights()[i] * (before.loss[i] - after.loss[i]) / total;
    std::map<int, double> of_group;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const int group = held_.groups[static_cast<std::size_t>(rows_.rows()[i])];
      of_group[group] += rows_.weights()[i] * (before.loss[i] - after.loss[i] - mean) / total;
    }
    double variance = 0;
    for (const auto& [group, sum] : of_group) variance += sum * sum;
    return gain > kStandardErrors * std::sqrt(variance);
  }

  [[nodiscard]] std::vector<int> promising_columns(const Eigen::MatrixXd& rests) const {
    std::set<int> open;
    for (const HeldCandidate& candidate : held_.candidates) {
      for (const int source : candidate.sources)
        if (!held_.sources[static_cast<std::size_t>(source)].known) open.insert(source);
    }
    const std::vector<int> columns(open.begin(), open.end());
    return promising({table_, columns, known_, rests, classes() == 0}, rules_.most_columns);
  }

  const HeldRows& held_;
  const StandingRules& rules_;
  const base::Control& control_;
  SampledRows rows_;
  std::vector<std::vector<double>> values_;  // of every source, then of u as it is stated
  information::BinnedColumns table_;
  std::vector<int> known_;
  std::vector<std::vector<double>> targets_;
  std::vector<int> fold_;
};

}  // namespace

Result<Standing> measure_standing(const HeldRows& held, std::span<const int> facts, const StandingRules& rules,
                                  const base::Control& control) {
  return Stander(held, rules, control).run(facts);
}

}  // namespace explainee::explain
