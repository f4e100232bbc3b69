#include "explainee/explain/verdict.h"

#include <algorithm>
#include <numeric>

#include "explainee/explain/person_bests.h"

namespace explainee::explain {
namespace {

/// So many answers that a linear map most likely does not account for are said to follow none.
constexpr Eigen::Index kEnoughToTell = 5;
constexpr double kNoLinearReading = 0.1;

/// The order of the sets: the chosen one first, then by how often they are best.
std::vector<std::size_t> order_of(const std::vector<double>& share_best, std::size_t chosen) {
  std::vector<std::size_t> order(share_best.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return (a == chosen) != (b == chosen) ? a == chosen : share_best[a] > share_best[b];
  });
  return order;
}

void measure_loss(Verdict& verdict) {
  const Eigen::Index persons = verdict.best_bits.size();
  for (Eigen::Index i = 0; i < persons; ++i) {
    const double best = verdict.best_bits[i];
    const double loss = std::max(0.0, best - verdict.bits(0, i));
    if (loss <= kRight * best) verdict.probability_best += 1;
    if (best > 0) verdict.expected_loss_share += loss / best;
    verdict.expected_loss_bits += loss;
  }
  verdict.probability_best /= static_cast<double>(persons);
  verdict.expected_loss_share /= static_cast<double>(persons);
  verdict.expected_loss_bits /= static_cast<double>(persons);
}

/// Every person is searched for: the more candidates, the fewer persons.
int how_many(const VerdictTask& task, int wanted) {
  constexpr std::size_t kFewCandidates = 100;
  constexpr int kFewest = 200;
  if (task.candidates.size() <= kFewCandidates) return wanted;
  const auto affordable = static_cast<int>(static_cast<std::size_t>(wanted) * kFewCandidates / task.candidates.size());
  return std::min(wanted, std::max(kFewest, affordable));
}

bool is_constant(const Eigen::VectorXd& answers) { return answers.minCoeff() == answers.maxCoeff(); }

}  // namespace

Verdict judge(const VerdictTask& task, const user::PersonDraws& draws, const base::Control& control) {
  if (draws.size() == 0) return {};
  const PersonBests bests = find_bests(task, draws, control);
  const Eigen::VectorXd expected = bests.bits.rowwise().mean();
  std::vector<double> share_best(bests.sets.size(), 0.0);
  for (const int number : bests.best) {
    if (number >= 0) share_best[static_cast<std::size_t>(number)] += 1.0 / static_cast<double>(draws.size());
  }
  Eigen::Index chosen = 0;
  expected.maxCoeff(&chosen);
  Verdict verdict;
  verdict.bits.resize(bests.bits.rows(), bests.bits.cols());
  for (const std::size_t old : order_of(share_best, static_cast<std::size_t>(chosen))) {
    const auto at = static_cast<Eigen::Index>(old);
    verdict.bits.row(static_cast<Eigen::Index>(verdict.contenders.size())) = bests.bits.row(at);
    verdict.contenders.push_back({bests.sets[old], expected[at], share_best[old]});
  }
  verdict.set = verdict.contenders.front().set;
  verdict.best_bits = bests.best_bits;
  verdict.expected_bits = verdict.contenders.front().expected_bits;
  verdict.expected_best_bits = verdict.best_bits.mean();
  measure_loss(verdict);
  return verdict;
}

Persons weigh_persons(const user::PersonSpace& space, const user::AnsweredRows& answered, const VerdictTask& task,
                      const PersonsOptions& options) {
  user::PersonPrior prior;
  if (options.by_words) prior.guessing = 0;
  const int count = how_many(task, options.count);
  const auto draw = [&](const user::AnsweredRows& from) {
    return user::draw_persons(user::learn_person(space, from, prior, {.seed = options.seed}), count, options.seed);
  };
  Persons persons;
  persons.said = draw(answered);
  persons.reading = user::linear_reading(persons.said, space);
  persons.follows_none = answered.answers.size() >= kEnoughToTell &&
                         (persons.reading.probability < kNoLinearReading || is_constant(answered.answers));
  persons.draws = persons.follows_none ? draw({}) : persons.said;
  if (!task.predictions.empty() && !task.candidates.empty() && !options.control.cancelled())
    persons.verdict = judge(task, persons.draws, options.control);
  return persons;
}

}  // namespace explainee::explain
