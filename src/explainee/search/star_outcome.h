// explainee/search/star_outcome.h: what expanding one node of the star gives, for the files that expand it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "explainee/search/set_edits.h"
#include "explainee/search/star.h"

namespace explainee::search {

/// Shares held back of the columns that every set of a node holds, in order of trial.
inline constexpr double kFixedShares[] = {1e-6, 1e-9};

/// What expanding one node gives.
struct Star::Outcome {
  std::vector<Set> found;
  std::optional<Pool> scanned;  ///< what a scan found
  std::vector<StarNode> children;
  std::vector<std::shared_ptr<const Leaf>> leaves;
  std::optional<double> left;  ///< bound of what the gap allowed to leave
  bool unknown = false;        ///< no bound at all
  bool give_up = false;        ///< another route is better
  /// A node that the cheap bound did not close, and what goes on from there.
  struct Unfinished {
    StarNode node;
    std::vector<char> allowed;
    double goal = 0;
    double proven = 0;
    std::vector<double> bounds;    ///< proven by number of outsiders …
    std::vector<SplitPart> parts;  ///< … and how
  };
  std::optional<Unfinished> unfinished;
};

}  // namespace explainee::search
