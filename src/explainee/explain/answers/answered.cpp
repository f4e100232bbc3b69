#include "explainee/explain/answers/answered.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "explainee/base/bits.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/answers/best_per_person.h"
#include "explainee/explain/answers/verdict.h"
#include "explainee/explain/rows/row_pass.h"
#include "explainee/person/table_columns.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What was taken off the moment columns before they were summed.
Eigen::VectorXd shifts_of(const Composition& c) {
  Eigen::VectorXd shifts(c.total().mean.size());
  for (Eigen::Index i = 0; i < shifts.size(); ++i)
    shifts[i] = c.gathered.moments->columns[static_cast<std::size_t>(i)].shift;
  return shifts;
}

}  // namespace

person::PersonSpace person_space(const Composition& c) {
  person::PersonSpace space;
  space.mean = c.total().mean + shifts_of(c);  // a guess is on the prediction's own scale
  space.covariance = moments::covariance(c.total());
  const person::TableColumns table(*c.gathered.moments);
  for (const std::size_t index : c.gathered.reasons) {
    std::vector<int> columns = table.of(c.gathered.columns[index].name);
    if (!columns.empty()) space.features.push_back(std::move(columns));  // a text may be the same everywhere
  }
  space.predictions = c.setting.predictions;
  return space;
}

Result<Eigen::MatrixXd> read_answered(Composition& c, const std::vector<person::Answer>& answers,
                                      const data::TableSource& from) {
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
  rows.rowwise() += shifts_of(c).transpose();
  if (found == answers.size()) return rows;
  return Error{ErrorCode::kUnfitColumn,
               fmt::format("the table has no row {} (rows count from 0), or it was left out for a missing cell; take "
                           "the answer out",
                           answers[found].row),
               from.where(answers[found].line)};
}

namespace {

person::AnsweredRows answered_rows(Eigen::MatrixXd rows, const std::vector<person::Answer>& answers) {
  person::AnsweredRows answered;
  answered.rows = std::move(rows);
  answered.answers.resize(static_cast<Eigen::Index>(answers.size()));
  const bool noisy = std::all_of(answers.begin(), answers.end(),
                                 [](const person::Answer& answer) { return answer.noise && *answer.noise > 0; });
  if (noisy) answered.noise.resize(answered.answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    answered.answers[static_cast<Eigen::Index>(i)] = answers[i].value;
    if (noisy) answered.noise[static_cast<Eigen::Index>(i)] = *answers[i].noise;
  }
  return answered;
}

/// Those for whom the verdict is right: the explanation is told to them. All, where they are very few.
std::vector<Eigen::Index> addressed(const Verdict& verdict) {
  constexpr Eigen::Index kFewest = 20;
  std::vector<Eigen::Index> found;
  for (Eigen::Index i = 0; i < verdict.bits.cols(); ++i) {
    if (verdict.bits(0, i) >= (1 - base::kRight) * verdict.best_bits[i]) found.push_back(i);
  }
  if (static_cast<Eigen::Index>(found.size()) >= kFewest) return found;
  found.resize(static_cast<std::size_t>(verdict.bits.cols()));
  std::iota(found.begin(), found.end(), 0);
  return found;
}

/// Between these ends lie 95 % of what a set tells those whom she may be.
information::Interval spread_of(Eigen::VectorXd bits) {
  std::sort(bits.begin(), bits.end());
  const auto at = [&](double share) {
    return base::to_nats(bits[static_cast<Eigen::Index>(share * static_cast<double>(bits.size() - 1))]);
  };
  return {at((1 - information::kLevel) / 2), at((1 + information::kLevel) / 2)};
}

Typical typical_of(const person::PersonDraws& draws, const std::vector<Eigen::Index>& some,
                   const Eigen::MatrixXd& covariance, bool noise_free) {
  Typical typical;
  const Eigen::MatrixXd weights = draws.weights(Eigen::all, some);
  typical.weights = weights.rowwise().mean();
  const Eigen::MatrixXd spread = weights.colwise() - typical.weights;
  typical.own_variance = spread.cwiseProduct(covariance * spread).sum() / static_cast<double>(some.size());
  if (!noise_free) typical.own_variance += draws.noise_variances(some).mean();
  return typical;
}

/// One more column of u.
void add_column(Composition& c, const Typical& typical) {
  c.summary.columns.push_back(
      {person::kAnswerColumn, person::kAnswerColumn, person::Way::kAnswered, {person::kAnswerColumn}, typical.weights});
  c.answer.summary.push_back({person::kAnswerColumn, person::Way::kAnswered, {}});
  c.setting.summary_weights = c.summary.weights(c.total().mean.size());
  c.fine_u.reset();  // she has one column more
  const Eigen::Index columns = c.setting.summary_weights.cols();
  const Eigen::MatrixXd before = c.setting.summary_noise;
  c.setting.summary_noise = Eigen::MatrixXd::Zero(columns, columns);
  c.setting.summary_noise.topLeftCorner(before.rows(), before.cols()) = before;
  c.setting.summary_noise(columns - 1, columns - 1) = -typical.own_variance;
}

}  // namespace

std::vector<int> positions_among(const std::vector<int>& columns, const std::vector<int>& some) {
  std::vector<int> positions;
  for (const int column : some)
    positions.push_back(static_cast<int>(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin()));
  return positions;
}

VerdictTask verdict_task(const Composition& c, const PersonProblem& before, const Eigen::MatrixXd& covariance,
                         const std::vector<int>& columns) {
  VerdictTask task;
  const Eigen::MatrixXd loadings = before.conditioning.loadings(columns, Eigen::all);
  task.covariance = covariance - loadings * loadings.transpose();
  task.own = covariance.diagonal();
  bool plain = before.problem.bias_nats.empty() && before.extra_variance == 0 && c.setting.budget == search::kAnyCost;
  for (const Candidate& facts : c.setting.candidates) {
    task.candidates.push_back(positions_among(columns, facts.columns));
    plain = plain && facts.shown_with.variance() == 0;
  }
  task.predictions = positions_among(columns, c.setting.independent);
  task.sparsity = c.answer.sparsity;
  task.budget = c.setting.budget;
  if (!plain) task.nobody = before.problem;
  return task;
}

VerdictTask verdict_task(const Composition& c, const PersonProblem& before, const Eigen::MatrixXd& covariance) {
  std::vector<int> all(static_cast<std::size_t>(covariance.rows()));
  std::iota(all.begin(), all.end(), 0);
  return verdict_task(c, before, covariance, all);
}

namespace {

FactSet named(const Composition& c, const Contender& contender) {
  FactSet set;
  for (const int fact : contender.set)
    set.features.push_back(c.setting.candidates[static_cast<std::size_t>(fact)].description.name);
  set.nats = base::to_nats(contender.expected_bits);
  return set;
}

void fill(const Composition& c, const Verdict& verdict, AnswersReport& report) {
  report.probability_best = verdict.probability_best;
  report.expected_nats = base::to_nats(verdict.expected_bits);
  report.lost_nats = base::to_nats(verdict.expected_loss_bits);
  report.lost_share = verdict.expected_loss_share;
  for (const Contender& contender : verdict.contenders) {
    if (report.contenders.size() >= static_cast<std::size_t>(c.request.how.top) + 1) break;
    report.contenders.push_back({named(c, contender), contender.share_best});
  }
}

}  // namespace

PersonsOptions persons_options(const Composition& c) {
  PersonsOptions options;
  options.by_words = !c.request.who.answer_words.empty();
  options.seed = static_cast<std::uint64_t>(c.request.how.seed);
  return options;
}

Learnt learn(const Composition& c, const person::PersonSpace& space, const VerdictTask& task, Asked asked,
             const base::Control& control) {
  PersonsOptions options = persons_options(c);
  options.anybody = asked.anybody;
  options.control = control;
  const Persons persons = weigh_persons(space, answered_rows(std::move(asked.rows), asked.answers), task, options);
  const Verdict& verdict = persons.verdict;
  Learnt learnt;
  learnt.report.answers = static_cast<std::int64_t>(asked.answers.size());
  learnt.report.linear_share = persons.reading.share;
  learnt.report.oddity = persons.oddity;
  std::vector<Eigen::Index> some(static_cast<std::size_t>(persons.from_answers.size()));
  std::iota(some.begin(), some.end(), 0);
  if (!verdict.contenders.empty()) {
    fill(c, verdict, learnt.report);
    learnt.told = verdict.set;
    if (persons.oddity == person::Oddity::kNone) some = addressed(verdict);
  }
  if (asked.judged != nullptr) {
    search::Set all(asked.judged->candidates.size());
    std::iota(all.begin(), all.end(), 0);
    learnt.nats = spread_of(bits_of_set(*asked.judged, persons.draws, all));
  } else if (learnt.told) {
    learnt.nats = spread_of(verdict.bits.row(0).transpose());
  }
  learnt.typical = typical_of(persons.from_answers, some, space.covariance, c.request.who.noise_free);
  return learnt;
}

namespace {

/// The facts that are judged in the place of the candidates.
std::optional<VerdictTask> judged_task(Composition& c, const Eigen::MatrixXd& covariance) {
  if (!c.judging || c.judged.empty()) return std::nullopt;
  std::vector<Candidate> open = std::exchange(c.setting.candidates, c.judged);
  std::optional<VerdictTask> task;
  if (const auto before = make_problem(c.setting, c.total(), c.control)) task = verdict_task(c, *before, covariance);
  c.setting.candidates = std::move(open);
  return task;
}

}  // namespace

Result<void> learn_from_answers(Composition& c) {
  if (!c.gathered.asked) return {};
  const std::vector<person::Answer>& answers = *c.gathered.asked;
  EXPLAINEE_ASSIGN(Eigen::MatrixXd rows, read_answered(c, answers, *c.gathered.answers));
  const person::PersonSpace space = person_space(c);
  const std::optional<PersonProblem> before = make_problem(c.setting, c.total(), c.control);
  if (!before) return base::interrupted();
  const VerdictTask task = verdict_task(c, *before, space.covariance);
  const std::optional<VerdictTask> judged = judged_task(c, space.covariance);
  Learnt learnt = learn(c, space, task, {std::move(rows), answers, nullptr, judged ? &*judged : nullptr}, c.searching);
  if (c.control.cancelled()) return base::interrupted();
  add_column(c, learnt.typical);
  c.person_nats = learnt.nats;
  c.told = std::move(learnt.told);
  c.answer.answers = std::move(learnt.report);
  return {};
}

void tell_the_verdict(Composition& c) {
  if (!c.told || *c.told == c.solution.best.set || c.solution.interrupted) return;
  // Best for the typical one of those she may be, and best to tell where she may be another: the second is the answer.
  c.solution.best = {*c.told, search::evaluate(c.problem.problem, *c.told)};
  c.solution.optimal = false;
  c.solution.proof = nullptr;
}

}  // namespace explainee::explain
