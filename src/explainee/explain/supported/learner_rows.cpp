#include "explainee/explain/supported/learner_rows.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/information/learner/forward_selection.h"

namespace explainee::explain {
namespace {

using base::Result;

/// Rounds that suffice to compare sets.
constexpr int kRounds = 150;
constexpr std::uint64_t kDealAgainStream = 0x6465616c;

information::BoostOptions options_of(std::uint64_t seed) {
  information::BoostOptions options;
  options.rounds = kRounds;
  options.seed = seed;
  return options;
}

/// Which of several 0/1 columns a row has, the last number where it has none.
std::vector<double> codes(const HeldRows& held, const std::vector<int>& columns,
                          const std::vector<Eigen::Index>& order) {
  std::vector<double> result;
  for (const Eigen::Index row : order) {
    std::size_t code = columns.size();
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (held.values(row, columns[k]) > 0) code = k;  // above its mean: 1
    }
    result.push_back(static_cast<double>(code));
  }
  return result;
}

std::vector<double> in_order(const Eigen::VectorXd& column, const std::vector<Eigen::Index>& order) {
  std::vector<double> values;
  for (const Eigen::Index row : order) values.push_back(column[row]);
  return values;
}

}  // namespace

LearnerRows::LearnerRows(const DealtRows& dealt, const std::vector<Folds>& parts, std::size_t most_rows)
    : classes_(dealt.held->class_count), parts_(static_cast<int>(parts.size())) {
  const HeldRows& held = *dealt.held;
  for (Eigen::Index j = 0; j < held.given.cols(); ++j) cells_.push_back(in_order(held.given.col(j), dealt.order));
  known_ = static_cast<int>(cells_.size());
  std::vector<int> levels(cells_.size(), 0);
  for (const HeldCandidate& candidate : held.candidates) {
    const bool one = candidate.columns.size() == 1;
    cells_.push_back(one ? in_order(held.values.col(candidate.columns.front()), dealt.order)
                         : codes(held, candidate.columns, dealt.order));
    levels.push_back(one ? 0 : static_cast<int>(candidate.columns.size()) + 1);
  }
  std::vector<information::LearnerColumn> columns;
  for (std::size_t k = 0; k < cells_.size(); ++k) columns.push_back({cells_[k], levels[k]});
  table_.emplace(columns);
  if (classes_ > 0) {
    for (const Eigen::Index row : dealt.order) {
      if (targets_.empty()) targets_.emplace_back();
      targets_.front().push_back(held.class_of[static_cast<std::size_t>(row)]);
    }
  } else {
    for (Eigen::Index t = 0; t < held.targets.cols(); ++t)
      targets_.push_back(in_order(held.targets.col(t), dealt.order));
  }
  weights_.assign(dealt.folds.weights.begin(), dealt.folds.weights.end());
  fold_.assign(dealt.order.size(), -1);
  // Groups are numbered as they occur, rows of a fold in the order of the table: each k-th group is a fair choice.
  const auto every = static_cast<int>((dealt.order.size() + most_rows - 1) / most_rows);
  for (std::size_t i = 0; i < dealt.order.size(); ++i)
    groups_.push_back(held.groups[static_cast<std::size_t>(dealt.order[i])]);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const std::size_t fold : parts[p]) {
      for (Eigen::Index i = dealt.folds.begin(fold); i < dealt.folds.ends[fold]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (groups_[at] % every == 0) fold_[at] = static_cast<int>(p);
      }
    }
  }
}

void LearnerRows::deal_again(std::uint64_t seed) {
  std::vector<int> groups;  // that take part
  for (std::size_t i = 0; i < fold_.size(); ++i)
    if (fold_[i] >= 0) groups.push_back(groups_[i]);
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  std::vector<int> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  base::Random random(seed, kDealAgainStream);
  random.shuffle(std::span(order));
  for (std::size_t i = 0; i < fold_.size(); ++i) {
    if (fold_[i] < 0) continue;
    const auto place = std::lower_bound(groups.begin(), groups.end(), groups_[i]) - groups.begin();
    fold_[i] = order[static_cast<std::size_t>(place)] % parts_;
  }
}

std::vector<int> LearnerRows::columns_with(const std::vector<int>& candidates) const {
  std::vector<int> columns(static_cast<std::size_t>(known_));
  std::iota(columns.begin(), columns.end(), 0);
  for (const int candidate : candidates) columns.push_back(known_ + candidate);
  return columns;
}

std::vector<double> LearnerRows::shares(const std::vector<double>& values) const {
  if (classes_ == 0) return std::vector<double>(values.size(), 0.0);  // their mean
  std::vector<double> share(static_cast<std::size_t>(classes_));
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    share[static_cast<std::size_t>(values[i])] += weights_[i];
    total += weights_[i];
  }
  std::vector<double> predictions;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const double one : share) predictions.push_back(one / total);
  }
  return predictions;
}

Result<Eigen::VectorXd> LearnerRows::losses(const std::vector<int>& candidates, std::uint64_t seed,
                                            const base::Control& control) const {
  const std::vector<int> columns = columns_with(candidates);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(fold_.size()));
  for (const std::vector<double>& values : targets_) {
    const information::LearnerTarget target{values, classes_, weights_};
    std::vector<double> predictions;
    if (columns.empty()) {
      predictions = shares(values);
    } else {
      EXPLAINEE_ASSIGN(information::CrossPrediction predicted,
                       information::cross_predicted({*table_, columns, target}, folds(), options_of(seed), control));
      predictions = std::move(predicted.predictions);
    }
    const information::HeldOutLoss loss = information::held_out_loss(target, folds(), predictions);
    sum += Eigen::Map<const Eigen::VectorXd>(loss.of_row.data(), sum.size());
  }
  return sum;
}

Result<std::vector<int>> LearnerRows::forward(const std::vector<int>& among, int count, std::uint64_t seed,
                                              const base::Control& control) const {
  std::vector<int> candidates;
  for (const int candidate : among) candidates.push_back(known_ + candidate);
  const std::vector<int> given = columns_with({});
  const information::LearnerTarget target{targets_.front(), classes_, weights_};
  EXPLAINEE_ASSIGN(
      const std::vector<information::ForwardStep> steps,
      information::forward_selected({*table_, given, target}, {candidates, count}, folds(), options_of(seed), control));
  std::vector<int> chosen;
  for (const information::ForwardStep& step : steps) chosen.push_back(step.column - known_);
  return chosen;
}

}  // namespace explainee::explain
