#include "explainee/search/problem/best_sets.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

/// Beyond this many facts only single omissions are tried with charges; without charges they are enough.
constexpr std::size_t kAllSubsets = 12;

bool by_value(const BestSets::Entry& a, const BestSets::Entry& b) {
  if (a.assessment.value.determined != b.assessment.value.determined) {
    return a.assessment.value.determined > b.assessment.value.determined;
  }
  const double first = a.assessment.value.objective_nats();
  const double second = b.assessment.value.objective_nats();
  return first != second ? first > second : preferred(a.set, b.set);
}

Set without(const Set& set, std::uint32_t keep) {
  Set rest;
  for (std::size_t k = 0; k < set.size(); ++k) {
    if ((keep >> k) & 1U) rest.push_back(set[k]);
  }
  return rest;
}

}  // namespace

BestSets::BestSets(const Problem& problem, int top, double within_nats)
    : problem_(&problem),
      top_(static_cast<std::size_t>(std::max(1, top))),
      within_nats_(within_nats),
      charges_(has_charges(problem)),
      nothing_{{}, assess(problem, {})} {
  rank();
}

bool BestSets::subset_as_good(const Entry& entry, Entry& subset) const {
  const Set& set = entry.set;
  const auto as_good = [&](Set candidate) {
    subset = {std::move(candidate), {}};
    subset.assessment = assess(*problem_, subset.set);
    return !subset.assessment.redundant && !better(entry.assessment, subset.assessment);
  };
  if (charges_ && set.size() <= kAllSubsets) {
    // The objective is not monotone: every proper subset, smaller ones later in bits does not matter.
    for (std::uint32_t keep = 0; keep + 1 < (1U << set.size()); ++keep) {
      if (as_good(without(set, keep))) return true;
    }
    return false;
  }
  for (std::size_t leave = 0; leave < set.size(); ++leave) {
    Set rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(leave));
    if (as_good(std::move(rest))) return true;
  }
  return false;
}

bool BestSets::reduce(Entry& entry) const {
  if (entry.assessment.redundant) {
    // Some fact adds no rank: what remains without it is worth as much, and charged no less.
    for (std::size_t leave = 0; leave < entry.set.size(); ++leave) {
      Set rest = entry.set;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(leave));
      Assessment assessment = assess(*problem_, rest);
      if (assessment.value.rank < entry.assessment.value.rank) continue;
      entry = {std::move(rest), assessment};
      return reduce(entry);
    }
  }
  Entry subset;
  while (subset_as_good(entry, subset)) entry = std::move(subset);
  return !entry.set.empty();
}

/// Without charges a subset is worth no more than the set beyond rounding: neither can enter.
bool BestSets::hopeless(const Assessment& assessment) const {
  const Key most = {assessment.value.determined,
                    assessment.value.objective_nats() + base::kTieSpread * assessment.tie_nats};
  return !charges_ && most < cutoff_;
}

bool BestSets::offer(const Set& set) {
  Entry entry{set, assess(*problem_, set)};
  if (hopeless(entry.assessment) || !reduce(entry)) return false;
  return insert(std::move(entry));
}

void BestSets::merge(const BestSets& other) {
  capped_ = capped_ || other.capped_;
  for (const Entry& entry : other.entries_) insert(entry);
}

bool BestSets::insert(Entry entry) {
  if (key_of(entry.assessment.value) < cutoff_) return false;
  const auto same = [&](const Entry& other) { return other.set == entry.set; };
  if (std::any_of(entries_.begin(), entries_.end(), same)) return false;
  const Set set = entry.set;
  entries_.push_back(std::move(entry));
  rank();
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& other) { return other.set == set; });
}

void BestSets::rank() {
  std::sort(entries_.begin(), entries_.end(), by_value);
  const double best_nats = entries_.empty() ? 0 : entries_.front().assessment.value.objective_nats();
  tied_ = 0;
  double widest = 0;
  for (const Entry& entry : entries_) widest = std::max(widest, entry.assessment.tie_nats);
  for (std::size_t start = 0; start < entries_.size();) {
    const Assessment leader = entries_[start].assessment;
    const auto from = entries_.begin() + static_cast<std::ptrdiff_t>(start);
    // They are in order of value: beyond the widest radius nothing ties.
    const Key far = {leader.value.determined, leader.value.objective_nats() - widest};
    const auto near =
        std::find_if(from, entries_.end(), [&](const Entry& e) { return key_of(e.assessment.value) < far; });
    const auto end = std::stable_partition(from, near, [&](const Entry& e) { return ties(leader, e.assessment); });
    std::sort(from, end, [](const Entry& a, const Entry& b) { return preferred(a.set, b.set); });
    const auto group_end = static_cast<std::size_t>(end - entries_.begin());
    std::size_t most = start == 0 ? std::max(top_, 1 + kMostTies) : std::max(top_, tied_);
    if (start == 0) tied_ = std::min(group_end, most);
    if (within_nats_ > 0) most = std::max(most, kMostWithin);
    if (group_end >= most) {
      capped_ = capped_ || (within_nats_ > 0 && entries_.size() > most);
      entries_.resize(most);
      break;
    }
    start = group_end;
  }
  drop_beyond(best_nats);
  find_cutoff(best_nats);
}

/// Leaves what is among the best, ties with the best or is within the distance.
void BestSets::drop_beyond(double best_nats) {
  std::size_t listed = std::max(top_, tied_);
  while (within_nats_ > 0 && listed < entries_.size()) {
    const Value& value = entries_[listed].assessment.value;
    if (value.determined < entries_.front().assessment.value.determined) break;
    if (value.objective_nats() < best_nats - within_nats_) break;
    ++listed;
  }
  if (entries_.size() > listed) entries_.resize(listed);
}

/// The worst one that has to be listed; what ties with it may still be preferred to it, and may itself be known less
/// exactly.
void BestSets::find_cutoff(double best_nats) {
  cutoff_ = {nothing_.assessment.value.determined, nothing_.assessment.value.objective_nats()};
  if (entries_.size() < top_) return;
  const auto worse = [](const Entry& a, const Entry& b) { return by_value(b, a); };
  const bool all = within_nats_ <= 0 || entries_.size() >= std::max(top_, kMostWithin);
  const auto end = all ? entries_.end() : entries_.begin() + static_cast<std::ptrdiff_t>(std::max(top_, tied_));
  const auto worst = std::min_element(entries_.begin(), end, worse);
  const Value& value = worst->assessment.value;
  const double tie = worst->assessment.tie_nats;
  const Key last = {value.determined, value.objective_nats() - base::kTieSpread * tie};
  if (all) {
    cutoff_ = last;
    return;
  }
  const int determined = best().assessment.value.determined;
  cutoff_ = std::max(cutoff_, std::min(last, Key{determined, best_nats - within_nats_ - base::kTieSpread * tie}));
}

bool BestSets::after_all_ties(const Set& set) const {
  return within_nats_ <= 0 && tied_ == std::max(top_, 1 + kMostTies) && preferred(entries_.back().set, set);
}

bool BestSets::covers(const Set& set, const Key& key) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    const Value& value = entry.assessment.value;
    return Key{value.determined, value.objective_nats() + 0.5 * entry.assessment.tie_nats} >= key &&
           std::includes(set.begin(), set.end(), entry.set.begin(), entry.set.end());
  });
}

double BestSets::best_nats() const {
  double most = best().assessment.value.objective_nats();
  for (std::size_t k = 0; k < tied_; ++k) most = std::max(most, entries_[k].assessment.value.objective_nats());
  return most;
}

void BestSets::write(Solution& solution) const {
  solution.best = {best().set, best().assessment.value};
  solution.alternatives.clear();
  for (std::size_t k = 1; k < entries_.size(); ++k) {
    solution.alternatives.push_back({entries_[k].set, entries_[k].assessment.value});
  }
  solution.tied = tied_ > 1;
  solution.capped = capped_;
}

}  // namespace explainee::search
