// explainee/search/crowd/crowd_block.h: some members side by side: what needs a product with the tables is made for all
// of them at once (search §7).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/search/crowd/crowd_climb.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::search {

/// Members in the units of the tables; scratch for one thread.
class CrowdBlock {
 public:
  explicit CrowdBlock(const CrowdTables& tables) : tables_(&tables) {}

  /// Reads the picked members; none has both weights and other columns.
  void read(std::span<const Member> members, std::span<const std::size_t> picked);
  /// The k-th of the picked ones.
  [[nodiscard]] IncumbentMember member(std::size_t k) const;

 private:
  struct Place {
    std::size_t column = 0;  ///< first row of its columns of u
    std::size_t columns = 0;
    std::size_t inner = 0;  ///< first entry of k×k, then k
    std::size_t known = 0;  ///< first entry of its lists
    std::size_t known_count = 0;
    std::size_t barred_count = 0;
    bool exact = false;
  };

  void read_lists(const Member& member, Place& place);
  void read_columns(const Member& member, const Place& place);
  void read_weights(const Member& member, std::size_t row);
  void finish_weights(const Member& member, const Place& place);

  const CrowdTables* tables_;
  std::vector<Place> places_;
  AlignedDoubles cross_, product_;  ///< rows per column of u
  std::vector<double> inner_;
  std::vector<int> lists_;
};

}  // namespace explainee::search
