#include "explainee/information/learner/cross_prediction.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

#include "explainee/base/random.h"

namespace explainee::information {
namespace {

using RowsOfFolds = std::vector<std::vector<int>>;

RowsOfFolds rows_of_folds(const LearnerFolds& folds) {
  RowsOfFolds rows(static_cast<std::size_t>(folds.count));
  for (std::size_t i = 0; i < folds.of_row.size(); ++i)
    if (folds.of_row[i] >= 0) rows[static_cast<std::size_t>(folds.of_row[i])].push_back(static_cast<int>(i));
  return rows;
}

std::vector<int> rows_outside(const LearnerFolds& folds, int first, int second) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < folds.of_row.size(); ++i)
    if (folds.of_row[i] >= 0 && folds.of_row[i] != first && folds.of_row[i] != second)
      rows.push_back(static_cast<int>(i));
  return rows;
}

/// What is learned without two folds serves both: each watches for the prediction of the other.
std::vector<MemberPlan> paired_plans(const LearnerFolds& folds, const RowsOfFolds& rows) {
  std::vector<MemberPlan> plans;
  for (int f = 0; f < folds.count; ++f)
    for (int g = f + 1; g < folds.count; ++g)
      plans.push_back({rows_outside(folds, f, g),
                       {{f, rows[static_cast<std::size_t>(g)]}, {g, rows[static_cast<std::size_t>(f)]}}});
  return plans;
}

std::vector<MemberPlan> fold_plans(const LearnerTarget& target, const LearnerFolds& folds,
                                   const BoostOptions& options) {
  std::vector<MemberPlan> plans;
  for (int f = 0; f < folds.count; ++f) {
    const std::vector<int> others = rows_outside(folds, f, f);
    const std::uint64_t seed = base::mix64(options.seed + static_cast<std::uint64_t>(f));
    const std::vector<int> part = dealt_parts(others, target, folds.blocks, options.parts, seed);
    for (MemberPlan& plan : parted_plans(others, part, options.parts, f)) plans.push_back(std::move(plan));
  }
  return plans;
}

/// The loss of predicting every row alike.
double loss_alone(const LearnerTarget& target, const LearnerFolds& folds) {
  std::vector<double> shares(static_cast<std::size_t>(predictions_of(target)), 0.0);
  double total = 0;
  double mean = 0;
  for (std::size_t i = 0; i < folds.of_row.size(); ++i) {
    if (folds.of_row[i] < 0) continue;
    const double weight = target.weight(static_cast<int>(i));
    total += weight;
    mean += weight * target.values[i];
    if (target.classes > 0) shares[static_cast<std::size_t>(target.values[i])] += weight;
  }
  if (total <= 0) return 0;
  double loss = 0;
  if (target.classes > 0) {
    for (const double share : shares)
      if (share > 0) loss -= share / total * std::log(share / total);
    return loss;
  }
  for (std::size_t i = 0; i < folds.of_row.size(); ++i) {
    if (folds.of_row[i] < 0) continue;
    const double apart = target.values[i] - mean / total;
    loss += target.weight(static_cast<int>(i)) * apart * apart;
  }
  return loss / total;
}

}  // namespace

base::Result<CrossPrediction> cross_predicted(const LearnerTask& task, const LearnerFolds& folds,
                                              const BoostOptions& options, const base::Control& control) {
  const RowsOfFolds rows = rows_of_folds(folds);
  const bool paired = folds.count >= 4 && folds.count <= 6;
  BoostEnsemble ensemble(std::make_shared<const Design>(task.table, task.columns), task.target,
                         paired ? paired_plans(folds, rows) : fold_plans(task.target, folds, options), folds.count,
                         options);
  base::ThreadPool pool(control.threads);
  EXPLAINEE_TRY(ensemble.grow(pool, control));
  CrossPrediction result;
  const auto width = static_cast<std::size_t>(ensemble.width());
  result.predictions.resize(folds.of_row.size() * width);
  pool.run(rows.size(), [&](std::size_t f) {
    for (const int row : rows[f])
      ensemble.predict(static_cast<int>(f), row, result.predictions.data() + static_cast<std::size_t>(row) * width);
  });
  for (int f = 0; f < folds.count; ++f) result.rounds.push_back(ensemble.rounds(f));
  return result;
}

HeldOutLoss held_out_loss(const LearnerTarget& target, const LearnerFolds& folds, std::span<const double> predictions) {
  HeldOutLoss loss;
  loss.of_row.assign(folds.of_row.size(), 0.0);
  const auto width = static_cast<std::size_t>(predictions_of(target));
  const auto rows =
      static_cast<double>(std::count_if(folds.of_row.begin(), folds.of_row.end(), [](int fold) { return fold >= 0; }));
  double total = 0;
  for (std::size_t i = 0; i < folds.of_row.size(); ++i) {
    if (folds.of_row[i] < 0) continue;
    const double weight = target.weight(static_cast<int>(i));
    const double* own = predictions.data() + i * width;
    if (target.classes == 0) {
      loss.of_row[i] = (target.values[i] - *own) * (target.values[i] - *own);
    } else {
      const auto actual = static_cast<std::size_t>(target.values[i]);
      loss.of_row[i] = -std::log(std::max(own[actual], 1 / (2 * rows)));
      loss.wrong += std::max_element(own, own + width) - own == static_cast<std::ptrdiff_t>(actual) ? 0 : weight;
    }
    loss.mean += weight * loss.of_row[i];
    total += weight;
  }
  if (total <= 0) return loss;
  loss.mean /= total;
  loss.wrong /= total;
  loss.alone = loss_alone(target, folds);
  return loss;
}

double bits_gained(const LearnerTarget& target, const HeldOutLoss& before, const HeldOutLoss& after) {
  if (target.classes > 0) return (before.mean - after.mean) / std::numbers::ln2;
  if (before.mean == after.mean) return 0;
  if (after.mean <= 0) return std::numeric_limits<double>::infinity();
  return 0.5 * std::log2(before.mean / after.mean);
}

}  // namespace explainee::information
