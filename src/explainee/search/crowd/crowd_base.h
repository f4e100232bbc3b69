// explainee/search/crowd/crowd_base.h: what all members of a crowd share, prepared once (search §7).
#pragma once

#include <memory>

#include "explainee/search/problem/problem.h"

namespace explainee::search {

struct CrowdTables;

/// The problem of nobody in particular; one prediction.
class CrowdBase {
 public:
  /// Prepares; O(n³). Where a candidate has several columns nothing is shared and every member is searched alone. Where
  /// the Gram matrix is singular, or nearly so, its inverse proves nothing: only a few facts are then found by what is
  /// shared.
  explicit CrowdBase(Problem nobody);
  ~CrowdBase();
  CrowdBase(CrowdBase&&) noexcept;
  CrowdBase& operator=(CrowdBase&&) noexcept;

  [[nodiscard]] const Problem& problem() const { return problem_; }
  /// False when every member is searched alone.
  [[nodiscard]] bool shared() const { return tables_ != nullptr; }
  /// What is shared; only when shared().
  [[nodiscard]] const CrowdTables& tables() const { return *tables_; }

 private:
  Problem problem_;
  std::unique_ptr<const CrowdTables> tables_;
};

}  // namespace explainee::search
