// explainee/search/crowd/crowd_incumbent.h: one member of a crowd by the tables all share: any other set lacks a column
// of the best (search §7).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explainee/search/crowd/crowd_climb.h"
#include "explainee/search/crowd/crowd_precision.h"
#include "explainee/search/crowd/crowd_scan.h"

namespace explainee::search {

/// Scratch for one thread.
class CrowdIncumbent {
 public:
  explicit CrowdIncumbent(const CrowdTables& tables);

  /// How it ended; what is not proven is left to the search of one.
  enum class End { kProven, kNothingToExplain, kOpen };

  /// Looks for the best set of at most `facts` columns.
  [[nodiscard]] End solve(const IncumbentMember& member, std::size_t facts);

  /// After kProven: the best set, increasing.
  [[nodiscard]] std::span<const int> set() const { return set_; }
  /// Its information.
  [[nodiscard]] double nats() const { return nats_; }
  /// What another set is worth to the same member; negative when that is not known here.
  [[nodiscard]] double nats_of(std::span<const int> set);

 private:
  enum class Step { kProven, kAgain, kOpen };

  [[nodiscard]] Step prove(std::size_t facts);
  void find_loose();
  void tighten(std::size_t facts);

  const CrowdTables* tables_;
  CrowdClimb climb_;
  CrowdPrecision precision_;
  CrowdScan scan_;
  std::vector<int> set_;
  std::vector<int> held_;           ///< columns of S that every set within the margin holds
  std::vector<std::size_t> loose_;  ///< places in S of the others
  bool bounded_ = false;            ///< the inverse tells something
  double nats_ = 0;
};

}  // namespace explainee::search
