#include "explainee/search/row_coherence.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>

#include "explainee/search/gram_rows.h"

namespace explainee::search {
namespace {

constexpr std::size_t kRows = 64;       ///< of one task
constexpr double kGuess = 0.95;         ///< of the last row's smallest kept entry: the next row's threshold
constexpr double kLower = 0.8;          ///< what a threshold that kept too few is multiplied by
constexpr double kFaintest = 1e-9;      ///< thresholds below this keep everything
constexpr double kRoundUp = 1 + 1e-13;  ///< covers the rounding of a sum of non-negative numbers

/// Units and loadings with zeros for absent columns, so that their correlations vanish.
struct Present {
  Eigen::VectorXd unit;
  Eigen::MatrixXd factors;
};

}  // namespace

std::optional<RowCoherence> row_coherence(const FreedProblem& freed, int most, const std::vector<char>& left_out,
                                          base::ThreadPool& threads, const base::Control& control) {
  const auto n = static_cast<std::size_t>(freed.size());
  Present present{freed.unit, freed.factors};
  for (std::size_t j = 0; j < left_out.size(); ++j) {
    if (left_out[j] == 0) continue;
    present.unit[static_cast<Eigen::Index>(j)] = 0;
    present.factors.row(static_cast<Eigen::Index>(j)).setZero();
  }
  RowCoherence result;
  result.sums = Eigen::MatrixXd::Zero(most + 1, freed.size());
  std::atomic<bool> finished = true;
  threads.run((n + kRows - 1) / kRows, [&](std::size_t part) {
    if (control.should_stop()) finished = false;
    if (!finished) return;
    std::vector<double> large(n + 16);
    Eigen::VectorXd loading(freed.factors.cols());
    double threshold = 0;
    for (std::size_t j = part * kRows; j < std::min(n, (part + 1) * kRows); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      if (!freed.usable(static_cast<int>(j))) continue;
      loading = freed.factors.row(column).transpose();
      const CorrelationRow row{freed.problem->gram.col(column).data(),
                               present.unit.data(),
                               freed.unit[column],
                               present.factors.data(),
                               n,
                               loading.data(),
                               static_cast<std::size_t>(loading.size())};
      std::size_t found = 0;
      while (true) {
        found = large_correlations(row, 0, j, threshold, large.data());
        found += large_correlations(row, j + 1, n, threshold, large.data() + found);
        if (found >= static_cast<std::size_t>(most) || threshold == 0) break;
        threshold = threshold > kFaintest ? kLower * threshold : 0;
      }
      const std::size_t kept = std::min(found, static_cast<std::size_t>(most));
      std::partial_sort(large.begin(), large.begin() + static_cast<std::ptrdiff_t>(kept),
                        large.begin() + static_cast<std::ptrdiff_t>(found), std::greater<>());
      const double error = freed.entry_error * freed.stretch[column] * freed.most_stretch;
      double sum = 0;
      for (int k = 1; k <= most; ++k) {
        // Beyond what was found there are only zeros, known up to the same error.
        sum += (static_cast<std::size_t>(k) <= kept ? large[static_cast<std::size_t>(k - 1)] : 0) + error;
        result.sums(k, column) = sum * kRoundUp;
      }
      threshold = kept == static_cast<std::size_t>(most) && most > 0 ? kGuess * large[kept - 1] : 0;
    }
  });
  if (!finished) return std::nullopt;
  return result;
}

}  // namespace explainee::search
