// explainee/dialogue/next_row.h: which row to ask about next, and when enough was asked (person.md).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "explainee/explain/verdict.h"
#include "explainee/user/person_draws.h"

namespace explainee::dialogue {

/// How questions are chosen.
struct QuestionPolicy {
  double ordinary = 0.9;  ///< the share of rows that nearest resemble the mean row may be asked about
  int pool = 100;         ///< rows that are compared, drawn among the ordinary ones
  int imagined = 8;       ///< answers that are imagined for each of them
  double settled = 0.02;  ///< enough was asked when the expected loss is below this share
  std::uint64_t seed = 0;
};

/// Positions of ordinary rows, increasing: at most policy.pool, drawn among those whose squared distance from the mean,
/// in units of the covariance, is not among the largest. `rows`: values of the moment columns.
[[nodiscard]] std::vector<Eigen::Index> ordinary_rows(const Eigen::MatrixXd& rows, const user::PersonSpace& space,
                                                      const QuestionPolicy& policy);

/// What asking about a row is worth.
struct RowWorth {
  double gain_bits = 0;    ///< expected bits after the answer, with the set then best, less those now
  double uncertainty = 0;  ///< ½ log(1 + variance of what she means by that of her noise), expected
};

/// The worth of each row, by imagining answers of some of the persons drawn and weighing all of them by how well they
/// fit. The verdict is of the same draws.
[[nodiscard]] std::vector<RowWorth> worth_of_rows(const Eigen::MatrixXd& rows, const user::PersonDraws& draws,
                                                  const explain::Verdict& verdict, const QuestionPolicy& policy);

/// Position among `rows` of the one to ask about; rows are offered once.
[[nodiscard]] Eigen::Index next_row(const Eigen::MatrixXd& rows, const user::PersonDraws& draws,
                                    const explain::Verdict& verdict, const QuestionPolicy& policy);

/// True when acting now is expected to lose less than the settled share.
[[nodiscard]] inline bool settled(const explain::Verdict& verdict, const QuestionPolicy& policy) {
  return verdict.expected_loss_share < policy.settled;
}

}  // namespace explainee::dialogue
