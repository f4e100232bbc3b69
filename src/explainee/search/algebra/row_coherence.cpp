#include "explainee/search/algebra/row_coherence.h"

#include <algorithm>
#include <atomic>

#include "explainee/search/algebra/gram_rows.h"
#include "explainee/search/algebra/largest_entries.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

constexpr std::size_t kCoherenceRows = 64;  ///< of one task

/// Units and loadings with zeros for absent columns, so that their correlations vanish.
struct Present {
  Eigen::VectorXd unit;
  Eigen::MatrixXd factors;
};

}  // namespace

std::optional<RowCoherence> row_coherence(const FactoredProblem& factored, int most, const std::vector<char>& left_out,
                                          base::ThreadPool& threads, const base::Control& control) {
  const auto n = static_cast<std::size_t>(factored.size());
  Present present{factored.unit, factored.factors};
  for (std::size_t j = 0; j < left_out.size(); ++j) {
    if (left_out[j] == 0) continue;
    present.unit[static_cast<Eigen::Index>(j)] = 0;
    present.factors.row(static_cast<Eigen::Index>(j)).setZero();
  }
  RowCoherence result;
  result.sums = Eigen::MatrixXd::Zero(most + 1, factored.size());
  std::atomic<bool> finished = true;
  threads.run((n + kCoherenceRows - 1) / kCoherenceRows, [&](std::size_t part) {
    if (control.should_stop()) finished = false;
    if (!finished) return;
    LargestEntries<double> large(n + 16, most);
    Eigen::VectorXd loading(factored.factors.cols());
    for (std::size_t j = part * kCoherenceRows; j < std::min(n, (part + 1) * kCoherenceRows); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      if (!factored.usable(static_cast<int>(j))) continue;
      loading = factored.factors.row(column).transpose();
      const CorrelationRow row{factored.problem->gram.col(column).data(),
                               present.unit.data(),
                               factored.unit[column],
                               present.factors.data(),
                               n,
                               loading.data(),
                               static_cast<std::size_t>(loading.size())};
      const std::size_t kept = large.keep([&](double threshold, double* out) {
        const std::size_t found = large_correlations(row, 0, j, threshold, out);
        return found + large_correlations(row, j + 1, n, threshold, out + found);
      });
      const double error = factored.entry_error * factored.stretch[column] * factored.most_stretch;
      double sum = 0;
      for (int k = 1; k <= most; ++k) {
        // Beyond what was found there are only zeros, known up to the same error.
        sum += (static_cast<std::size_t>(k) <= kept ? large[static_cast<std::size_t>(k - 1)] : 0) + error;
        result.sums(k, column) = sum * kRoundUp;
      }
    }
  });
  if (!finished) return std::nullopt;
  return result;
}

}  // namespace explainee::search
