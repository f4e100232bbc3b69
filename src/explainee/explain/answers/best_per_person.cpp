#include "explainee/explain/answers/best_per_person.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "explainee/base/bits.h"
#include "explainee/base/tolerances.h"
#include "explainee/explain/answers/person_batch.h"
#include "explainee/search/crowd/crowd.h"
#include "explainee/search/exact.h"
#include "explainee/search/problem/budget.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::explain {
namespace {

constexpr double kMostAtOnce = 3e7;           ///< sets × persons that are all looked at
constexpr std::size_t kMostContenders = 100;  ///< sets that are kept
constexpr std::int64_t kMostNodes = 1000;     ///< of the search for one person; then its best so far will do
constexpr std::int64_t kFewestNodes = 5;
constexpr std::int64_t kMostPairs = 1000000;  ///< of candidates that these nodes may look at

/// Numbers for sets, in the order in which they are first asked for.
class SetNumbers {
 public:
  int of(const search::Set& set) { return numbers_.try_emplace(set, static_cast<int>(numbers_.size())).first->second; }
  [[nodiscard]] std::vector<search::Set> all() const {
    std::vector<search::Set> sets(numbers_.size());
    for (const auto& [set, number] : numbers_) sets[static_cast<std::size_t>(number)] = set;
    return sets;
  }

 private:
  std::map<search::Set, int> numbers_;
};

/// The next set of as many of n candidates; false after the last.
bool advance(search::Set& set, int n) {
  const int size = static_cast<int>(set.size());
  int place = size - 1;
  while (place >= 0 && set[static_cast<std::size_t>(place)] == n - size + place) --place;
  if (place < 0) return false;
  ++set[static_cast<std::size_t>(place)];
  for (auto next = static_cast<std::size_t>(place) + 1; next < set.size(); ++next) set[next] = set[next - 1] + 1;
  return true;
}

std::vector<int> columns_of(const VerdictTask& task, const search::Set& set) {
  std::vector<int> columns;
  for (const int candidate : set) {
    const std::vector<int>& own = task.candidates[static_cast<std::size_t>(candidate)];
    columns.insert(columns.end(), own.begin(), own.end());
  }
  return columns;
}

/// The sum of logarithms, few of them taken.
double sum_of_logs(const PersonRows& values) {
  double sum = 0;
  double product = 1;
  for (const double value : values) {
    product *= value;
    if (product > 1e-200 && product < 1e200) continue;
    sum += std::log(product);
    product = 1;
  }
  return sum + std::log(product);
}

/// Sets looked at one after the other, for every person at once.
struct Tally {
  explicit Tally(const PersonRows& before)
      : least(before), sets(1), best(static_cast<std::size_t>(before.size()), 0), fewest(sum_of_logs(before)) {}

  void take(const search::Set& set, const PersonRows& after) {
    const double sum = sum_of_logs(after);
    if (sum < fewest - base::kBetterOnAverage * static_cast<double>(after.size())) {
      fewest = sum;
      together = set;
    }
    if (!(after < least).any()) return;
    bool fresh = true;
    for (Eigen::Index i = 0; i < after.size(); ++i) {
      if (!(after[i] < least[i] * (1 - base::kTie))) continue;
      least[i] = after[i];
      if (fresh) sets.push_back(set);
      fresh = false;
      best[static_cast<std::size_t>(i)] = sets.size() - 1;
    }
  }

  PersonRows least;
  std::vector<search::Set> sets;  ///< that were best for somebody when they came; the empty one first
  std::vector<std::size_t> best;  ///< of each person
  double fewest;
  search::Set together;  ///< best on average
};

/// Every set for every person at once. The set that is best on average comes first.
BestPerPerson look_at_all(const VerdictTask& task, PersonBatch& persons) {
  const int n = static_cast<int>(task.candidates.size());
  Tally tally(persons.before());
  PersonRows after(persons.persons());
  for (int size = 1; size <= std::min(n, task.sparsity); ++size) {
    search::Set set(static_cast<std::size_t>(size));
    std::iota(set.begin(), set.end(), 0);
    do {
      if (persons.after(columns_of(task, set), after)) tally.take(set, after);
    } while (advance(set, n));
  }
  SetNumbers numbers;
  BestPerPerson best_sets;
  numbers.of(tally.together);
  for (const std::size_t index : tally.best) best_sets.best.push_back(numbers.of(tally.sets[index]));
  best_sets.sets = numbers.all();
  best_sets.best_bits = base::to_bits(0.5) * (persons.before() / tally.least).log().matrix().transpose();
  return best_sets;
}

/// The problem of nobody in particular.
search::Problem nobody_of(const VerdictTask& task, std::vector<int>& columns) {
  search::Problem problem;
  for (const std::vector<int>& own : task.candidates) {
    problem.candidates.push_back({static_cast<int>(columns.size()), static_cast<int>(own.size())});
    columns.insert(columns.end(), own.begin(), own.end());
  }
  if (task.nobody) return *task.nobody;
  problem.gram = task.covariance(columns, columns);
  problem.cross = task.covariance(columns, task.predictions);
  problem.target = task.covariance(task.predictions, task.predictions);
  problem.column_scale = task.own(columns);
  problem.target_scale = task.own(task.predictions);
  return problem;
}

/// The problem of one person.
search::Problem problem_of(const VerdictTask& task, const Eigen::VectorXd& weights, double noise) {
  std::vector<int> columns;
  search::Problem problem = nobody_of(task, columns);
  const Eigen::VectorXd cross = task.covariance * weights;
  const double inner = std::max(0.0, weights.dot(cross)) + noise;
  if (!(inner > 0)) return problem;
  const Eigen::VectorXd facts = cross(columns) / std::sqrt(inner);
  const Eigen::VectorXd targets = cross(task.predictions) / std::sqrt(inner);
  problem.gram -= facts * facts.transpose();
  problem.cross -= facts * targets.transpose();
  problem.target -= targets * targets.transpose();
  return problem;
}

/// False when she knows a prediction already: then nothing is told.
bool open(const search::Problem& problem) {
  return (problem.target.diagonal().array() > base::kDetermined * problem.target_scale.array()).all();
}

/// What a set is worth; a settled direction counts as far as kDetermined goes.
double bits_in(const search::Problem& problem, const search::Value& value) {
  if (value.determined == 0) return base::to_bits(value.objective_nats());
  const double share = problem.target.diagonal().cwiseQuotient(problem.target_scale).maxCoeff();
  return base::to_bits(value.objective_nats() + 0.5 * value.determined * std::log(share / base::kDetermined));
}

/// A node looks at pairs of candidates: the more there are, the fewer nodes.
std::int64_t most_nodes(const VerdictTask& task) {
  const auto n = static_cast<std::int64_t>(task.candidates.size());
  return std::clamp(kMostPairs / (n * n), kFewestNodes, kMostNodes);
}

/// One search for each person.
BestPerPerson search_each(const VerdictTask& task, const person::PersonDraws& draws, const base::Control& control) {
  search::SearchOptions options;
  options.sparsity = std::min(task.sparsity, static_cast<int>(task.candidates.size()));
  options.control = control;
  options.control.progress = {};
  options.most_nodes = most_nodes(task);
  options.budget = task.budget;
  SetNumbers numbers;
  BestPerPerson best_sets;
  best_sets.best_bits = Eigen::VectorXd::Zero(draws.size());
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const search::Problem problem = problem_of(task, draws.weights.col(i), draws.noise_variances[i]);
    search::Scored best;
    if (!control.should_stop() && open(problem)) best = search::find_exact(problem, options).best;
    best_sets.best.push_back(numbers.of(best.set));
    best_sets.best_bits[i] = bits_in(problem, best.value);
  }
  best_sets.sets = numbers.all();
  return best_sets;
}

/// One prediction: all persons at once, from what they share.
BestPerPerson search_crowd(const VerdictTask& task, const person::PersonDraws& draws, const PersonBatch& persons,
                           const base::Control& control) {
  std::vector<int> columns;
  const search::CrowdBase base(nobody_of(task, columns));
  const Eigen::MatrixXd cross = task.covariance * draws.weights;
  const Eigen::MatrixXd facts = cross(columns, Eigen::all);
  const Eigen::RowVectorXd target = cross.row(task.predictions.front());
  const Eigen::RowVectorXd inner =
      draws.weights.cwiseProduct(cross).colwise().sum().cwiseMax(0) + draws.noise_variances.transpose();
  std::vector<search::Member> members(static_cast<std::size_t>(draws.size()));
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    if (!(inner[i] > 0)) continue;
    search::Member& member = members[static_cast<std::size_t>(i)];
    member.cross = {facts.col(i).data(), columns.size()};
    member.inner = {inner.data() + i, 1};
    member.cross_target = {target.data() + i, 1};
  }
  search::CrowdOptions options;
  options.sparsity = std::min(task.sparsity, static_cast<int>(task.candidates.size()));
  options.member_nodes = most_nodes(task);
  options.control = control;
  options.control.progress = {};
  const search::CrowdAnswers answers = search::find_crowd(base, members, options);
  SetNumbers numbers;
  BestPerPerson best_sets;
  best_sets.best_bits = Eigen::VectorXd::Zero(draws.size());
  const double settled = base::kDetermined * task.own[task.predictions.front()];
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const search::Value& value = answers[i].value;
    best_sets.best.push_back(numbers.of({answers.set(i).begin(), answers.set(i).end()}));
    best_sets.best_bits[at] = base::to_bits(value.objective_nats());
    if (value.determined > 0) best_sets.best_bits[at] += base::to_bits(0.5) * std::log(persons.before()[at] / settled);
  }
  best_sets.sets = numbers.all();
  return best_sets;
}

/// Keeps the sets that are best most often; `first` of them are kept anyhow.
void keep_frequent(BestPerPerson& best_sets, std::size_t first) {
  std::vector<int> times(best_sets.sets.size(), 0);
  for (const int number : best_sets.best) ++times[static_cast<std::size_t>(number)];
  std::vector<std::size_t> order(best_sets.sets.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(std::min(first, order.size())), order.end(),
                   [&](std::size_t a, std::size_t b) { return times[a] > times[b]; });
  order.resize(std::min(order.size(), kMostContenders));
  std::vector<int> place(best_sets.sets.size(), -1);
  std::vector<search::Set> kept;
  for (const std::size_t old : order) {
    place[old] = static_cast<int>(kept.size());
    kept.push_back(best_sets.sets[old]);
  }
  best_sets.sets = std::move(kept);
  for (int& number : best_sets.best) number = place[static_cast<std::size_t>(number)];
}

/// What every kept set tells every person.
void fill_bits(const VerdictTask& task, PersonBatch& persons, BestPerPerson& best_sets) {
  best_sets.bits = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(best_sets.sets.size()), persons.persons());
  PersonRows after(persons.persons());
  for (std::size_t k = 0; k < best_sets.sets.size(); ++k) {
    if (best_sets.sets[k].empty() || !persons.after(columns_of(task, best_sets.sets[k]), after)) continue;
    best_sets.bits.row(static_cast<Eigen::Index>(k)) = base::to_bits(0.5) * (persons.before() / after).log().matrix();
  }
}

/// The same by evaluation, person by person: several predictions, or more than covariances.
void evaluate_bits(const VerdictTask& task, const person::PersonDraws& draws, BestPerPerson& best_sets) {
  best_sets.bits = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(best_sets.sets.size()), draws.size());
  for (Eigen::Index i = 0; i < draws.size(); ++i) {
    const search::Problem problem = problem_of(task, draws.weights.col(i), draws.noise_variances[i]);
    if (!open(problem)) continue;
    for (std::size_t k = 0; k < best_sets.sets.size(); ++k) {
      if (best_sets.sets[k].empty()) continue;
      const double bits = bits_in(problem, search::evaluate(problem, best_sets.sets[k]));
      best_sets.bits(static_cast<Eigen::Index>(k), i) = bits;
      best_sets.best_bits[i] = std::max(best_sets.best_bits[i], bits);
    }
  }
}

/// The empty set for everybody.
BestPerPerson nothing_for(Eigen::Index persons) {
  return {{search::Set()},
          Eigen::MatrixXd::Zero(1, persons),
          Eigen::VectorXd::Zero(persons),
          std::vector<int>(static_cast<std::size_t>(persons), 0)};
}

}  // namespace

BestPerPerson find_best_sets(const VerdictTask& task, const person::PersonDraws& draws, const base::Control& control) {
  if (task.candidates.empty() || task.predictions.empty() || draws.size() == 0) return nothing_for(draws.size());
  const bool plain = task.predictions.size() == 1 && !task.nobody;
  if (!plain) {
    BestPerPerson best_sets = search_each(task, draws, control);
    keep_frequent(best_sets, 0);
    evaluate_bits(task, draws, best_sets);
    return best_sets;
  }
  PersonBatch persons(task, draws);
  const std::vector<std::int64_t> costs(task.candidates.size(), 1);
  const double sets = search::count_sets(costs, {task.sparsity});
  const bool all = sets * static_cast<double>(draws.size()) <= kMostAtOnce;
  BestPerPerson best_sets = all ? look_at_all(task, persons) : search_crowd(task, draws, persons, control);
  keep_frequent(best_sets, all ? 1 : 0);
  fill_bits(task, persons, best_sets);
  best_sets.best_bits = best_sets.best_bits.cwiseMax(best_sets.bits.colwise().maxCoeff().transpose());
  return best_sets;
}

Eigen::VectorXd bits_of_set(const VerdictTask& task, const person::PersonDraws& draws, const search::Set& set) {
  if (task.predictions.empty() || draws.size() == 0) return Eigen::VectorXd::Zero(draws.size());
  BestPerPerson one{{set}, {}, Eigen::VectorXd::Zero(draws.size()), {}};
  if (task.predictions.size() == 1 && !task.nobody) {
    PersonBatch persons(task, draws);
    fill_bits(task, persons, one);
  } else {
    evaluate_bits(task, draws, one);
  }
  return one.bits.row(0).transpose();
}

}  // namespace explainee::explain
