// explainee/dialogue/next_row.h: which row to ask about next, and when enough was asked (docs/decisions/0008).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "explainee/explain/answers/verdict.h"
#include "explainee/person/model/person_draws.h"

namespace explainee::dialogue {

/// How questions are chosen.
struct QuestionPolicy {
  double ordinary = 0.9;  ///< the share of rows, those nearest to the mean row, that may be asked about
  int pool = 400;         ///< rows that are compared, drawn among the ordinary ones
  double settled = 0.02;  ///< enough was asked when the expected loss is below this share
  std::uint64_t seed = 0;
};

/// Positions of ordinary rows, increasing: at most policy.pool, drawn among those whose squared distance from the mean,
/// in units of the covariance, is not among the largest. `rows`: values of the moment columns.
[[nodiscard]] std::vector<Eigen::Index> ordinary_rows(const Eigen::MatrixXd& rows, const person::PersonSpace& space,
                                                      const QuestionPolicy& policy);

/// What an answer to each row would tell in nats, about which person she is: ½ log(1 + variance of what she means by
/// that of her noise), expected. Persons weigh by what the verdict of these draws would lose on them, beside the mean
/// loss, so that it counts most what tells those apart to whom something else should be said.
[[nodiscard]] Eigen::VectorXd worth_of_rows(const Eigen::MatrixXd& rows, const person::PersonDraws& draws,
                                            const explain::Verdict& verdict);

/// Position of the row that is worth most, the first of equals; rows were asked about already where `asked` is true.
/// −1 when all were. Empty `asked`: none was.
[[nodiscard]] Eigen::Index next_row(const Eigen::VectorXd& worth, const std::vector<bool>& asked = {});

/// True when acting now is expected to lose less than the settled share.
[[nodiscard]] inline bool settled(const explain::Verdict& verdict, const QuestionPolicy& policy) {
  return verdict.expected_loss_share < policy.settled;
}

}  // namespace explainee::dialogue
