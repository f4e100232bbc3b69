#include "explainee/verify/leaf_sets.h"

#include <algorithm>

namespace explainee::verify {

bool holds(const std::vector<int>& list, std::size_t candidate) {
  return std::find(list.begin(), list.end(), static_cast<int>(candidate)) != list.end();
}

std::vector<std::size_t> free_candidates(const PersonProblem& problem, const Leaf& leaf, const Prices& prices) {
  const std::int64_t left = prices.left_by(leaf.in);
  Regression facts(problem);
  for (const int j : leaf.in) facts.push(static_cast<std::size_t>(j));
  const std::size_t rank = facts.rank();
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    if (holds(leaf.in, j) || holds(leaf.out, j) || prices.cost(j) > left) continue;
    facts.push(j);
    if (facts.rank() > rank) free.push_back(j);
    facts.pop();
  }
  return free;
}

bool exceeds(const Worth& worth, const Limit& limit) {
  if (worth.settled != limit.settled) return worth.settled > limit.settled;
  return !(worth.nats <= limit.nats);
}

std::string name_of(const Certificate& certificate, const std::vector<std::size_t>& set) {
  std::string text;
  for (const std::size_t j : set) text += (text.empty() ? "" : ", ") + certificate.candidates[j].name;
  return "{" + text + "}";
}

bool plain_facts(const PersonProblem& problem) {
  return problem.predictions == 1 && problem.columns == problem.candidates.size() && problem.bias_nats.empty();
}

}  // namespace explainee::verify
