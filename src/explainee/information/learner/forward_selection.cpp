#include "explainee/information/learner/forward_selection.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace explainee::information {

base::Result<std::vector<ForwardStep>> forward_selected(const LearnerTask& task, const ForwardChoice& choice,
                                                        const LearnerFolds& folds, const BoostOptions& options,
                                                        const base::Control& control) {
  std::vector<int> chosen(task.columns.begin(), task.columns.end());
  std::vector<int> left(choice.candidates.begin(), choice.candidates.end());
  std::vector<ForwardStep> steps;
  base::ThreadPool pool(control.threads);
  base::Control alone = control;  // a candidate is one thread's work
  alone.threads = 1;
  alone.progress = nullptr;
  while (static_cast<int>(steps.size()) < choice.count && !left.empty()) {
    std::vector<double> losses(left.size(), std::numeric_limits<double>::infinity());
    pool.run(left.size(), [&](std::size_t i) {
      std::vector<int> columns = chosen;
      columns.push_back(left[i]);
      const auto predicted = cross_predicted({task.table, columns, task.target}, folds, options, alone);
      if (predicted.ok()) losses[i] = held_out_loss(task.target, folds, predicted.value().predictions).mean;
    });
    if (control.should_stop()) return base::interrupted();
    const auto best = std::min_element(losses.begin(), losses.end()) - losses.begin();
    steps.push_back({left[static_cast<std::size_t>(best)], losses[static_cast<std::size_t>(best)]});
    chosen.push_back(steps.back().column);
    left.erase(left.begin() + best);
  }
  return steps;
}

}  // namespace explainee::information
