#include "explainee/person/model/feature_sets.h"

#include <algorithm>
#include <numeric>

namespace explainee::person {
namespace {

using Members = std::array<int, kMostReasons>;

std::vector<FeatureSet> all_sets(int n, int size) {
  std::vector<FeatureSet> sets;
  FeatureSet set;
  set.size = size;
  std::iota(set.members.begin(), set.members.begin() + size, 0);
  while (true) {
    sets.push_back(set);
    int place = size - 1;
    while (place >= 0 && set.members[static_cast<std::size_t>(place)] == n - size + place) --place;
    if (place < 0) return sets;
    ++set.members[static_cast<std::size_t>(place)];
    for (int later = place + 1; later < size; ++later) {
      set.members[static_cast<std::size_t>(later)] = set.members[static_cast<std::size_t>(later) - 1] + 1;
    }
  }
}

/// The sets that extend the most promising smaller ones, sorted and distinct, about `most`.
std::vector<Members> grow(int n, int size, std::span<const FeatureSet> smaller, int most) {
  std::vector<std::size_t> order(smaller.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto parents = std::min(order.size(), static_cast<std::size_t>(std::max(1, most / n)));
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(parents), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return smaller[a].promise != smaller[b].promise ? smaller[a].promise > smaller[b].promise : a < b;
                    });
  std::vector<Members> grown;
  for (std::size_t p = 0; p < parents; ++p) {
    const FeatureSet& parent = smaller[order[p]];
    for (int added = 0; added < n; ++added) {
      Members members = parent.members;
      const auto end = members.begin() + size - 1;
      if (std::find(members.begin(), end, added) != end) continue;
      *end = added;
      std::sort(members.begin(), members.begin() + size);
      grown.push_back(members);
    }
  }
  std::sort(grown.begin(), grown.end());
  grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
  return grown;
}

Members random_members(int n, int size, base::Random& random) {
  Members members{};
  for (int place = 0; place < size;) {
    const int drawn = static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
    const auto end = members.begin() + place;
    if (std::find(members.begin(), end, drawn) != end) continue;
    members[static_cast<std::size_t>(place++)] = drawn;
  }
  std::sort(members.begin(), members.begin() + size);
  return members;
}

}  // namespace

double binomial(int n, int k) {
  double value = 1;
  for (int i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

std::vector<FeatureSet> propose_sets(int n, int size, std::span<const FeatureSet> smaller, int most,
                                     base::Random& random) {
  const double count = binomial(n, size);
  if (count <= most || smaller.empty()) return all_sets(n, size);
  const std::vector<Members> grown = grow(n, size, smaller, most / 2);
  std::vector<FeatureSet> sets;
  for (const Members& members : grown) sets.push_back({members, size, 1, 0});
  const int drawn = most / 4;
  const double each = (count - static_cast<double>(grown.size())) / drawn;
  for (int i = 0; i < drawn;) {
    const Members members = random_members(n, size, random);
    if (std::binary_search(grown.begin(), grown.end(), members)) continue;
    sets.push_back({members, size, each, 0});
    ++i;
  }
  return sets;
}

}  // namespace explainee::person
