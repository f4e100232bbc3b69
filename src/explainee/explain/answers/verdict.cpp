#include "explainee/explain/answers/verdict.h"

#include <algorithm>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/answers/best_per_person.h"

namespace explainee::explain {
namespace {

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
    if (loss <= base::kRight * best) verdict.probability_best += 1;
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

person::PersonDraws draw(const person::PersonSpace& space, const person::AnsweredRows& answered,
                         const VerdictTask& task, const PersonsOptions& options) {
  person::PersonPrior prior;
  if (options.by_words) prior.guessing = 0;
  const person::PersonPosterior posterior = person::learn_person(space, answered, prior, {.seed = options.seed});
  return person::draw_persons(posterior, how_many(task, options.count), options.seed);
}

/// Where the answers have nothing to do with the row, what she understands is as open as before them.
person::PersonDraws mix(const person::PersonDraws& from_answers, const person::PersonDraws& anybody,
                        std::uint64_t seed) {
  person::PersonDraws mixed = from_answers;
  base::Random random(seed, 5);
  for (Eigen::Index i = 0; i < from_answers.size(); ++i) {
    if (!from_answers.nothing[static_cast<std::size_t>(i)]) continue;
    const auto k = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(anybody.size())));
    mixed.weights.col(i) = anybody.weights.col(k);
    mixed.intercepts[i] = anybody.intercepts[k];
    mixed.noise_variances[i] = anybody.noise_variances[k];
  }
  return mixed;
}

}  // namespace

Verdict judge(const VerdictTask& task, const person::PersonDraws& draws, const base::Control& control) {
  if (draws.size() == 0) return {};
  const BestPerPerson best_sets = find_best_sets(task, draws, control);
  const Eigen::VectorXd expected = best_sets.bits.rowwise().mean();
  std::vector<double> share_best(best_sets.sets.size(), 0.0);
  for (const int number : best_sets.best) {
    if (number >= 0) share_best[static_cast<std::size_t>(number)] += 1.0 / static_cast<double>(draws.size());
  }
  Eigen::Index chosen = 0;
  expected.maxCoeff(&chosen);
  Verdict verdict;
  verdict.bits.resize(best_sets.bits.rows(), best_sets.bits.cols());
  for (const std::size_t old : order_of(share_best, static_cast<std::size_t>(chosen))) {
    const auto at = static_cast<Eigen::Index>(old);
    verdict.bits.row(static_cast<Eigen::Index>(verdict.contenders.size())) = best_sets.bits.row(at);
    verdict.contenders.push_back({best_sets.sets[old], expected[at], share_best[old]});
  }
  verdict.set = verdict.contenders.front().set;
  verdict.best_bits = best_sets.best_bits;
  verdict.expected_bits = verdict.contenders.front().expected_bits;
  verdict.expected_best_bits = verdict.best_bits.mean();
  measure_loss(verdict);
  return verdict;
}

person::PersonDraws draw_anybody(const person::PersonSpace& space, const VerdictTask& task,
                                 const PersonsOptions& options) {
  return draw(space, {}, task, options);
}

Persons weigh_persons(const person::PersonSpace& space, const person::AnsweredRows& answered, const VerdictTask& task,
                      const PersonsOptions& options) {
  Persons persons;
  persons.from_answers = draw(space, answered, task, options);
  persons.reading = person::linear_reading(persons.from_answers, space);
  persons.oddity = person::find_oddity(answered, persons.reading);
  if (persons.oddity == person::Oddity::kConstant) persons.reading = {};
  const auto& nothing = persons.from_answers.nothing;
  const bool odd = persons.oddity != person::Oddity::kNone;
  if (answered.answers.size() == 0 || (!odd && std::find(nothing.begin(), nothing.end(), true) == nothing.end())) {
    persons.draws = persons.from_answers;
  } else {
    const person::PersonDraws own =
        options.anybody == nullptr ? draw_anybody(space, task, options) : person::PersonDraws();
    const person::PersonDraws& anybody = options.anybody == nullptr ? own : *options.anybody;
    persons.draws = odd ? anybody : mix(persons.from_answers, anybody, options.seed);
  }
  if (!task.predictions.empty() && !task.candidates.empty() && !options.control.should_stop())
    persons.verdict = judge(task, persons.draws, options.control);
  if (options.control.should_stop()) persons.verdict = {};  // of some persons only
  return persons;
}

}  // namespace explainee::explain
