#include "explainee/information/tests/permutation.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/search/algebra/pivoted_cholesky.h"

namespace explainee::information {
namespace {

/// Fewer groups of a size hardly change places.
constexpr std::size_t kFewestAlike = 10;
/// At least this part of the rows must be able to move.
constexpr double kMovable = 0.9;

using RowList = std::vector<Eigen::Index>;

/// RowList of each group, groups of the same size together.
using GroupsBySize = std::map<std::size_t, std::vector<RowList>>;

GroupsBySize groups_by_size(Eigen::Index rows, std::span<const int> group_of) {
  std::map<int, RowList> groups;
  for (Eigen::Index i = 0; i < rows; ++i)
    groups[group_of.empty() ? static_cast<int>(i) : group_of[static_cast<std::size_t>(i)]].push_back(i);
  GroupsBySize sizes;
  for (auto& [group, own] : groups) sizes[own.size()].push_back(std::move(own));
  return sizes;
}

double movable_share(const GroupsBySize& sizes, Eigen::Index rows) {
  double movable = 0;
  for (const auto& [size, groups] : sizes)
    if (groups.size() >= kFewestAlike) movable += static_cast<double>(size * groups.size());
  return movable / static_cast<double>(rows);
}

/// Uncorrelated columns of unit mean square that span the residuals'.
Eigen::MatrixXd uncorrelated(const Eigen::MatrixXd& residuals) {
  const Eigen::MatrixXd gram = residuals.transpose() * residuals / static_cast<double>(residuals.rows());
  const search::PivotedCholesky factor = search::pivoted_cholesky(gram, gram.diagonal());
  Eigen::MatrixXd taken(residuals.rows(), factor.rank);
  for (int k = 0; k < factor.rank; ++k) taken.col(k) = residuals.col(factor.order[static_cast<std::size_t>(k)]);
  factor.lower.topRows(factor.rank).triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(taken);
  return taken;
}

/// Where each row's residuals come from in a draw.
RowList dealt_from(const GroupsBySize& sizes, Eigen::Index rows, std::uint64_t seed, int draw) {
  base::Random random(seed, static_cast<std::uint64_t>(draw));
  RowList from(static_cast<std::size_t>(rows));
  for (const auto& [size, groups] : sizes) {
    std::vector<std::size_t> order(groups.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(std::span(order));
    for (std::size_t k = 0; k < groups.size(); ++k) {
      for (std::size_t i = 0; i < size; ++i) from[static_cast<std::size_t>(groups[k][i])] = groups[order[k]][i];
    }
  }
  return from;
}

}  // namespace

std::optional<Responses> dealt_residuals(const Eigen::MatrixXd& residuals, std::span<const int> group_of,
                                         std::uint64_t seed) {
  const Eigen::Index rows = residuals.rows();
  auto sizes = std::make_shared<const GroupsBySize>(groups_by_size(rows, group_of));
  if (rows == 0 || movable_share(*sizes, rows) < kMovable) return std::nullopt;
  Responses responses{uncorrelated(residuals), {}};
  if (responses.observed.cols() == 0) return std::nullopt;
  const auto values = std::make_shared<const Eigen::MatrixXf>(responses.observed.cast<float>());
  responses.draw = [sizes, values, rows, seed](int draw, float* out) {
    const RowList from = dealt_from(*sizes, rows, seed, draw);
    for (Eigen::Index t = 0; t < values->cols(); ++t)
      for (Eigen::Index i = 0; i < rows; ++i) *out++ = (*values)(from[static_cast<std::size_t>(i)], t);
  };
  return responses;
}

}  // namespace explainee::information
