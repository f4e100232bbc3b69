// bench/people.cpp: simulated people answer questions; how much of the achievable bits the explanation then loses. One
// JSON line per figure; bench/people.py prepares the tables and prints them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "../tests/testing/simulated_people.h"
#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"

namespace {

using namespace explainee;
using tests::Dialogue;
using tests::Outcome;

struct Settings {
  std::string path;
  tests::PeopleSettings people;
  int count = 200;
  int threads = 2;
  int most = 40000;  ///< people drawn
  std::uint64_t seed = 1;
};

Eigen::MatrixXd read_rows(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::int64_t shape[2] = {0, 0};
  in.read(reinterpret_cast<char*>(shape), sizeof shape);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(shape[0], shape[1]);
  in.read(reinterpret_cast<char*>(rows.data()), static_cast<std::streamsize>(sizeof(double)) * rows.size());
  return rows;
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
             settings.path, settings.people.people, kept.size(), drawn, mean_of(impersonal));
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
  std::map<std::string, int*> numbers = {{"sparsity", &s.people.sparsity},
                                         {"count", &s.count},
                                         {"active", &s.people.active},
                                         {"random", &s.people.random},
                                         {"draws", &s.people.draws},
                                         {"threads", &s.threads},
                                         {"most", &s.most}};
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (numbers.count(name) != 0) *numbers[name] = std::atoi(argv[i + 1]);
    if (name == "people") s.people.people = argv[i + 1];
    if (name == "matters") s.people.matters = std::atof(argv[i + 1]);
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
  const tests::PeopleTable table = tests::table_of(read_rows(settings.path));
  const search::Set impersonal = tests::impersonal_set(table, settings.people.sparsity);
  base::ThreadPool pool(settings.threads);
  std::vector<Outcome> kept;
  int drawn = 0;
  const int batch_size = std::min(32, settings.count);
  while (static_cast<int>(kept.size()) < settings.count && drawn < settings.most) {
    std::vector<Outcome> batch(static_cast<std::size_t>(batch_size));
    pool.run(batch.size(), [&](std::size_t i) {
      batch[i] = tests::simulate(table, settings.people, impersonal,
                                 base::mix64(settings.seed) + static_cast<std::uint64_t>(drawn) + i);
    });
    for (Outcome& outcome : batch) {
      if (static_cast<int>(kept.size()) == settings.count) break;
      ++drawn;
      if (outcome.matters) kept.push_back(std::move(outcome));
    }
  }
  report(settings, kept, drawn);
}
