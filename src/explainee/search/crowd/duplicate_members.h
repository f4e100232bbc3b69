// explainee/search/crowd/duplicate_members.h: members who know the same list and nothing else need one search.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::search {

/// Who is searched, and who gets whose answer.
struct DuplicateMembers {
  std::vector<std::size_t> first;                           ///< in order
  std::vector<std::pair<std::size_t, std::size_t>> copies;  ///< a member, and the one of `first` who is the same
};

/// Lists are the same whatever their order.
[[nodiscard]] DuplicateMembers find_duplicate_members(std::span<const Member> members, int candidates,
                                                      base::ThreadPool& threads);

}  // namespace explainee::search
