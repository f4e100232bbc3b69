#include "explainee/search/problem/balance.h"

#include <cmath>

namespace explainee::search {
namespace {

constexpr double kLeastVariance = 1e-60;
constexpr double kMostVariance = 1e60;

Eigen::VectorXd units(const Eigen::VectorXd& scale) { return scale.unaryExpr(&balancing_unit); }

bool moderate(const Eigen::VectorXd& scale) {
  return (scale.array() == 0 || (scale.array() > kLeastVariance && scale.array() < kMostVariance)).all();
}

}  // namespace

double balancing_unit(double variance) {
  if (!(variance > 0) || !std::isfinite(variance)) return 1.0;
  const int exponent = std::ilogb(variance);
  const int half = exponent >= 0 ? exponent / 2 : -((1 - exponent) / 2);
  return std::ldexp(1.0, -half);
}

bool moderate(const Problem& problem) { return moderate(problem.column_scale) && moderate(problem.target_scale); }

Problem balanced(const Problem& problem) {
  const Eigen::VectorXd columns = units(problem.column_scale);
  const Eigen::VectorXd predictions = units(problem.target_scale);
  Problem result;
  result.gram.resize(problem.gram.rows(), problem.gram.cols());
  for (Eigen::Index j = 0; j < problem.gram.cols(); ++j) {
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
