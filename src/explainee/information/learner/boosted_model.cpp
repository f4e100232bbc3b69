#include "explainee/information/learner/boosted_model.h"

#include <cstddef>
#include <utility>

namespace explainee::information {

std::vector<MemberPlan> parted_plans(std::span<const int> rows, std::span<const int> part, int parts, int goal) {
  std::vector<MemberPlan> plans(static_cast<std::size_t>(parts));
  for (int p = 0; p < parts; ++p) {
    MemberPlan& plan = plans[static_cast<std::size_t>(p)];
    plan.uses = {{goal, {}}};
    for (std::size_t i = 0; i < rows.size(); ++i)
      (part[i] == p ? plan.uses.front().watched : plan.trained).push_back(rows[i]);
  }
  return plans;
}

std::vector<double> BoostedModel::predicted(std::span<const int> rows) const {
  const auto width = static_cast<std::size_t>(ensemble_->width());
  std::vector<double> predictions(rows.size() * width);
  for (std::size_t i = 0; i < rows.size(); ++i) ensemble_->predict(0, rows[i], predictions.data() + i * width);
  return predictions;
}

base::Result<BoostedModel> fit_boosted(const LearnerTask& task, std::span<const int> rows, std::span<const int> blocks,
                                       const BoostOptions& options, const base::Control& control) {
  const std::vector<int> part = dealt_parts(rows, task.target, blocks, options.parts, options.seed);
  auto ensemble = std::make_unique<BoostEnsemble>(std::make_shared<const Design>(task.table, task.columns), task.target,
                                                  parted_plans(rows, part, options.parts, 0), 1, options);
  base::ThreadPool pool(control.threads);
  EXPLAINEE_TRY(ensemble->grow(pool, control));
  return BoostedModel(std::move(ensemble));
}

}  // namespace explainee::information
