#include "explainee/verify/problem/given_facts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::verify {

Given given_nothing(const CheckedProblem& problem, std::vector<std::size_t> names) {
  Given given;
  given.names = std::move(names);
  std::vector<std::size_t> all = given.names;
  all.push_back(problem.target(0));
  for (const std::size_t i : all) {
    for (const std::size_t j : all) given.cells.push_back(problem.given(i, j));
  }
  return given;
}

Given condition(const Given& given, std::size_t pivot, std::size_t from) {
  Given next;
  next.names.assign(given.names.begin() + static_cast<std::ptrdiff_t>(from), given.names.end());
  const std::size_t width = next.width();
  next.cells.resize(width * width);
  std::vector<DoubleDouble> line;
  for (std::size_t j = from; j < given.width(); ++j) line.push_back(given.at(std::min(j, pivot), std::max(j, pivot)));
  const DoubleDouble variance = given.at(pivot, pivot);
  for (std::size_t i = 0; i < width; ++i) {
    const DoubleDouble slope = line[i] / variance;
    const DoubleDouble* row = &given.cells[(from + i) * given.width() + from];
    DoubleDouble* out = &next.cells[i * width];
    for (std::size_t j = i; j < width; ++j) out[j] = row[j] - slope * line[j];
  }
  return next;
}

Given pick(const Given& given, const std::vector<std::size_t>& positions) {
  Given some;
  for (const std::size_t j : positions) some.names.push_back(given.names[j]);
  std::vector<std::size_t> all = positions;
  all.push_back(given.names.size());
  for (const std::size_t i : all) {
    for (const std::size_t j : all) some.cells.push_back(given.at(std::min(i, j), std::max(i, j)));
  }
  return some;
}

bool counts(const CheckedProblem& problem, const Given& given, std::size_t column) {
  return given.at(column, column).value() > base::kDetermined * problem.own[given.names[column]];
}

GivenFacts::GivenFacts(const CheckedProblem& problem) : problem_(problem) {
  std::vector<std::size_t> all(problem.candidates.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  path_.push_back(given_nothing(problem, std::move(all)));
}

const Given& GivenFacts::of(const std::vector<int>& in) {
  const auto shared =
      static_cast<std::size_t>(std::mismatch(in_.begin(), in_.end(), in.begin(), in.end()).first - in_.begin());
  path_.resize(shared + 1);
  in_ = in;
  for (std::size_t k = shared; k < in.size(); ++k) {
    const auto fact = static_cast<std::size_t>(in[k]);
    path_.push_back(counts(problem_, path_[k], fact) ? condition(path_[k], fact, 0) : path_[k]);
  }
  return path_.back();
}

}  // namespace explainee::verify
