#include "explainee/verify/problem/regression.h"

#include <algorithm>

namespace explainee::verify {

Regression::Regression(const CheckedProblem& problem) : problem_(&problem) {
  std::vector<Ball> start;
  for (std::size_t k = 0; k < problem.predictions; ++k) {
    for (std::size_t l = 0; l < problem.predictions; ++l)
      start.push_back(problem.given(problem.target(k), problem.target(l)));
  }
  residual_.push_back(std::move(start));
}

void Regression::push(std::size_t candidate) {
  marks_.push_back(rank());
  const auto [first, count] = problem_->candidates[candidate];
  const std::size_t d = problem_->predictions;
  std::vector<Ball> row;
  for (std::size_t column = first; column < first + count; ++column) {
    row.clear();
    Ball left = problem_->given(column, column);
    for (std::size_t k = 0; k < rank(); ++k) {
      Ball sum = problem_->given(column, columns_[k]);
      for (std::size_t l = 0; l < k; ++l) sum -= row[l] * lower_[k][l];
      row.push_back(sum / lower_[k][k]);
      left -= row[k] * row[k];
    }
    if (!problem_->counts(left, column)) continue;
    const Ball root = square_root(left);
    std::vector<Ball> score(d);
    std::vector<Ball> rest = residual_.back();
    for (std::size_t t = 0; t < d; ++t) {
      Ball sum = problem_->given(column, problem_->target(t));
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

Regression::Pivots Regression::pivots() const {
  const std::size_t d = problem_->predictions;
  std::vector<Ball> matrix = residual_.back();
  Pivots result;
  for (std::size_t k = 0; k < d; ++k) {
    const Ball variance = matrix[k * d + k];
    const std::size_t at = problem_->target(k);
    if (!problem_->counts(variance, at)) {
      if (!certainly_positive(variance + determined_share() * problem_->own(at)))
        throw NotProven{"a set leaves a negative variance: no table has such moments"};
      ++result.settled;
      continue;
    }
    result.product = result.product * variance;
    for (std::size_t i = k + 1; i < d; ++i) {
      const Ball slope = matrix[i * d + k] / variance;
      for (std::size_t j = k + 1; j < d; ++j) matrix[i * d + j] -= slope * matrix[k * d + j];
    }
  }
  return result;
}

std::size_t Regression::settled() const { return pivots().settled; }

Ball Regression::determinant() const { return pivots().product; }

Regression regression_on(const CheckedProblem& problem, std::vector<std::size_t> set) {
  std::sort(set.begin(), set.end());
  Regression facts(problem);
  for (const std::size_t candidate : set) facts.push(candidate);
  return facts;
}

}  // namespace explainee::verify
