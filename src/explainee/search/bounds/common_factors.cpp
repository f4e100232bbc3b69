#include "explainee/search/bounds/common_factors.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "explainee/search/algebra/gram_rows.h"

namespace explainee::search {
namespace {

constexpr int kSample = 24;               ///< rows looked at first; a factor shows in all of them
constexpr int kLargeSample = 72;          ///< rows looked at when many factors show
constexpr int kMostFactors = 20;          ///< given away
constexpr double kStandsOut = 4;          ///< times the median eigenvalue of the sample
constexpr double kFaint = 1e-8;           ///< mean squared correlation below which a factor does not matter
constexpr int kPasses = 3;                ///< products with the Gram matrix at most
constexpr std::size_t kFactorRows = 128;  ///< of one task

/// Correlations left in a few rows (n×R), with the directions that stand out in them.
struct Sample {
  Eigen::MatrixXd rows;
  Eigen::MatrixXd directions;  ///< n×K: combinations of the rows, strongest first
};

Sample look_at(const FactoredProblem& now, int count) {
  std::vector<int> usable;
  for (int j = 0; j < now.size(); ++j) {
    if (now.usable(j)) usable.push_back(j);
  }
  const int taken = std::min(count, static_cast<int>(usable.size()));
  Sample sample;
  sample.rows.resize(now.size(), taken);
  for (int r = 0; r < taken; ++r) {
    const auto at = static_cast<std::size_t>(r) * usable.size() / static_cast<std::size_t>(taken);
    sample.rows.col(r) = now.correlations(usable[at]);
    sample.rows(usable[at], r) = 0;  // every column goes with itself
  }
  Eigen::MatrixXd inner(taken, taken);
  for (int r = 0; r < taken; ++r) {
    row_products(sample.rows.col(r).data(), static_cast<std::size_t>(now.size()), sample.rows.data(),
                 static_cast<std::size_t>(now.size()), static_cast<std::size_t>(taken), inner.col(r).data());
  }
  if (taken == 0) return sample;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(0.5 * (inner + inner.transpose()));
  const Eigen::VectorXd& values = eigen.eigenvalues();  // increasing
  const double least = std::max(kStandsOut * values[taken / 2], kFaint * taken * now.size());
  const auto strong = std::min<Eigen::Index>({(values.array() > least).count(), kMostFactors, now.size() / 8});
  sample.directions = sample.rows * eigen.eigenvectors().rightCols(strong).rowwise().reverse();
  return sample;
}

/// Factors W = GV·L⁻ᵀ and scores L⁻¹Vᵀb with LLᵀ = VᵀGV, so that giving them away is a regression on xᵀV.
std::optional<FactoredProblem> give_away(const Problem& problem, const Eigen::MatrixXd& directions,
                                         base::ThreadPool& threads, const base::Control& control) {
  const std::optional<Eigen::MatrixXd> products = gram_times(problem, directions, threads, control);
  if (!products) return std::nullopt;
  Eigen::MatrixXd inner = directions.transpose() * *products;
  const Eigen::VectorXd root = inner.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  inner = (root.asDiagonal() * inner * root.asDiagonal()).eval();
  // Directions that the earlier ones nearly span are no loss.
  Eigen::Index count = 0;
  Eigen::MatrixXd lower = Eigen::MatrixXd::Zero(inner.rows(), inner.cols());
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < inner.cols(); ++k) {
    Eigen::VectorXd row(count);
    for (Eigen::Index l = 0; l < count; ++l) {
      row[l] = (inner(k, kept[static_cast<std::size_t>(l)]) - lower.row(l).head(l).dot(row.head(l))) / lower(l, l);
    }
    const double rest = inner(k, k) - row.squaredNorm();
    if (!(rest > 1e-6)) continue;
    lower.row(count).head(count) = row;
    lower(count, count) = std::sqrt(rest);
    kept.push_back(k);
    ++count;
  }
  Eigen::MatrixXd factors(products->rows(), count);
  Eigen::VectorXd scores(count);
  const Eigen::VectorXd seen = directions.transpose() * problem.cross.col(0);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index from = kept[static_cast<std::size_t>(k)];
    factors.col(k) = products->col(from) * root[from];
    scores[k] = seen[from] * root[from];
    for (Eigen::Index l = 0; l < k; ++l) {
      factors.col(k) -= lower(k, l) * factors.col(l);
      scores[k] -= lower(k, l) * scores[l];
    }
    factors.col(k) /= lower(k, k);
    scores[k] /= lower(k, k);
  }
  return factored(problem, factors, scores);
}

}  // namespace

std::optional<Eigen::MatrixXd> gram_times(const Problem& problem, const Eigen::MatrixXd& vectors,
                                          base::ThreadPool& threads, const base::Control& control) {
  const auto n = static_cast<std::size_t>(problem.columns());
  const auto count = static_cast<std::size_t>(vectors.cols());
  Eigen::MatrixXd rows(vectors.cols(), problem.columns());
  std::atomic<bool> finished = true;
  threads.run((n + kFactorRows - 1) / kFactorRows, [&](std::size_t part) {
    if (control.should_stop()) finished = false;
    if (!finished) return;
    for (std::size_t j = part * kFactorRows; j < std::min(n, (part + 1) * kFactorRows); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      row_products(problem.gram.col(column).data(), n, vectors.data(), n, count, rows.col(column).data());
    }
  });
  if (!finished) return std::nullopt;
  return Eigen::MatrixXd(rows.transpose());
}

std::optional<FactoredProblem> free_common_factors(const Problem& problem, base::ThreadPool& threads,
                                                   const base::Control& control) {
  FactoredProblem now = factored(problem, Eigen::MatrixXd(problem.columns(), 0), Eigen::VectorXd(0));
  int count = kSample;
  for (int pass = 0; pass < kPasses; ++pass) {
    Sample sample = look_at(now, count);
    if (count == kSample && 3 * sample.directions.cols() >= sample.rows.cols()) {
      count = kLargeSample;
      sample = look_at(now, count);
    }
    if (sample.directions.cols() == 0) break;
    // The factors given away so far, one power step further, and what stands out beside them.
    const Eigen::Index old = now.factors.cols();
    Eigen::MatrixXd directions(now.size(), std::min<Eigen::Index>(old + sample.directions.cols(), kMostFactors));
    directions.leftCols(old) = now.unit.asDiagonal() * now.factors;
    directions.rightCols(directions.cols() - old) =
        now.unit.asDiagonal() * sample.directions.leftCols(directions.cols() - old);
    std::optional<FactoredProblem> next = give_away(problem, directions, threads, control);
    if (!next) return std::nullopt;
    if (next->factors.cols() == 0) break;
    now = std::move(*next);
    if (old == kMostFactors) break;
  }
  return now;
}

}  // namespace explainee::search
