#include "explainee/verify/enumerate_leaf.h"

#include <fmt/format.h>

#include <functional>

#include "explainee/verify/plain_scan.h"

namespace explainee::verify {
namespace {

/// Looking at more sets than this is refused.
constexpr double kMostSets = 2e9;

/// All sets with the worth of each, whatever the predictions and facts.
std::string check_one_by_one(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                             const Limit& limit) {
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const auto places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  Regression facts(problem);
  std::vector<std::size_t> set;
  for (const int j : leaf.in) {
    facts.push(static_cast<std::size_t>(j));
    set.push_back(static_cast<std::size_t>(j));
  }
  if (exceeds(facts.worth(), limit)) return name_of(certificate, set) + " tells more than the bound";
  std::string wrong;
  const std::function<void(std::size_t, std::size_t)> visit = [&](std::size_t from, std::size_t left) {
    for (std::size_t k = from; k < free.size() && left > 0 && wrong.empty(); ++k) {
      facts.push(free[k]);
      set.push_back(free[k]);
      if (exceeds(facts.worth(), limit)) wrong = name_of(certificate, set) + " tells more than the bound";
      visit(k + 1, left - 1);
      set.pop_back();
      facts.pop();
    }
  };
  visit(0, places);
  return wrong;
}

}  // namespace

std::string check_enumerate(const Certificate& certificate, const PersonProblem& problem, const Leaf& leaf,
                            const Limit& limit) {
  const std::vector<std::size_t> free = free_candidates(problem, leaf);
  const auto places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  double count = 1;
  double sets = 1;
  for (std::size_t k = 0; k < places && k < free.size(); ++k) {
    count *= static_cast<double>(free.size() - k) / static_cast<double>(k + 1);
    sets += count;
  }
  if (sets > kMostSets) return fmt::format("a leaf of {:.1e} sets is too large to be looked at", sets);
  if (plain_facts(problem) && limit.settled == 0) {
    std::string wrong;
    PlainScan scan(problem, limit.residual * (1 + 1e-12), [&](const std::vector<std::size_t>& set) {
      Regression facts(problem);
      for (const std::size_t j : set) facts.push(j);
      if (exceeds(facts.worth(), limit)) wrong = name_of(certificate, set) + " tells more than the bound";
      return wrong.empty();
    });
    return scan.run(leaf.in, free, places) ? "" : wrong;
  }
  return check_one_by_one(certificate, problem, leaf, limit);
}

}  // namespace explainee::verify
