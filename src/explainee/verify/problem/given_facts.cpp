#include "explainee/verify/problem/given_facts.h"

#include <algorithm>
#include <utility>

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
  std::vector<Ball> line;
  for (std::size_t j = from; j < given.width(); ++j) line.push_back(given.at(std::min(j, pivot), std::max(j, pivot)));
  const Ball variance = given.at(pivot, pivot);
  for (std::size_t i = 0; i < width; ++i) {
    const Ball slope = line[i] / variance;
    const Ball* row = &given.cells[(from + i) * given.width() + from];
    Ball* out = &next.cells[i * width];
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

GivenFacts::GivenFacts(const CheckedProblem& problem) : problem_(problem) {
  path_.push_back(given_nothing(problem, problem.live()));
}

const Given& GivenFacts::of(const std::vector<int>& in) {
  const auto shared =
      static_cast<std::size_t>(std::mismatch(in_.begin(), in_.end(), in.begin(), in.end()).first - in_.begin());
  path_.resize(shared + 1);
  in_ = in;
  for (std::size_t k = shared; k < in.size(); ++k) {
    const auto& names = path_[k].names;
    const auto at = std::find(names.begin(), names.end(), static_cast<std::size_t>(in[k])) - names.begin();
    path_.push_back(condition(path_[k], static_cast<std::size_t>(at), 0));
  }
  return path_.back();
}

}  // namespace explainee::verify
