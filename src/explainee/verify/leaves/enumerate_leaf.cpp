#include "explainee/verify/leaves/enumerate_leaf.h"

#include <fmt/format.h>

#include <functional>

#include "explainee/verify/problem/plain_scan.h"

namespace explainee::verify {
namespace {

/// Looking at more sets than this is refused.
constexpr double kMostSets = 2e9;

/// All sets with the worth of each, whatever the predictions and facts.
std::string check_one_by_one(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const Certificate& certificate = bench.certificate();
  const Prices prices = prices_of(certificate);
  const std::vector<std::size_t> free = bench.free_candidates(leaf, prices);
  const auto places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  Regression facts(bench.problem());
  std::vector<std::size_t> set;
  for (const int j : leaf.in) {
    facts.push(static_cast<std::size_t>(j));
    set.push_back(static_cast<std::size_t>(j));
  }
  if (exceeds(facts.worth(), limit)) return name_of(certificate, set) + " tells more than the bound";
  std::string wrong;
  using Visit = std::function<void(std::size_t, std::size_t, std::int64_t)>;
  const Visit visit = [&](std::size_t from, std::size_t left, std::int64_t money) {
    for (std::size_t k = from; k < free.size() && left > 0 && wrong.empty(); ++k) {
      bench.problem().throw_if_stopped();
      if (prices.cost(free[k]) > money) continue;
      facts.push(free[k]);
      set.push_back(free[k]);
      if (exceeds(facts.worth(), limit)) wrong = name_of(certificate, set) + " tells more than the bound";
      visit(k + 1, left - 1, money - prices.cost(free[k]));
      set.pop_back();
      facts.pop();
    }
  };
  visit(0, places, prices.left_by(leaf.in));
  return wrong;
}

}  // namespace

std::string check_enumerate(const Workbench& bench, const Leaf& leaf, const Limit& limit) {
  const Certificate& certificate = bench.certificate();
  const CheckedProblem& problem = bench.problem();
  const Prices prices = prices_of(certificate);
  if (prices.left_by(leaf.in) < 0) return "";  // no set at all
  const std::vector<std::size_t> free = bench.free_candidates(leaf, prices);
  const auto places = static_cast<std::size_t>(certificate.s) - leaf.in.size();
  const double sets = prices.count_sets(free, places, prices.left_by(leaf.in));
  if (sets > kMostSets) return fmt::format("a leaf of {:.1e} sets is too large to be looked at", sets);
  if (places < 2 || !plain_facts(problem) || limit.settled > 0) return check_one_by_one(bench, leaf, limit);
  std::string wrong;
  PlainScan scan(
      problem, limit.residual * (1 + 1e-12),
      [&](const std::vector<std::size_t>& set) {
        Regression facts(problem);
        for (const std::size_t j : set) facts.push(j);
        if (exceeds(facts.worth(), limit)) wrong = name_of(certificate, set) + " tells more than the bound";
        return wrong.empty();
      },
      prices);
  return scan.run(leaf.in, bench.given_free(leaf, free), places) ? "" : wrong;
}

}  // namespace explainee::verify
