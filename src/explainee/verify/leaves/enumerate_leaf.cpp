#include "explainee/verify/leaves/enumerate_leaf.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/verify/names.h"
#include "explainee/verify/problem/plain_scan.h"

namespace explainee::verify {
namespace {

/// Looking at more sets than this is refused: with a scan, and one by one.
constexpr double kMostSets = 2e9;
constexpr double kMostSlowSets = 2e8;
/// A scan keeps the covariances of all candidates, which takes too much memory beyond so many.
constexpr std::size_t kMostScanned = 3000;

std::string tells_more(const Certificate& certificate, const std::vector<std::size_t>& set) {
  return fmt::format("{} is not shown to tell no more than the bound", labels_of(certificate, set));
}

/// All sets with the worth of each, whatever the predictions and candidates.
class OneByOne {
 public:
  OneByOne(const Workbench& bench, const Leaf& leaf, Judge& judge)
      : bench_(bench), allowed_(bench.allowed()), judge_(judge), facts_(bench.problem()) {
    for (const std::size_t j : bench.free_candidates(leaf)) line_.push_back({j, false, 0});
    for (const int j : leaf.in) line_.push_back({static_cast<std::size_t>(j), true, 0});
    std::sort(line_.begin(), line_.end(), [](const Place& a, const Place& b) { return a.candidate < b.candidate; });
    std::size_t next = line_.size();
    for (std::size_t at = line_.size(); at-- > 0;) {
      if (line_[at].in) next = at;
      line_[at].next_in = next;
    }
  }

  /// Empty when all are within the limit.
  std::string run(const Leaf& leaf) {
    (void)visit(0, bench_.places(leaf), allowed_.left_by(leaf.in));
    return std::move(wrong_);
  }

 private:
  struct Place {
    std::size_t candidate;
    bool in;              ///< of the leaf: not to be left out
    std::size_t next_in;  ///< where the first such one stands, from here on
  };

  /// All choices among the places from `at` on, in the order of the file, so that the regression is that of the claim.
  /// What is in was paid for.
  bool visit(std::size_t at, std::size_t places, std::int64_t money) {
    bench_.problem().throw_if_stopped();
    const std::size_t next_in = at < line_.size() ? line_[at].next_in : line_.size();
    for (std::size_t k = at; k < next_in && places > 0; ++k) {
      const std::int64_t left = money - allowed_.cost(line_[k].candidate);
      if (left >= 0 && fits_its_group(line_[k].candidate) && !with(k, places - 1, left)) return false;
    }
    return next_in < line_.size() ? with(next_in, places, money) : look();
  }

  bool with(std::size_t at, std::size_t places, std::int64_t money) {
    facts_.push(line_[at].candidate);
    set_.push_back(line_[at].candidate);
    const bool goes_on = visit(at + 1, places, money);
    set_.pop_back();
    facts_.pop();
    return goes_on;
  }

  [[nodiscard]] bool fits_its_group(std::size_t candidate) const {
    const int group = allowed_.group(candidate);
    return group < 0 ||
           std::none_of(set_.begin(), set_.end(), [&](std::size_t j) { return allowed_.group(j) == group; });
  }

  bool look() {
    if (judge_.within(set_, facts_)) return true;
    wrong_ = tells_more(bench_.certificate(), set_);
    return false;
  }

  const Workbench& bench_;
  const Allowed& allowed_;
  Judge& judge_;
  Regression facts_;
  std::vector<Place> line_;
  std::vector<std::size_t> set_;
  std::string wrong_;
};

}  // namespace

std::string check_enumerate(const Workbench& bench, const Leaf& leaf, const Limit& limit, Judge& judge) {
  const CheckedProblem& problem = bench.problem();
  const std::vector<std::size_t> free = bench.free_candidates(leaf);
  const std::size_t places = bench.places(leaf);
  const bool small = leaf.in.size() + free.size() <= kMostScanned;
  const bool scan = problem.plain() && places >= 2 && limit.settled == 0 && small;
  const double sets = bench.allowed().count_sets(free, places, bench.allowed().left_by(leaf.in));
  if (!(sets <= (scan ? kMostSets : kMostSlowSets)))
    return fmt::format("a leaf of {:.1e} sets is too large to be looked at", sets);
  if (!scan) return OneByOne(bench, leaf, judge).run(leaf);
  std::string wrong;
  const auto suspect = [&](const std::vector<std::size_t>& set) {
    if (!judge.within(set)) wrong = tells_more(bench.certificate(), set);
    return wrong.empty();
  };
  PlainScan every(problem, limit.residual, suspect, bench.allowed());
  return every.run(leaf.in, bench.given_free(leaf, free), places) ? "" : wrong;
}

}  // namespace explainee::verify
