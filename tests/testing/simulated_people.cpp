#include "testing/simulated_people.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "explainee/base/random.h"
#include "explainee/dialogue/next_row.h"
#include "explainee/explain/answers/person_batch.h"
#include "explainee/person/model/person_draws.h"
#include "explainee/person/model/word_scores.h"

namespace explainee::tests {
namespace {

/// Somebody: what she means in every row, and the variance of the noise around it.
struct Somebody {
  Eigen::VectorXd meant;
  double noise = 0;
  bool guesses = true;  ///< what she is asked is the prediction
};

std::vector<int> some_features(int n, int size, base::Random& random) {
  std::vector<int> all(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) all[static_cast<std::size_t>(j)] = j;
  random.shuffle(std::span(all));
  all.resize(static_cast<std::size_t>(std::min(n, size)));
  return all;
}

/// Least squares of the prediction on some features, over all rows.
Eigen::VectorXd least_squares(const PeopleTable& table, const std::vector<int>& features) {
  const Eigen::MatrixXd x = table.rows(Eigen::all, features).rowwise() - table.space.mean(features).transpose();
  const Eigen::VectorXd y = table.rows.col(table.features()).array() - table.space.mean[table.features()];
  return (x * x.colPivHouseholderQr().solve(y)).array() + table.space.mean[table.features()];
}

double variance_of(const Eigen::VectorXd& values) { return (values.array() - values.mean()).square().mean(); }

Eigen::VectorXd standard(const PeopleTable& table, int column) {
  return (table.rows.col(column).array() - table.space.mean[column]) /
         std::sqrt(table.space.covariance(column, column));
}

Somebody from_prior(const PeopleTable& table, base::Random& random) {
  const person::PersonPosterior nobody = person::learn_person(table.space, {}, {}, {20000, 2000, random.bits()});
  const person::PersonDraws draws = person::draw_persons(nobody, 1, random.bits());
  return {(table.rows * draws.weights.col(0)).array() + draws.intercepts[0], draws.noise_variances[0]};
}

/// What she means, noise and all, as one of three words that she uses equally often; the word is then all there is.
void say_words(Somebody& somebody, base::Random& random) {
  for (double& value : somebody.meant) value += std::sqrt(somebody.noise) * random.normal();
  std::vector<double> sorted(somebody.meant.begin(), somebody.meant.end());
  std::sort(sorted.begin(), sorted.end());
  const double low = sorted[sorted.size() / 3];
  const double high = sorted[2 * sorted.size() / 3];
  const Eigen::VectorXd scores = person::word_scores(3);
  for (double& value : somebody.meant) value = scores[value < low ? 0 : value < high ? 1 : 2];
  somebody.noise = 0;
  somebody.guesses = false;
}

Somebody make_somebody(const PeopleTable& table, const std::string& people, base::Random& random) {
  const int n = table.features();
  Somebody somebody;
  if (people == "prior") return from_prior(table, random);
  if (people == "everything") {
    somebody.meant = Eigen::VectorXd::Zero(table.rows.rows());
    for (int j = 0; j < n; ++j) somebody.meant += random.normal() * standard(table, j);
  } else if (people == "curved") {
    const std::vector<int> two = some_features(n, 2, random);
    somebody.meant =
        standard(table, two[0]).cwiseAbs2() + standard(table, two[0]).cwiseProduct(standard(table, two[1]));
  } else {
    const auto size = 1 + static_cast<int>(random.below(3));
    somebody.meant = least_squares(table, some_features(n, size, random));
    if (people == "two") somebody.meant = (somebody.meant.array() > somebody.meant.mean()).cast<double>();
  }
  somebody.noise = 0.01 * variance_of(somebody.meant);
  if (people == "words") say_words(somebody, random);
  return somebody;
}

/// What any set tells somebody, with the moments of what she truly means over all rows.
class Truth {
 public:
  Truth(const PeopleTable& table, const Somebody& somebody, int sparsity) {
    const Eigen::Index n = table.rows.cols();
    const Eigen::VectorXd meant = somebody.meant.array() - somebody.meant.mean();
    const Eigen::VectorXd cross = table.rows.transpose() * meant / static_cast<double>(meant.size());
    task_.covariance.resize(n + 1, n + 1);
    task_.covariance << table.space.covariance, cross, cross.transpose(), variance_of(somebody.meant);
    task_.own = task_.covariance.diagonal();
    for (int j = 0; j < table.features(); ++j) task_.candidates.push_back({j});
    task_.predictions = {table.features()};
    task_.sparsity = sparsity;
    who_.weights = Eigen::MatrixXd::Zero(n + 1, 1);
    who_.weights(n, 0) = 1;
    who_.noise_variances = Eigen::VectorXd::Constant(1, somebody.noise);
    who_.intercepts = Eigen::VectorXd::Zero(1);
    best_ = explain::judge(task_, who_).expected_bits;
  }
  [[nodiscard]] double bits(const search::Set& set) const {
    explain::PersonBatch batch(task_, who_);
    explain::PersonRows after(1);
    if (set.empty() || !batch.after(set, after)) return 0;
    return 0.5 * std::log2(batch.before()[0] / after[0]);
  }
  [[nodiscard]] double best() const { return best_; }
  [[nodiscard]] double loss(const search::Set& set) const { return best_ > 0 ? 1 - bits(set) / best_ : 0; }

 private:
  explain::VerdictTask task_;
  person::PersonDraws who_;
  double best_ = 0;
};

explain::VerdictTask task_of(const PeopleTable& table, int sparsity) {
  explain::VerdictTask task;
  task.covariance = table.space.covariance;
  task.own = task.covariance.diagonal();
  task.candidates = table.space.features;
  task.predictions = table.space.predictions;
  task.sparsity = sparsity;
  return task;
}

/// Algorithm 1 of the paper on the answered rows alone.
search::Set plug_in(const person::AnsweredRows& answered, int sparsity) {
  const Eigen::Index n = answered.rows.cols();
  Eigen::MatrixXd rows(answered.rows.rows(), n + 1);
  rows << answered.rows, answered.answers;
  rows.rowwise() -= rows.colwise().mean().eval();
  explain::VerdictTask task;
  task.covariance = rows.transpose() * rows / static_cast<double>(rows.rows());
  task.own = task.covariance.diagonal();
  for (int j = 0; j + 1 < n; ++j) task.candidates.push_back({j});
  task.predictions = {static_cast<int>(n) - 1};
  task.sparsity = sparsity;
  person::PersonDraws who{Eigen::MatrixXd::Zero(n + 1, 1), Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)};
  who.weights(n, 0) = 1;
  return explain::judge(task, who).set;
}

void add_answer(person::AnsweredRows& answered, const PeopleTable& table, const Somebody& somebody, Eigen::Index row,
                base::Random& random) {
  const Eigen::Index t = answered.answers.size();
  answered.rows.conservativeResize(t + 1, table.rows.cols());
  answered.rows.row(t) = table.rows.row(row);
  answered.answers.conservativeResize(t + 1);
  answered.answers[t] = somebody.meant[row] + std::sqrt(somebody.noise) * random.normal();
}

/// Of this thread: what else runs on the machine does not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Dialogue talk(const PeopleTable& table, const Somebody& somebody, const Truth& truth, const PeopleSettings& settings,
              bool active, std::uint64_t seed) {
  Dialogue result;
  base::Random random(seed, active ? 11 : 12);
  person::AnsweredRows answered;
  answered.rows.resize(0, table.rows.cols());
  const explain::VerdictTask task = task_of(table, settings.sparsity);
  explain::PersonsOptions drawing;
  drawing.count = settings.draws;
  drawing.by_words = !somebody.guesses;
  drawing.seed = seed;
  const person::PersonDraws anybody = explain::draw_anybody(table.space, task, drawing);
  drawing.anybody = &anybody;
  const int questions = active ? settings.active : settings.random;
  dialogue::QuestionPolicy policy;
  policy.seed = seed;
  const std::vector<Eigen::Index> ordinary = dialogue::ordinary_rows(table.rows, table.space, policy);
  const Eigen::MatrixXd pool = table.rows(ordinary, Eigen::all);
  for (int t = 0; t <= questions; ++t) {
    const double start = processor_seconds();
    const explain::Persons persons =
        explain::weigh_persons(table.space, answered, task,
                               {.count = settings.draws, .by_words = !somebody.guesses, .seed = seed, .control = {}});
    const explain::Verdict& verdict = persons.verdict;
    Eigen::Index row = 0;
    if (active) {
      row = ordinary[static_cast<std::size_t>(
          dialogue::next_row(dialogue::worth_of_rows(pool, persons.from_answers, verdict)))];
    } else {
      row = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(table.rows.rows())));
    }
    result.seconds = std::max(result.seconds, processor_seconds() - start);
    result.loss.push_back(truth.loss(verdict.set));
    result.probability.push_back(verdict.probability_best);
    result.expected.push_back(verdict.expected_loss_share);
    if (!active) result.plug_in.push_back(t < 2 ? 1 : truth.loss(plug_in(answered, settings.sparsity)));
    add_answer(answered, table, somebody, row, random);
  }
  return result;
}

}  // namespace

PeopleTable table_of(Eigen::MatrixXd rows) {
  PeopleTable table;
  table.rows = std::move(rows);
  table.space.mean = table.rows.colwise().mean();
  const Eigen::MatrixXd centred = table.rows.rowwise() - table.space.mean.transpose();
  table.space.covariance = centred.transpose() * centred / static_cast<double>(table.rows.rows());
  for (int j = 0; j < table.features(); ++j) table.space.features.push_back({j});
  table.space.predictions = {table.features()};
  return table;
}

search::Set impersonal_set(const PeopleTable& table, int sparsity) {
  person::PersonDraws nobody{Eigen::MatrixXd::Zero(table.rows.cols(), 1), Eigen::VectorXd::Zero(1),
                             Eigen::VectorXd::Ones(1)};
  return explain::judge(task_of(table, sparsity), nobody).set;
}

Outcome simulate(const PeopleTable& table, const PeopleSettings& settings, const search::Set& impersonal,
                 std::uint64_t seed) {
  base::Random random(seed, 10);
  Outcome outcome;
  const Somebody somebody = make_somebody(table, settings.people, random);
  const Truth truth(table, somebody, settings.sparsity);
  outcome.best = truth.best();
  outcome.impersonal = truth.loss(impersonal);
  outcome.matters = outcome.impersonal >= settings.matters;
  if (!outcome.matters) return outcome;
  if (settings.active > 0) outcome.active = talk(table, somebody, truth, settings, true, seed);
  if (settings.random > 0) outcome.random = talk(table, somebody, truth, settings, false, seed);
  return outcome;
}

}  // namespace explainee::tests
