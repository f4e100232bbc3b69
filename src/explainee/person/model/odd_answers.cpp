#include "explainee/person/model/odd_answers.h"

namespace explainee::person {
namespace {

constexpr Eigen::Index kEnoughAlike = 3;
constexpr Eigen::Index kEnoughToTell = 5;
constexpr double kNoLinearReading = 0.1;
constexpr Eigen::Index kEnoughRepeats = 2;

/// Whether repeats of the same rows differ by more than half of the variance of all answers.
bool contradicts_herself(const AnsweredRows& answered) {
  const Eigen::VectorXd answers = answered.answers / answered.answers.cwiseAbs().maxCoeff();  // squares stay in range
  std::vector<bool> seen(static_cast<std::size_t>(answers.size()), false);
  double within = 0;
  Eigen::Index repeats = 0;
  for (Eigen::Index i = 0; i < answers.size(); ++i) {
    if (seen[static_cast<std::size_t>(i)]) continue;
    double sum = 0;
    double squares = 0;
    Eigen::Index count = 0;
    for (Eigen::Index j = i; j < answers.size(); ++j) {
      if (answered.rows.row(j) != answered.rows.row(i)) continue;
      seen[static_cast<std::size_t>(j)] = true;
      const double value = answers[j] - answers.mean();
      sum += value;
      squares += value * value;
      ++count;
    }
    within += squares - sum * sum / static_cast<double>(count);
    repeats += count - 1;
  }
  if (repeats < kEnoughRepeats) return false;
  const double all = (answers.array() - answers.mean()).square().sum() / static_cast<double>(answers.size() - 1);
  return within / static_cast<double>(repeats) > 0.5 * all;
}

}  // namespace

Oddity find_oddity(const AnsweredRows& answered, const LinearReading& reading) {
  const Eigen::VectorXd& answers = answered.answers;
  if (answers.size() < kEnoughAlike) return Oddity::kNone;
  if (answers.minCoeff() == answers.maxCoeff()) return Oddity::kConstant;
  if (contradicts_herself(answered)) return Oddity::kContradictory;
  if (answers.size() >= kEnoughToTell && reading.probability < kNoLinearReading) return Oddity::kFollowsNone;
  return Oddity::kNone;
}

}  // namespace explainee::person
