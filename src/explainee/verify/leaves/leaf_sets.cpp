#include "explainee/verify/leaves/leaf_sets.h"

#include <algorithm>

namespace explainee::verify {

bool holds(const std::vector<int>& list, std::size_t candidate) {
  return std::find(list.begin(), list.end(), static_cast<int>(candidate)) != list.end();
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

bool plain_facts(const CheckedProblem& problem) {
  return problem.predictions == 1 && problem.columns == problem.candidates.size() && problem.bias_nats.empty();
}

}  // namespace explainee::verify
