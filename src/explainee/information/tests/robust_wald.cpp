#include "explainee/information/tests/robust_wald.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/information/gaussian/person_problem.h"
#include "explainee/information/special_functions.h"
#include "explainee/information/tests/sign_flip.h"

namespace explainee::information {
namespace {

/// Sums of so many groups are kept at most: with more rows or blocks several share one.
constexpr Eigen::Index kMostGroups = 8192;

/// Flips tell a p to within a tenth of itself where it is above kSureLevel, and not below one in kDraws.
constexpr int kDraws = 9999;
constexpr double kSureLevel = 0.02;

/// Moment columns of the facts, each once.
std::vector<int> columns_of_facts(std::span<const FactColumns> facts) {
  std::vector<int> columns;
  for (const FactColumns& fact : facts) {
    for (const int column : fact.columns) {
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    }
  }
  return columns;
}

}  // namespace

ScoreSums::ScoreSums(const Situation& situation, std::span<const FactColumns> facts, const moments::Fold& total,
                     std::vector<int> blocks)
    : blocks_(std::move(blocks)), rows_(total.rows), used_(columns_in_use(situation, facts)), weight_(total.weight) {
  const moments::Fold fold = moments::select_columns(total, used_);
  const Situation small = on_columns(situation, used_);
  const std::vector<FactColumns> own = on_columns(facts, used_);
  mean_ = fold.mean.transpose();
  known_ = summary_basis(small, fold);
  const Eigen::MatrixXd loadings = *moments::covariance_with(fold, known_);  // used columns × rank
  std::vector<int> columns = columns_of_facts(own);
  // What follows from u leaves only rounding, which must not pass for a fact.
  std::erase_if(columns, [&](int column) {
    const double variance = moments::covariance_at(fold, column, column);
    return !(variance - loadings.row(column).squaredNorm() > base::kDetermined * variance);
  });
  facts_ = static_cast<Eigen::Index>(columns.size());
  columns.insert(columns.end(), small.independent.begin(), small.independent.end());
  open_.setZero(static_cast<Eigen::Index>(used_.size()), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    open_(columns[k], static_cast<Eigen::Index>(k)) = 1;
    open_.col(static_cast<Eigen::Index>(k)) -= known_ * loadings.row(columns[k]).transpose();
  }
  if (!blocks_.empty()) block_count_ = 1 + *std::max_element(blocks_.begin(), blocks_.end());
  const std::int64_t groups = blocks_.empty() ? rows_ : block_count_;
  sums_.setZero(std::min<std::int64_t>(groups, kMostGroups),
                facts_ * static_cast<Eigen::Index>(small.independent.size()));
}

std::optional<int> ScoreSums::blocks() const { return blocks_.empty() ? std::nullopt : std::optional(block_count_); }

Eigen::Index ScoreSums::group_of_next_row() {
  const std::int64_t row = row_++;
  if (!blocks_.empty()) return blocks_[static_cast<std::size_t>(row)] % sums_.rows();
  const std::int64_t run = (rows_ + sums_.rows() - 1) / sums_.rows();
  return std::min<std::int64_t>(row / run, sums_.rows() - 1);
}

void ScoreSums::add(const Eigen::Ref<const Eigen::MatrixXd>& rows, const Eigen::VectorXd& weights) {
  const Eigen::MatrixXd apart = rows(Eigen::all, used_).rowwise() - mean_;
  const Eigen::MatrixXd known = apart * known_;
  const Eigen::MatrixXd open = apart * open_;
  const Eigen::Index predictions = open.cols() - facts_;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double leverage = weights[i] / weight_ * (1 + known.row(i).squaredNorm());
    const double factor = weights[i] / std::sqrt(std::max(1 - leverage, base::kDetermined));
    auto sum = sums_.row(group_of_next_row());
    for (Eigen::Index k = 0; k < predictions; ++k)
      sum.segment(k * facts_, facts_) += factor * open(i, facts_ + k) * open.row(i).head(facts_);
  }
}

base::Result<std::optional<double>> robust_p_value(const ScoreSums& scores, std::uint64_t seed,
                                                   const base::Control& control) {
  const Eigen::MatrixXd& sums = scores.sums();
  if (sums.cols() == 0) return std::optional(1.0);
  if (sums.rows() <= sums.cols()) return std::optional<double>();
  const std::vector<ScoreColumns> all = {{.first = 0, .count = sums.cols()}};
  const MaximumOptions options{.draws = kDraws, .level = kSureLevel, .seed = seed};
  EXPLAINEE_ASSIGN(const MaximumOutcome outcome, test_by_sign_flips(sums, all, options, control));
  if (outcome.best < 0) return std::optional(1.0);
  const double least = 1.0 / (kDraws + 1);
  if (outcome.p_value > least) return std::optional(outcome.p_value);
  // W/g is the share that one direction has of the g groups: Hotelling's T², whose law is a beta's.
  const auto groups = static_cast<double>(sums.rows());
  const double share = std::min(1.0, outcome.wald / groups);
  const double p = beta_cdf((groups - outcome.degrees) / 2, outcome.degrees / 2.0, {.part = 1 - share, .rest = share});
  return std::optional(std::min(least, p));
}

}  // namespace explainee::information
