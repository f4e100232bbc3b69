#include "explainee/search/crowd_twins.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "explainee/base/random.h"

namespace explainee::search {
namespace {

bool only_lists(const Member& member) { return member.cross_target.empty() && member.weights.empty(); }

/// One bit per known candidate, then one per barred one.
void read_bits(const Member& member, std::size_t words, std::uint64_t* bits) {
  const auto set = [&](int j, std::uint64_t* own) { own[j / 64] |= std::uint64_t{1} << (j % 64); };
  for (const int j : member.known) set(j, bits);
  for (const int j : member.barred) set(j, bits + words);
}

}  // namespace

CrowdTwins find_twins(std::span<const Member> members, int candidates) {
  CrowdTwins twins;
  const std::size_t words = (static_cast<std::size_t>(candidates) + 63) / 64;
  const auto hash = [&](const std::uint64_t* bits) {
    std::uint64_t mixed = 0;
    for (std::size_t w = 0; w < 2 * words; ++w) mixed = base::mix64(mixed ^ bits[w]);
    return mixed;
  };
  std::vector<std::uint64_t> keys;                            // of those searched, side by side
  std::unordered_multimap<std::uint64_t, std::size_t> found;  // hash → which key
  std::vector<std::size_t> owner;
  std::vector<std::uint64_t> bits(2 * words);
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (!only_lists(members[m])) {
      twins.first.push_back(m);
      continue;
    }
    std::fill(bits.begin(), bits.end(), 0);
    read_bits(members[m], words, bits.data());
    const std::uint64_t mixed = hash(bits.data());
    const auto [from, to] = found.equal_range(mixed);
    const auto same = std::find_if(from, to, [&](const auto& entry) {
      return std::equal(bits.begin(), bits.end(), keys.begin() + static_cast<std::ptrdiff_t>(entry.second * 2 * words));
    });
    if (same != to) {
      twins.copies.emplace_back(m, owner[same->second]);
      continue;
    }
    found.emplace(mixed, owner.size());
    owner.push_back(m);
    keys.insert(keys.end(), bits.begin(), bits.end());
    twins.first.push_back(m);
  }
  return twins;
}

}  // namespace explainee::search
