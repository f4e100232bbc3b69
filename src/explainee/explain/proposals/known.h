// explainee/explain/proposals/known.h: which candidates tell this person nothing new, and what gives them away.
#pragma once

#include <vector>

#include "explainee/explain/compose/setting.h"
#include "explainee/explain/explanation.h"
#include "explainee/person/condition.h"
#include "explainee/person/summary.h"

namespace explainee::explain {

/// Candidates split by whether u leaves anything open about them.
struct KnownSplit {
  std::vector<Candidate> open;
  std::vector<AlreadyKnown> known;
};

/// A candidate is known when every one of its columns is determined by u (kDetermined), constants included.
/// `noise`: what is taken out of u first, maybe empty. `given`: u on these rows in more digits than they give.
[[nodiscard]] KnownSplit split_known(const std::vector<Candidate>& candidates, const moments::Fold& total,
                                     const person::Summary& summary, const Eigen::MatrixXd& noise,
                                     const person::Conditioning* given = nullptr);

}  // namespace explainee::explain
