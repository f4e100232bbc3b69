// explainee/explain/supported/proposed_set.h: sets that compete to be told, and who won (information §10).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainee/explain/supported/seen_rows.h"

namespace explainee::explain {

/// Who proposes: the exact search on plain columns, the same on fitted shapes, the learner step by step, or an exact
/// search where rows that the model was asked about stand beside the real ones.
enum class Proposer { kPlain, kShaped, kLearner, kAsked };

[[nodiscard]] constexpr std::string_view name_of(Proposer proposer) {
  switch (proposer) {
    case Proposer::kPlain:
      return "plain";
    case Proposer::kShaped:
      return "shaped";
    case Proposer::kLearner:
      return "learner";
    case Proposer::kAsked:
      return "asked";
  }
  return "";
}

/// A set and how well readers of it predict rows that took no part.
struct ProposedSet {
  Proposer by = Proposer::kPlain;
  std::vector<SeenFact> facts;
  double loss = 1;     ///< mean over the readers, relative to what is known alone
  bool shaped = true;  ///< told in the shapes that were fitted; else as plain columns
};

/// How the competition ended.
struct Competition {
  ProposedSet winner;
  std::vector<ProposedSet> others;
  double margin = 0;  ///< by how much its loss is less than the plain set's; 0 where that one won
  double error = 0;   ///< standard error of the difference
};

}  // namespace explainee::explain
