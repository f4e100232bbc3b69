#include "explainee/explain/testing/small_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee::explain::testing {
namespace {

/// Of as many rows; the right one may have no columns, and then no rows.
Eigen::MatrixXd joined(const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) {
  Eigen::MatrixXd both(left.rows(), left.cols() + right.cols());
  both.leftCols(left.cols()) = left;
  if (right.cols() > 0) both.rightCols(right.cols()) = right;
  return both;
}

double half_log_det(const Eigen::MatrixXd& residuals) {
  return 0.5 * std::log((residuals.transpose() * residuals).determinant());
}

}  // namespace

SmallTable::SmallTable(std::size_t rows, std::uint64_t seed) {
  base::Random random(seed);
  const std::vector<std::string> towns = {"Oslo", "Rome", "Turku"};
  for (std::size_t i = 0; i < rows; ++i) {
    a.push_back(random.normal());
    b.push_back(0.5 * a.back() + random.normal());
    c.push_back(random.normal());
    town.push_back(towns[random.below(3)]);
    p.push_back(10 + 2 * a.back() - b.back() + (town.back() == "Rome" ? 3 : 0) + 0.5 * random.normal());
  }
  table.add("a", a);
  table.add("b", b);
  table.add("c", c);
  table.add("town", town);
  table.add("p", p);
}

Input SmallTable::input() const { return {.table = data::Dataset::borrow(table)}; }

request::Request about_p(int sparsity) {
  request::Request request = request::testing::plain_request();
  request.what.prediction = {"p"};
  request.facts.sparsity = sparsity;
  request.how.threads = 1;
  return request;
}

std::vector<double> where(const std::vector<std::string>& texts, const std::string& text) {
  std::vector<double> found;
  for (const std::string& one : texts) found.push_back(one == text ? 1 : 0);
  return found;
}

Eigen::MatrixXd beside(const std::vector<std::vector<double>>& columns) {
  if (columns.empty()) return {};
  Eigen::MatrixXd all(static_cast<Eigen::Index>(columns.front().size()), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j)
    all.col(static_cast<Eigen::Index>(j)) = Eigen::VectorXd::Map(columns[j].data(), all.rows());
  return all;
}

LeastSquares least_squares(const Eigen::MatrixXd& known, const Eigen::MatrixXd& target) {
  const Eigen::MatrixXd design = joined(Eigen::MatrixXd::Ones(target.rows(), 1), known);
  LeastSquares result;
  result.coefficients = design.colPivHouseholderQr().solve(target);
  result.residuals = target - design * result.coefficients;
  return result;
}

double nats_told(const Eigen::MatrixXd& known, const Eigen::MatrixXd& facts, const Eigen::MatrixXd& predictions) {
  return half_log_det(least_squares(known, predictions).residuals) -
         half_log_det(least_squares(joined(facts, known), predictions).residuals);
}

std::vector<RankedSet> ranked_sets(const Eigen::MatrixXd& known, const Eigen::MatrixXd& facts,
                                   const Eigen::MatrixXd& predictions, std::size_t most) {
  std::vector<RankedSet> sets;
  const auto count = static_cast<std::size_t>(facts.cols());
  for (std::size_t bits = 1; bits < std::size_t{1} << count; ++bits) {
    RankedSet set;
    for (std::size_t j = 0; j < count; ++j) {
      if (((bits >> j) & 1U) != 0) set.columns.push_back(j);
    }
    if (set.columns.size() > most) continue;
    set.nats = nats_told(known, facts(Eigen::all, set.columns), predictions);
    sets.push_back(std::move(set));
  }
  std::sort(sets.begin(), sets.end(),
            [](const RankedSet& one, const RankedSet& other) { return one.nats > other.nats; });
  return sets;
}

}  // namespace explainee::explain::testing
