#include "explainee/search/crowd/duplicate_members.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>

#include "explainee/base/random.h"

namespace explainee::search {
namespace {

constexpr std::size_t kChunk = 4096;  ///< members of one task
constexpr std::size_t kParts = 16;    ///< by the last bits of the hash

bool only_lists(const Member& member) { return member.cross_target.empty() && member.weights.empty(); }

/// The lists of every member as bits, one per known candidate, then one per barred one.
class ListTable {
 public:
  ListTable(std::span<const Member> members, int candidates)
      : members_(members),
        half_((static_cast<std::size_t>(candidates) + 63) / 64),
        words_(2 * half_),
        bits_(std::make_unique_for_overwrite<std::uint64_t[]>(members.size() * words_)),
        hash_(std::make_unique_for_overwrite<std::uint64_t[]>(members.size())),
        owner_(std::make_unique_for_overwrite<std::size_t[]>(members.size())) {}

  /// Hashes of the members of a chunk; 0 for those who have more than lists.
  void read(std::size_t chunk) {
    for (std::size_t m = chunk * kChunk; m < std::min((chunk + 1) * kChunk, members_.size()); ++m) {
      owner_[m] = m;
      hash_[m] = 0;
      if (!only_lists(members_[m])) continue;
      std::uint64_t* bits = bits_.get() + m * words_;
      std::fill_n(bits, words_, 0);
      const auto set = [](int j, std::uint64_t* own) { own[j / 64] |= std::uint64_t{1} << (j % 64); };
      for (const int j : members_[m].known) set(j, bits);
      for (const int j : members_[m].barred) set(j, bits + half_);
      std::uint64_t hash = 0;
      for (std::size_t w = 0; w < words_; ++w) hash = base::mix64(hash ^ bits[w]);
      hash_[m] = std::max<std::uint64_t>(hash, 1);
    }
  }

  /// The first member with the same lists, for all whose hash belongs to a part.
  void match(std::size_t part) {
    std::size_t count = 0;
    for (std::size_t m = 0; m < members_.size(); ++m) count += belongs(m, part) ? 1 : 0;
    if (count < 2) return;
    const std::size_t places = std::bit_ceil(2 * count);
    std::vector<std::size_t> table(places, members_.size());
    for (std::size_t m = 0; m < members_.size(); ++m) {
      if (!belongs(m, part)) continue;
      std::size_t at = (hash_[m] / kParts) & (places - 1);
      while (table[at] < members_.size() && !same(table[at], m)) at = (at + 1) & (places - 1);
      if (table[at] == members_.size()) table[at] = m;
      owner_[m] = table[at];
    }
  }

  [[nodiscard]] std::size_t owner(std::size_t member) const { return owner_[member]; }

 private:
  [[nodiscard]] bool belongs(std::size_t member, std::size_t part) const {
    return hash_[member] != 0 && hash_[member] % kParts == part;
  }
  [[nodiscard]] bool same(std::size_t a, std::size_t b) const {
    return hash_[a] == hash_[b] &&
           std::equal(bits_.get() + a * words_, bits_.get() + (a + 1) * words_, bits_.get() + b * words_);
  }

  std::span<const Member> members_;
  std::size_t half_;
  std::size_t words_;
  std::unique_ptr<std::uint64_t[]> bits_;
  std::unique_ptr<std::uint64_t[]> hash_;
  std::unique_ptr<std::size_t[]> owner_;
};

}  // namespace

DuplicateMembers find_duplicate_members(std::span<const Member> members, int candidates, base::ThreadPool& threads) {
  ListTable lists(members, candidates);
  threads.run((members.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) { lists.read(chunk); });
  threads.run(kParts, [&](std::size_t part) { lists.match(part); });
  DuplicateMembers duplicates;
  duplicates.first.reserve(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (lists.owner(m) == m) {
      duplicates.first.push_back(m);
    } else {
      duplicates.copies.emplace_back(m, lists.owner(m));
    }
  }
  return duplicates;
}

}  // namespace explainee::search
