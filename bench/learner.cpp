// bench/learner.cpp: the small learner on tables that bench/learner.py wrote: held-out loss, seconds, predictions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "explainee/information/learner/forward_selection.h"

namespace {

using namespace explainee;

/// "rows columns classes folds", the levels of each column (0: numbers), then each row, its target and its fold.
struct Table {
  explicit Table(const std::string& path) {
    std::ifstream in(path);
    std::size_t rows = 0;
    std::size_t columns = 0;
    in >> rows >> columns >> classes >> folds;
    levels.resize(columns);
    for (int& level : levels) in >> level;
    values.assign(columns, std::vector<double>(rows));
    target.resize(rows);
    fold.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (auto& column : values) in >> column[i];
      in >> target[i] >> fold[i];
    }
  }

  [[nodiscard]] std::vector<information::LearnerColumn> columns() const {
    std::vector<information::LearnerColumn> all;
    for (std::size_t c = 0; c < values.size(); ++c) all.push_back({values[c], levels[c]});
    return all;
  }

  std::vector<std::vector<double>> values;
  std::vector<int> levels;
  std::vector<double> target;
  std::vector<int> fold;
  int classes = 0;
  int folds = 0;
};

/// Seconds of the processor that one call took, the least of some: what else the machine does is not counted.
template <class Work>
double processor_seconds(int runs, Work&& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const std::clock_t begin = std::clock();
    work();
    least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return least;
}

}  // namespace

/// Arguments: how many columns to choose one after another (0: only predict), then files.
int main(int argc, char** argv) {
  const int chosen = argc > 1 ? std::atoi(argv[1]) : 0;
  for (int file = 2; file < argc; ++file) {
    const Table table(argv[file]);
    std::vector<int> all(table.values.size());
    std::iota(all.begin(), all.end(), 0);
    const information::LearnerTarget target{table.target, table.classes, {}};
    const information::LearnerFolds folds{table.fold, table.folds, {}};
    information::CrossPrediction predicted;
    const double seconds = processor_seconds(5, [&] {
      const information::BinnedColumns binned(table.columns());
      predicted = information::cross_predicted({binned, all, target}, folds, {}, {}).value();
    });
    const information::HeldOutLoss loss = information::held_out_loss(target, folds, predicted.predictions);
    double selection = 0;
    if (chosen > 0) {
      selection = processor_seconds(1, [&] {
        const information::BinnedColumns binned(table.columns());
        return information::forward_selected({binned, {}, target}, {all, chosen}, folds, {}, {}).ok();
      });
    }
    fmt::print("{{\"seconds\": {}, \"loss\": {}, \"alone\": {}, \"wrong\": {}, \"selection\": {}}}\n", seconds,
               loss.mean, loss.alone, loss.wrong, selection);
  }
  return 0;
}
