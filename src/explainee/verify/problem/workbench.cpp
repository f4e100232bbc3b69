#include "explainee/verify/problem/workbench.h"

namespace explainee::verify {

std::vector<std::size_t> Workbench::free_candidates(const Leaf& leaf, const Prices& prices) const {
  const std::int64_t left = prices.left_by(leaf.in);
  std::vector<char> decided(problem_.candidates.size(), 0);
  for (const auto* list : {&leaf.in, &leaf.out}) {
    for (const int j : *list) decided[static_cast<std::size_t>(j)] = 1;
  }
  const Given* given = facts_ != nullptr ? &facts_->of(leaf.in) : nullptr;
  Regression facts(problem_);
  for (const int j : leaf.in) facts.push(static_cast<std::size_t>(j));
  const std::size_t rank = facts.rank();
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < decided.size(); ++j) {
    if (decided[j] != 0 || prices.cost(j) > left) continue;
    if (given != nullptr) {
      if (counts(problem_, *given, j)) free.push_back(j);
      continue;
    }
    facts.push(j);
    if (facts.rank() > rank) free.push_back(j);
    facts.pop();
  }
  return free;
}

Given Workbench::given_free(const Leaf& leaf, const std::vector<std::size_t>& free) const {
  if (facts_ != nullptr) return pick(facts_->of(leaf.in), free);
  std::vector<std::size_t> names(leaf.in.begin(), leaf.in.end());
  names.insert(names.end(), free.begin(), free.end());
  Given given = given_nothing(problem_, std::move(names));
  for (std::size_t k = 0; k < leaf.in.size(); ++k) {
    problem_.throw_if_stopped();
    std::vector<std::size_t> rest(given.names.size() - 1);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = i + 1;
    given = counts(problem_, given, 0) ? condition(given, 0, 1) : pick(given, rest);  // what is determined adds nothing
  }
  return given;
}

}  // namespace explainee::verify
