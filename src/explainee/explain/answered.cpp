#include "explainee/explain/answered.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/bits.h"
#include "explainee/explain/row_pass.h"
#include "explainee/explain/verdict.h"
#include "explainee/search/evaluate.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kAnswersPerColumn = 10;
constexpr int kPersons = 2000;  ///< drawn from the posterior
/// More answers than this that a linear map most likely does not account for are said to follow none.
constexpr std::size_t kEnoughToTell = 5;
constexpr double kNoLinearReading = 0.1;

user::PersonSpace space_of(const Composition& c) {
  user::PersonSpace space;
  space.mean = c.total().mean;
  space.covariance = moments::covariance(c.total());
  for (const Facts& facts : c.everyone) space.features.push_back(facts.columns);
  space.predictions = c.setting.predictions;
  return space;
}

/// The answered rows, in the order of the answers, as values of the moment columns.
Result<Eigen::MatrixXd> read_answered(Composition& c, const std::vector<user::Answer>& answers) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(answers.size()), c.total().mean.size());
  std::size_t found = 0;  // answers are in the order of rows
  EXPLAINEE_TRY(visit_rows(
      c.gathered, c.control,
      [&](const Eigen::Ref<const Eigen::MatrixXd>& block, const Eigen::VectorXd&, const std::vector<std::int64_t>& at) {
        for (std::size_t i = 0; i < at.size() && found < answers.size(); ++i) {
          for (; found < answers.size() && answers[found].row == at[i]; ++found)
            rows.row(static_cast<Eigen::Index>(found)) = block.row(static_cast<Eigen::Index>(i));
        }
        return found < answers.size();
      }));
  if (found == answers.size()) return rows;
  return Error{ErrorCode::kUnfitColumn,
               fmt::format("she was asked about row {}, which the table does not have or which was left out for a "
                           "missing cell; take the answer out",
                           answers[found].row),
               c.gathered.table->name()};
}

user::AnsweredRows answered_rows(Eigen::MatrixXd rows, const std::vector<user::Answer>& answers) {
  user::AnsweredRows answered;
  answered.rows = std::move(rows);
  answered.answers.resize(static_cast<Eigen::Index>(answers.size()));
  const bool noisy = std::all_of(answers.begin(), answers.end(),
                                 [](const user::Answer& answer) { return answer.noise && *answer.noise > 0; });
  if (noisy) answered.noise.resize(answered.answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    answered.answers[static_cast<Eigen::Index>(i)] = answers[i].value;
    if (noisy) answered.noise[static_cast<Eigen::Index>(i)] = *answers[i].noise;
  }
  return answered;
}

/// What the answers vary by beyond the expected map: their noise, and what is not known of her.
double variance_beyond(const user::PersonDraws& draws, const user::PersonMap& map, const Eigen::MatrixXd& covariance,
                       bool noise_free) {
  const Eigen::MatrixXd spread = draws.weights.colwise() - map.weights;
  const double unknown = spread.cwiseProduct(covariance * spread).sum() / static_cast<double>(draws.size());
  return unknown + (noise_free ? 0 : draws.noise_variances.mean());
}

/// One more column of u: the expected map, and its own variance.
void add_column(Composition& c, const user::PersonMap& map, double own_variance) {
  c.summary.columns.push_back(
      {user::kAnswerColumn, user::kAnswerColumn, user::Way::kAnswered, {user::kAnswerColumn}, map.weights});
  c.answer.summary.push_back({user::kAnswerColumn, user::Way::kAnswered, {}});
  c.setting.summary_weights = c.summary.weights(c.total().mean.size());
  const Eigen::Index columns = c.setting.summary_weights.cols();
  const Eigen::MatrixXd before = c.setting.summary_noise;
  c.setting.summary_noise = Eigen::MatrixXd::Zero(columns, columns);
  c.setting.summary_noise.topLeftCorner(before.rows(), before.cols()) = before;
  c.setting.summary_noise(columns - 1, columns - 1) = -own_variance;
}

VerdictTask task_of(const Composition& c, const Eigen::MatrixXd& covariance) {
  VerdictTask task;
  const Eigen::Index besides = c.setting.summary_weights.cols() - 1;  // her answers stand last
  const Eigen::MatrixXd known = c.setting.summary_weights.leftCols(besides);
  task.covariance = user::condition_on(covariance, known).given;
  task.own = covariance.diagonal();
  for (const Facts& facts : c.setting.candidates) task.candidates.push_back(facts.columns);
  task.predictions = c.setting.independent;
  task.sparsity = c.answer.sparsity;
  task.bias_nats = c.problem.problem.bias_nats;
  return task;
}

NamedSet named(const Composition& c, const Contender& contender) {
  NamedSet set;
  for (const int fact : contender.set)
    set.features.push_back(c.setting.candidates[static_cast<std::size_t>(fact)].candidate.name);
  set.nats = base::to_nats(contender.expected_bits);
  return set;
}

}  // namespace

bool too_few_to_stand_alone(std::size_t answers, std::size_t columns) { return answers < kAnswersPerColumn * columns; }

Result<void> learn_from_answers(Composition& c) {
  if (!c.gathered.asked) return {};
  const std::vector<user::Answer>& answers = *c.gathered.asked;
  EXPLAINEE_ASSIGN(Eigen::MatrixXd rows, read_answered(c, answers));
  const user::PersonSpace space = space_of(c);
  const auto seed = static_cast<std::uint64_t>(c.options.seed);
  const user::PersonPosterior posterior =
      user::learn_person(space, answered_rows(std::move(rows), answers), {}, {.seed = seed});
  c.persons = user::draw_persons(posterior, kPersons, seed);
  const user::PersonMap map = user::mean_map(posterior);
  add_column(c, map, variance_beyond(c.persons, map, space.covariance, c.options.noise_free));
  AnswersReport report;
  report.answers = static_cast<std::int64_t>(answers.size());
  const user::LinearReading reading = user::linear_reading(c.persons, space);
  report.linear_share = reading.share;
  report.follows_none = answers.size() >= kEnoughToTell && reading.probability < kNoLinearReading;
  c.answer.answers = report;
  return {};
}

void weigh_persons(Composition& c) {
  if (!c.answer.answers || c.setting.independent.empty() || c.setting.candidates.empty() || c.answer.interrupted)
    return;
  const Verdict verdict = judge(task_of(c, moments::covariance(c.total())), c.persons, c.searching);
  if (verdict.contenders.empty()) return;
  AnswersReport& report = *c.answer.answers;
  report.probability_best = verdict.probability_best;
  report.expected_nats = base::to_nats(verdict.expected_bits);
  report.lost_nats = base::to_nats(verdict.expected_loss_bits);
  report.lost_share = verdict.expected_loss_share;
  for (const Contender& contender : verdict.contenders) {
    if (report.contenders.size() >= static_cast<std::size_t>(c.options.top) + 1) break;
    report.contenders.push_back({named(c, contender), contender.share_best});
  }
  if (verdict.set == c.solution.best.set) return;
  // Best for whom she is expected to be, and best to tell where she may be another: the second is the answer.
  c.solution.best = {verdict.set, search::evaluate(c.problem.problem, verdict.set)};
  c.solution.optimal = false;
  c.solution.proof = nullptr;
}

}  // namespace explainee::explain
