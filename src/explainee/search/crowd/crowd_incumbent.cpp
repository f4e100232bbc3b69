#include "explainee/search/crowd/crowd_incumbent.h"

#include <algorithm>
#include <cmath>

#include "explainee/search/scan/single_scan.h"

namespace explainee::search {
namespace {

/// Up to this many sets are looked at one by one: it takes no longer than the search of one.
constexpr double kMostSets = 2e5;
/// Better sets found by a scan before the member is left to the search of one.
constexpr int kMostRestarts = 5;

}  // namespace

CrowdIncumbent::CrowdIncumbent(const CrowdTables& tables)
    : tables_(&tables), climb_(tables), precision_(tables), scan_(tables) {}

CrowdIncumbent::End CrowdIncumbent::solve(const IncumbentMember& member, std::size_t facts) {
  const ClimbEnd begun = climb_.begin(member, facts);
  if (begun == ClimbEnd::kNothingToExplain) return End::kNothingToExplain;
  if (begun == ClimbEnd::kDelicate || climb_.climb() != ClimbEnd::kReady) return End::kOpen;
  const bool all = climb_.set().size() == climb_.offered();  // more is never worth less
  if (!all && climb_.set().size() < facts) return End::kOpen;
  bounded_ = !all && tables_->invertible && precision_.begin(member, climb_.kept());
  set_.assign(climb_.set().begin(), climb_.set().end());
  double residual = climb_.residual();
  for (int attempt = 0; !all; ++attempt) {
    const Step step = prove(facts);
    if (step == Step::kProven) break;
    if (step == Step::kOpen || attempt == kMostRestarts) return End::kOpen;
    if (climb_.climb_from(scan_.better()) != ClimbEnd::kReady) return End::kOpen;
    set_.assign(climb_.set().begin(), climb_.set().end());
    residual = climb_.residual();
  }
  std::sort(set_.begin(), set_.end());
  nats_ = 0.5 * std::log(climb_.before() / residual);
  return End::kProven;
}

/// Any set but S lacks a column of S. Those that cannot be missed are held; if one is left, its swaps are known, if
/// a few, what may join the held ones is looked at.
CrowdIncumbent::Step CrowdIncumbent::prove(std::size_t facts) {
  find_loose();
  if (bounded_ && loose_.size() > 1) tighten(facts);
  if (loose_.size() <= 1) return Step::kProven;
  if (count_sets(climb_.offered() - held_.size(), static_cast<int>(loose_.size())) > kMostSets) return Step::kOpen;
  const CrowdScan::End end = scan_.run(climb_, held_, loose_.size());
  if (end == CrowdScan::End::kDelicate) return Step::kOpen;
  return end == CrowdScan::End::kProven ? Step::kProven : Step::kAgain;
}

/// By what all other columns leave together.
void CrowdIncumbent::find_loose() {
  const std::span<const int> set = climb_.set();
  const double goal = climb_.residual() + climb_.margin();
  held_.clear();
  loose_.clear();
  for (std::size_t a = 0; a < set.size(); ++a) {
    if (bounded_ && precision_.bound_without(set[a]) > goal) {
      held_.push_back(set[a]);
    } else {
      loose_.push_back(a);
    }
  }
}

/// By the sharper bound, the column that is worth most first; the one worth least is left to its swaps.
void CrowdIncumbent::tighten(std::size_t facts) {
  const double goal = climb_.residual() + climb_.margin();
  std::sort(loose_.begin(), loose_.end(),
            [&](std::size_t a, std::size_t b) { return climb_.loss(a) > climb_.loss(b); });
  for (std::size_t k = 0; k < loose_.size() && loose_.size() > 1;) {
    const int column = climb_.set()[loose_[k]];
    const double bound = precision_.bound_without(column, climb_, held_, facts - held_.size(), goal);
    if (bound > goal) {
      held_.push_back(column);
      loose_.erase(loose_.begin() + static_cast<std::ptrdiff_t>(k));
      k = 0;
    } else {
      ++k;
    }
  }
}

double CrowdIncumbent::nats_of(std::span<const int> set) {
  const double residual = climb_.residual_of(set);
  return residual < 0 ? -1 : std::max(0.0, 0.5 * std::log(climb_.before() / residual));
}

}  // namespace explainee::search
