#include "explainee/verify/problem/regression.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"

namespace explainee::verify {
namespace {

/// ½ log of the determinant of the directions that keep more than kDetermined of their own variance, and how many do
/// not; the strongest direction first, as everywhere (mathematics §2, §5).
struct LogDeterminant {
  std::size_t settled = 0;
  double half_log = 0;
};

LogDeterminant log_determinant(std::vector<DoubleDouble> matrix, const std::vector<double>& own) {
  const std::size_t d = own.size();
  LogDeterminant result;
  std::vector<char> used(d, 0);
  for (std::size_t step = 0; step < d; ++step) {
    std::size_t pivot = d;
    double most = base::kDetermined;
    for (std::size_t i = 0; i < d; ++i) {
      if (used[i] != 0 || !(matrix[i * d + i].value() / own[i] > most)) continue;
      most = matrix[i * d + i].value() / own[i];
      pivot = i;
    }
    if (pivot == d) {
      result.settled = d - step;
      return result;
    }
    used[pivot] = 1;
    const DoubleDouble variance = matrix[pivot * d + pivot];
    result.half_log += 0.5 * std::log(variance.value());
    for (std::size_t i = 0; i < d; ++i) {
      const DoubleDouble slope = matrix[i * d + pivot] / variance;
      for (std::size_t j = 0; j < d; ++j) {
        if (used[i] == 0 && used[j] == 0) matrix[i * d + j] -= slope * matrix[pivot * d + j];
      }
    }
  }
  return result;
}

}  // namespace

Regression::Regression(const CheckedProblem& problem) : problem_(&problem) {
  std::vector<DoubleDouble> start;
  for (std::size_t k = 0; k < problem.predictions; ++k) {
    for (std::size_t l = 0; l < problem.predictions; ++l) {
      start.push_back(problem.given(problem.target(k), problem.target(l)));
    }
  }
  residual_.push_back(std::move(start));
}

void Regression::push(std::size_t candidate) {
  marks_.push_back(rank());
  const auto [first, count] = problem_->candidates[candidate];
  const std::size_t d = problem_->predictions;
  std::vector<DoubleDouble> row;
  for (std::size_t column = first; column < first + count; ++column) {
    row.clear();
    DoubleDouble left = problem_->given(column, column);
    for (std::size_t k = 0; k < rank(); ++k) {
      DoubleDouble sum = problem_->given(column, columns_[k]);
      for (std::size_t l = 0; l < k; ++l) sum -= row[l] * lower_[k][l];
      row.push_back(sum / lower_[k][k]);
      left -= row[k] * row[k];
    }
    if (!(left.value() > base::kDetermined * problem_->own[column])) continue;
    const DoubleDouble root = square_root(left);
    std::vector<DoubleDouble> score(d);
    std::vector<DoubleDouble> rest = residual_.back();
    for (std::size_t t = 0; t < d; ++t) {
      DoubleDouble sum = problem_->given(column, problem_->target(t));
      for (std::size_t k = 0; k < rank(); ++k) sum -= row[k] * scores_[k][t];
      score[t] = sum / root;
    }
    for (std::size_t t = 0; t < d; ++t) {
      for (std::size_t v = 0; v < d; ++v) rest[t * d + v] -= score[t] * score[v];
    }
    row.push_back(root);
    columns_.push_back(column);
    lower_.push_back(row);
    scores_.push_back(std::move(score));
    residual_.push_back(std::move(rest));
  }
}

void Regression::pop() {
  const std::size_t rank = marks_.back();
  marks_.pop_back();
  columns_.resize(rank);
  lower_.resize(rank);
  scores_.resize(rank);
  residual_.resize(rank + 1);
}

Worth Regression::worth() const {
  const std::size_t d = problem_->predictions;
  const std::vector<double> own(problem_->own.end() - static_cast<std::ptrdiff_t>(d), problem_->own.end());
  Worth worth;
  const LogDeterminant before = log_determinant(residual_.front(), own);
  const LogDeterminant after = log_determinant(residual_.back(), own);
  worth.settled = after.settled;
  if (after.settled == 0) worth.nats = before.half_log - after.half_log;
  const std::vector<double>& bias = problem_->bias_nats;
  if (!bias.empty() && rank() > marks_.size()) {
    worth.nats -= bias[std::min(rank(), bias.size() - 1)] - bias[std::min(marks_.size(), bias.size() - 1)];
  }
  return worth;
}

}  // namespace explainee::verify
