// bench/people.cpp: simulated people answer questions; how much of the achievable bits the explanation then loses. One
// JSON line per figure; bench/people.py prepares the tables and prints them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/base/thread_pool.h"
#include "explainee/dialogue/next_row.h"
#include "explainee/explain/person_lanes.h"
#include "explainee/explain/verdict.h"
#include "explainee/user/person_draws.h"
#include "explainee/user/person_model.h"

namespace {

using namespace explainee;

/// Rows of features and, last, the prediction.
struct Table {
  Eigen::MatrixXd rows;
  user::PersonSpace space;
  [[nodiscard]] int features() const { return static_cast<int>(rows.cols()) - 1; }
};

struct Settings {
  std::string path;
  std::string people = "few";  ///< few, everything, two, curved, prior
  int sparsity = 2;
  int count = 200;
  int active = 12;  ///< questions
  int random = 20;
  int draws = 500;
  int threads = 2;
  double matters = 0.1;  ///< only people who lose this share with the impersonal explanation
  std::uint64_t seed = 1;
  std::string choice = "gain";
};

Table read_table(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::int64_t shape[2] = {0, 0};
  in.read(reinterpret_cast<char*>(shape), sizeof shape);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(shape[0], shape[1]);
  in.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(sizeof(double)) * rows.size());
  Table table;
  table.rows = rows;
  table.space.mean = table.rows.colwise().mean();
  const Eigen::MatrixXd centred = table.rows.rowwise() - table.space.mean.transpose();
  table.space.covariance = centred.transpose() * centred / static_cast<double>(shape[0]);
  for (int j = 0; j < table.features(); ++j) table.space.features.push_back({j});
  table.space.predictions = {table.features()};
  return table;
}

/// Somebody: what she means in every row, and the variance of the noise around it.
struct Somebody {
  Eigen::VectorXd meant;
  double noise = 0;
};

std::vector<int> some_features(int n, int size, base::Random& random) {
  std::vector<int> all(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) all[static_cast<std::size_t>(j)] = j;
  random.shuffle(std::span(all));
  all.resize(static_cast<std::size_t>(std::min(n, size)));
  return all;
}

/// Least squares of the prediction on some features, over all rows.
Eigen::VectorXd least_squares(const Table& table, const std::vector<int>& features) {
  const Eigen::MatrixXd x = table.rows(Eigen::all, features).rowwise() - table.space.mean(features).transpose();
  const Eigen::VectorXd y = table.rows.col(table.features()).array() - table.space.mean[table.features()];
  return (x * x.colPivHouseholderQr().solve(y)).array() + table.space.mean[table.features()];
}

double variance_of(const Eigen::VectorXd& values) { return (values.array() - values.mean()).square().mean(); }

Eigen::VectorXd standard(const Table& table, int column) {
  return (table.rows.col(column).array() - table.space.mean[column]) / std::sqrt(table.space.covariance(column, column));
}

Somebody from_prior(const Table& table, base::Random& random) {
  const user::PersonPosterior nobody = user::learn_person(table.space, {}, {}, {20000, 2000, random.bits()});
  const user::PersonDraws draws = user::draw_persons(nobody, 1, random.bits());
  return {(table.rows * draws.weights.col(0)).array() + draws.intercepts[0], draws.noise_variances[0]};
}

Somebody make_somebody(const Table& table, const std::string& people, base::Random& random) {
  const int n = table.features();
  Somebody somebody;
  if (people == "prior") return from_prior(table, random);
  if (people == "everything") {
    somebody.meant = Eigen::VectorXd::Zero(table.rows.rows());
    for (int j = 0; j < n; ++j) somebody.meant += random.normal() * standard(table, j);
  } else if (people == "curved") {
    const std::vector<int> two = some_features(n, 2, random);
    somebody.meant = standard(table, two[0]).cwiseAbs2() + standard(table, two[0]).cwiseProduct(standard(table, two[1]));
  } else {
    const auto size = 1 + static_cast<int>(random.below(3));
    somebody.meant = least_squares(table, some_features(n, size, random));
    if (people == "two") somebody.meant = (somebody.meant.array() > somebody.meant.mean()).cast<double>();
  }
  somebody.noise = 0.01 * variance_of(somebody.meant);
  return somebody;
}

/// What any set tells somebody, with the moments of what she truly means over all rows.
class Truth {
 public:
  Truth(const Table& table, const Somebody& somebody, int sparsity) {
    const Eigen::Index n = table.rows.cols();
    Eigen::MatrixXd rows(table.rows.rows(), n + 1);
    rows << table.rows, somebody.meant;
    rows.rowwise() -= rows.colwise().mean().eval();
    task_.covariance = rows.transpose() * rows / static_cast<double>(rows.rows());
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
    explain::PersonLanes lanes(task_, who_);
    explain::Lanes after(1);
    if (set.empty() || !lanes.after(set, after)) return 0;
    return 0.5 * std::log2(lanes.before()[0] / after[0]);
  }
  [[nodiscard]] double best() const { return best_; }
  [[nodiscard]] double loss(const search::Set& set) const { return best_ > 0 ? 1 - bits(set) / best_ : 0; }

 private:
  explain::VerdictTask task_;
  user::PersonDraws who_;
  double best_ = 0;
};

explain::VerdictTask task_of(const Table& table, int sparsity) {
  explain::VerdictTask task;
  task.covariance = table.space.covariance;
  task.own = task.covariance.diagonal();
  task.candidates = table.space.features;
  task.predictions = table.space.predictions;
  task.sparsity = sparsity;
  return task;
}

search::Set impersonal_set(const Table& table, int sparsity) {
  user::PersonDraws nobody{Eigen::MatrixXd::Zero(table.rows.cols(), 1), Eigen::VectorXd::Zero(1),
                           Eigen::VectorXd::Ones(1)};
  return explain::judge(task_of(table, sparsity), nobody).set;
}

/// Algorithm 1 of the paper on the answered rows alone.
search::Set plug_in(const user::AnsweredRows& answered, int sparsity) {
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
  user::PersonDraws who{Eigen::MatrixXd::Zero(n + 1, 1), Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1)};
  who.weights(n, 0) = 1;
  return explain::judge(task, who).set;
}

/// A dialogue with somebody: losses after 0, 1, … answers.
struct Dialogue {
  std::vector<double> loss;
  std::vector<double> plug_in;
  std::vector<double> probability;  ///< probability_best
  std::vector<double> expected;     ///< expected_loss_share
  double seconds = 0;               ///< of the slowest answer: posterior, verdict, next question
};

void add_answer(user::AnsweredRows& answered, const Table& table, const Somebody& somebody, Eigen::Index row,
                base::Random& random) {
  const Eigen::Index t = answered.answers.size();
  answered.rows.conservativeResize(t + 1, table.rows.cols());
  answered.rows.row(t) = table.rows.row(row);
  answered.answers.conservativeResize(t + 1);
  answered.answers[t] = somebody.meant[row] + std::sqrt(somebody.noise) * random.normal();
}

Dialogue talk(const Table& table, const Somebody& somebody, const Truth& truth, const Settings& settings, bool active,
              std::uint64_t seed) {
  Dialogue result;
  base::Random random(seed, active ? 11 : 12);
  user::AnsweredRows answered;
  answered.rows.resize(0, table.rows.cols());
  const explain::VerdictTask task = task_of(table, settings.sparsity);
  const int questions = active ? settings.active : settings.random;
  for (int t = 0; t <= questions; ++t) {
    const auto start = std::chrono::steady_clock::now();
    const user::PersonPosterior posterior = user::learn_person(table.space, answered, {}, {20000, 2000, seed});
    const user::PersonDraws draws = user::draw_persons(posterior, settings.draws, seed);
    const explain::Verdict verdict = explain::judge(task, draws);
    Eigen::Index row = 0;
    if (active) {
      dialogue::QuestionPolicy policy;
      if (std::getenv("POOL")) policy.pool = std::atoi(std::getenv("POOL"));
      if (std::getenv("ORD")) policy.ordinary = std::atof(std::getenv("ORD"));
      policy.seed = seed + static_cast<std::uint64_t>(t);
      const std::vector<Eigen::Index> ordinary = dialogue::ordinary_rows(table.rows, table.space, policy);
      const Eigen::MatrixXd pool = table.rows(ordinary, Eigen::all);
      row = ordinary[static_cast<std::size_t>(dialogue::next_row(dialogue::worth_of_rows(pool, draws, verdict)))];
    } else {
      row = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(table.rows.rows())));
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    result.seconds = std::max(result.seconds, taken.count());
    result.loss.push_back(truth.loss(verdict.set));
    result.probability.push_back(verdict.probability_best);
    result.expected.push_back(verdict.expected_loss_share);
    if (!active) result.plug_in.push_back(t < 2 ? 1 : truth.loss(plug_in(answered, settings.sparsity)));
    add_answer(answered, table, somebody, row, random);
  }
  return result;
}

/// One simulated person, if she is one of those that matter.
struct Outcome {
  bool matters = false;
  double impersonal = 0;
  double best = 0;
  Dialogue active, random;
};

Outcome simulate(const Table& table, const Settings& settings, const search::Set& impersonal, std::uint64_t seed) {
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

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void print_curve(const char* name, const std::vector<std::vector<double>>& people) {
  if (people.empty() || people.front().empty()) return;
  std::vector<double> means;
  std::vector<double> medians;
  for (std::size_t t = 0; t < people.front().size(); ++t) {
    std::vector<double> losses;
    for (const auto& person : people) losses.push_back(person[t]);
    means.push_back(mean_of(losses));
    medians.push_back(median_of(losses));
  }
  fmt::print("  \"{}\": {{\"mean\": [{:.4f}], \"median\": [{:.4f}]}},\n", name, fmt::join(means, ", "),
             fmt::join(medians, ", "));
}

/// Ten bins of probability_best against how often the verdict was right, over all answers of a dialogue.
void print_calibration(const std::vector<Outcome>& outcomes, bool active) {
  std::vector<double> said(10, 0.0);
  std::vector<double> right(10, 0.0);
  std::vector<int> count(10, 0);
  int all = 0;
  for (const Outcome& outcome : outcomes) {
    const Dialogue& d = active ? outcome.active : outcome.random;
    for (std::size_t t = 0; t < d.loss.size(); ++t) {
      const auto bin = static_cast<std::size_t>(std::min(9.0, std::floor(10 * d.probability[t])));
      said[bin] += d.probability[t];
      right[bin] += d.loss[t] <= explain::kRight ? 1 : 0;
      ++count[bin];
      ++all;
    }
  }
  if (all == 0) return;
  double error = 0;
  std::vector<std::string> bins;
  for (std::size_t b = 0; b < 10; ++b) {
    if (count[b] == 0) continue;
    error += std::abs(said[b] - right[b]) / all;
    bins.push_back(fmt::format("[{:.3f}, {:.3f}, {}]", said[b] / count[b], right[b] / count[b], count[b]));
  }
  fmt::print("  \"calibration {}\": {{\"error\": {:.4f}, \"bins\": [{}]}},\n", active ? "active" : "random", error,
             fmt::join(bins, ", "));
}

void report(const Settings& settings, const std::vector<Outcome>& kept, int drawn) {
  std::vector<std::vector<double>> active, random, plug, expected;
  std::vector<double> impersonal;
  double seconds = 0;
  for (const Outcome& outcome : kept) {
    active.push_back(outcome.active.loss);
    expected.push_back(outcome.active.expected);
    random.push_back(outcome.random.loss);
    plug.push_back(outcome.random.plug_in);
    impersonal.push_back(outcome.impersonal);
    seconds = std::max(seconds, outcome.active.seconds);
  }
  fmt::print("{{\"table\": \"{}\", \"people\": \"{}\", \"kept\": {}, \"drawn\": {}, \"impersonal\": {:.4f},\n",
             settings.path, settings.people, kept.size(), drawn, mean_of(impersonal));
  print_curve("active", active);
  print_curve("expected", expected);
  print_curve("random", random);
  print_curve("plug-in", plug);
  print_calibration(kept, true);
  print_calibration(kept, false);
  fmt::print("  \"slowest_seconds\": {:.4f}}}\n", seconds);
}

Settings read_settings(int argc, char** argv) {
  Settings s;
  s.path = argv[1];
  std::map<std::string, int*> numbers = {{"sparsity", &s.sparsity}, {"count", &s.count},  {"active", &s.active},
                                         {"random", &s.random},     {"draws", &s.draws}, {"threads", &s.threads}};
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (numbers.count(name) != 0) *numbers[name] = std::atoi(argv[i + 1]);
    if (name == "people") s.people = argv[i + 1];
    if (name == "choice") s.choice = argv[i + 1];
    if (name == "matters") s.matters = std::atof(argv[i + 1]);
    if (name == "seed") s.seed = static_cast<std::uint64_t>(std::atoll(argv[i + 1]));
  }
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench_people TABLE [name value]…\n");
    return 2;
  }
  const Settings settings = read_settings(argc, argv);
  const Table table = read_table(settings.path);
  const search::Set impersonal = impersonal_set(table, settings.sparsity);
  base::ThreadPool pool(settings.threads);
  std::vector<Outcome> kept;
  int drawn = 0;
  constexpr int kBatch = 32;
  while (static_cast<int>(kept.size()) < settings.count && drawn < 200 * settings.count) {
    std::vector<Outcome> batch(kBatch);
    pool.run(kBatch, [&](std::size_t i) {
      batch[i] = simulate(table, settings, impersonal, base::mix64(settings.seed) + static_cast<std::uint64_t>(drawn) + i);
    });
    for (Outcome& outcome : batch) {
      if (static_cast<int>(kept.size()) == settings.count) break;
      ++drawn;
      if (outcome.matters) kept.push_back(std::move(outcome));
    }
  }
  report(settings, kept, drawn);
}
