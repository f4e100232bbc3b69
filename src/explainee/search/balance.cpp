#include "explainee/search/balance.h"

#include <cmath>

namespace explainee::search {
namespace {

constexpr Eigen::Index kPoll = 256;  ///< columns between two looks at the clock

/// 2^−k with scale·4^−k in [1, 4); 1 for a constant.
Eigen::VectorXd units(const Eigen::VectorXd& scale) {
  return scale.unaryExpr([](double variance) {
    if (!(variance > 0) || !std::isfinite(variance)) return 1.0;
    const int exponent = std::ilogb(variance);
    const int half = exponent >= 0 ? exponent / 2 : -((1 - exponent) / 2);
    return std::ldexp(1.0, -half);
  });
}

}  // namespace

Problem balanced(const Problem& problem) { return *balanced(problem, {}); }

std::optional<Problem> balanced(const Problem& problem, const base::Control& control) {
  const Eigen::VectorXd columns = units(problem.column_scale);
  const Eigen::VectorXd predictions = units(problem.target_scale);
  Problem result;
  result.gram.resize(problem.gram.rows(), problem.gram.cols());
  for (Eigen::Index j = 0; j < problem.gram.cols(); ++j) {
    if (j % kPoll == kPoll - 1 && control.should_stop()) return std::nullopt;
    result.gram.col(j) = problem.gram.col(j).cwiseProduct(columns) * columns[j];
  }
  result.cross = columns.asDiagonal() * problem.cross * predictions.asDiagonal();
  result.target = predictions.asDiagonal() * problem.target * predictions.asDiagonal();
  result.column_scale = problem.column_scale.cwiseProduct(columns.cwiseAbs2());
  result.target_scale = problem.target_scale.cwiseProduct(predictions.cwiseAbs2());
  result.candidates = problem.candidates;
  result.bias_nats = problem.bias_nats;
  return result;
}

}  // namespace explainee::search
