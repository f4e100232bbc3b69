// explainee/search/crowd/crowd_answer.h: what is asked for every member of a crowd, and what is found for one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "explainee/base/control.h"
#include "explainee/search/problem/problem.h"

namespace explainee::search {

/// How to search for all of them.
struct CrowdOptions {
  int sparsity = 3;               ///< s: most candidates in a set, ≥ 1
  double member_seconds = 0;      ///< most seconds that one member's full search may take; 0: no limit
  std::int64_t member_nodes = 0;  ///< most nodes of that search (SearchOptions::most_nodes); 0: no limit
  double member_steps = 0;        ///< most steps of it (SearchOptions::most_steps); 0: no limit
  std::span<const int> beside;    ///< a set whose value is told for every member too (CrowdAnswer::beside)
  base::Control control;          ///< cancel, deadline, threads, progress
};

/// How an answer was proven.
enum class CrowdProof : std::uint8_t {
  kNone,              ///< it was not
  kNothingToExplain,  ///< nothing to explain, or nothing to explain it with: the empty set
  kIncumbent,         ///< by the tables that all share
  kFull,              ///< by a search of its own (find_exact)
};

/// What is found for one member.
struct CrowdAnswer {
  Value value;                       ///< of the set
  std::optional<double> bound_nats;  ///< proven: no set has a larger objective; none when no finite bound is proven
  Value beside;                      ///< of CrowdOptions::beside, less what the member knows or is not offered
  CrowdProof proof = CrowdProof::kNone;
  bool optimal = false;      ///< proven best; ties within rounding keep it true
  bool tied = false;         ///< another set ties with it within rounding
  bool interrupted = false;  ///< cancelled or out of time
};

}  // namespace explainee::search
