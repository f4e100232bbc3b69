// explainee/search/problem/best_sets.h: the best sets found so far: the K best, and whatever ties with the best
// (mathematics §5).
#pragma once

#include <cstddef>
#include <vector>

#include "explainee/search/problem/assess.h"
#include "explainee/search/problem/key.h"
#include "explainee/search/problem/solution.h"

namespace explainee::search {

/// Keeps sets none of whose subsets is as good, ranked: larger value first; within a tie fewer facts, then lower
/// indices.
class BestSets {
 public:
  /// Most sets that are listed beside the best because they tie with it.
  static constexpr std::size_t kMostTies = 100;

  struct Entry {
    Set set;
    Assessment assessment;
  };

  /// Most sets that are listed because they are within a distance of the best.
  static constexpr std::size_t kMostWithin = 1000;

  /// Keeps the `top` best and, where `within_nats` is positive, all sets that are worth at most that much less than the
  /// best.
  BestSets(const Problem& problem, int top, double within_nats = 0);

  /// Considers a set; one that has a subset as good is replaced by that subset. True when the pool changed.
  bool offer(const Set& set);
  /// Considers every set of another pool of the same problem.
  void merge(const BestSets& other);

  /// Sets below this cannot enter, now or later: a completed proof may skip them.
  [[nodiscard]] const Key& cutoff() const { return cutoff_; }
  /// True when as many sets tie with the best as are ever listed and `set` comes after them all: of no use if it ties.
  [[nodiscard]] bool after_all_ties(const Set& set) const;
  /// True when a listed set is contained in `set` and worth at least about `key`: then `set` need not be offered.
  [[nodiscard]] bool covers(const Set& set, const Key& key) const;
  /// Ranked; empty when nothing beats the empty set.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  /// The best entry, or the empty set.
  [[nodiscard]] const Entry& best() const { return entries_.empty() ? nothing_ : entries_.front(); }
  /// How many entries tie with the best, itself included.
  [[nodiscard]] std::size_t tied() const { return tied_; }
  /// True when more sets are within the distance than are ever listed.
  [[nodiscard]] bool capped() const { return capped_; }
  /// Largest objective among the entries that tie with the best.
  [[nodiscard]] double best_nats() const;
  /// Writes best, alternatives and tied.
  void write(Solution& solution) const;

 private:
  [[nodiscard]] bool hopeless(const Assessment& assessment) const;
  bool insert(Entry entry);
  void rank();
  void drop_beyond(double best_nats);
  void find_cutoff(double best_nats);
  [[nodiscard]] bool reduce(Entry& entry) const;
  [[nodiscard]] bool subset_as_good(const Entry& entry, Entry& subset) const;

  const Problem* problem_;
  std::size_t top_;
  double within_nats_;
  bool charges_;
  Entry nothing_;
  std::vector<Entry> entries_;
  std::size_t tied_ = 0;
  bool capped_ = false;
  Key cutoff_;
};

}  // namespace explainee::search
