#include "explainee/search/bounds/outsider_matrix.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "explainee/search/algebra/aligned.h"
#include "explainee/search/algebra/gram_rows.h"
#include "explainee/search/algebra/largest_entries.h"
#include "explainee/search/algebra/rank_one.h"
#include "explainee/search/algebra/round_up.h"

namespace explainee::search {
namespace {

constexpr std::size_t kOutsiderRows = 32;  ///< of one task
constexpr double kSingle = 1 + 0x1p-22;    ///< makes a double at least itself once rounded to single precision
constexpr double kProducts = 1 + 0x1p-21;  ///< the same for a product of two in single precision

}  // namespace

std::optional<OutsiderMatrix> OutsiderMatrix::make(const FactoredProblem& factored, const Eigen::MatrixXd& shadows,
                                                   const Twins& twins, base::ThreadPool& threads,
                                                   const base::Control& control) {
  OutsiderMatrix result;
  const auto n = static_cast<std::size_t>(factored.size());
  result.size_ = n;
  result.stride_ = (n + 15) / 16 * 16;
  result.entries_ = hwy::AllocateAligned<float>(n * result.stride_);
  const std::size_t width = padded(n);
  const auto factors = static_cast<std::size_t>(factored.factors.cols());
  const std::size_t count = factors + static_cast<std::size_t>(shadows.rows());
  AlignedDoubles lines(count * width);
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t l = 0; l < n; ++l) {
      const auto column = static_cast<Eigen::Index>(l);
      lines[k * width + l] = k < factors ? factored.factors(column, static_cast<Eigen::Index>(k))
                                         : shadows(static_cast<Eigen::Index>(k - factors), column);
    }
  }
  std::atomic<bool> finished = true;
  threads.run((n + kOutsiderRows - 1) / kOutsiderRows, [&](std::size_t part) {
    if (control.should_stop()) finished = false;
    if (!finished) return;
    const std::size_t from = part * kOutsiderRows;
    const std::size_t rows = std::min(n - from, kOutsiderRows);
    AlignedDoubles tile(rows * width);
    AlignedDoubles factor(std::max<std::size_t>(1, rows * count));
    for (std::size_t i = 0; i < rows; ++i) {
      const auto column = static_cast<Eigen::Index>(from + i);
      const double* gram = factored.problem->gram.col(column).data();
      const double own = factored.unit[column];
      for (std::size_t l = 0; l < n; ++l)
        tile[i * width + l] = gram[l] * factored.unit[static_cast<Eigen::Index>(l)] * own;
      for (std::size_t k = 0; k < count; ++k) factor[i * count + k] = -lines[k * width + from + i];
    }
    if (count > 0) add_rank_many(tile.data(), rows, width, width, factor.data(), {lines.data(), width, count});
    for (std::size_t i = 0; i < rows; ++i) {
      float* out = result.entries_.get() + (from + i) * result.stride_;
      for (std::size_t l = 0; l < n; ++l) out[l] = static_cast<float>(std::abs(tile[i * width + l]) * kSingle);
      out[from + i] = 0;
      for (const int twin : twins[from + i]) out[twin] = 0;
      std::fill(out + n, out + result.stride_, 0.0F);
    }
  });
  if (!finished) return std::nullopt;
  return result;
}

std::optional<Eigen::MatrixXd> OutsiderMatrix::top_sums(const std::vector<float>& weights, int most,
                                                        const Eigen::VectorXd& error, base::ThreadPool& threads,
                                                        const base::Control& control) const {
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(most + 1, static_cast<Eigen::Index>(size_));
  std::vector<float> padded_weights(stride_, 0.0F);
  std::copy(weights.begin(), weights.end(), padded_weights.begin());
  std::vector<float> sorted = weights;
  const auto kept_weights = std::min<std::size_t>(sorted.size(), static_cast<std::size_t>(most));
  std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(kept_weights), sorted.end(),
                    std::greater<>());
  std::atomic<bool> finished = true;
  threads.run((size_ + kOutsiderRows - 1) / kOutsiderRows, [&](std::size_t part) {
    if (control.should_stop()) finished = false;
    if (!finished) return;
    LargestEntries<float> large(stride_ + 32, most);
    for (std::size_t j = part * kOutsiderRows; j < std::min(size_, (part + 1) * kOutsiderRows); ++j) {
      if (!(weights[j] > 0)) continue;
      const std::size_t kept = large.keep([&](float threshold, float* out) {
        return large_products(entries_.get() + j * stride_, padded_weights.data(), stride_, threshold, out);
      });
      const auto column = static_cast<Eigen::Index>(j);
      const double own = weights[j];
      double sum = 0;
      double all = 0;
      for (int k = 1; k <= most; ++k) {
        const auto at = static_cast<std::size_t>(k - 1);
        sum += at < kept ? large[at] : 0;
        all += at < kept_weights ? static_cast<double>(sorted[at]) : 0;
        sums(k, column) = (sum * kProducts + all * error[column]) / own * kRoundUp;
      }
    }
  });
  if (!finished) return std::nullopt;
  return sums;
}

}  // namespace explainee::search
