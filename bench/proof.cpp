// bench/proof.cpp: instances of search §6: from the Gram matrix in memory to the proof, two threads; one JSON line
// each.
#include <cblas.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/search/exact.h"
#include "read_gram.h"

namespace {

using namespace explainee;

/// What an instance looks like; names as in search §6.
struct Instance {
  std::string name;
  int rows = 0;
  int columns = 0;
  int sparsity = 0;
  double rho = 0;
  double snr = 5;
  std::string kind = "common";  ///< common: one factor; ar: neighbours correlate; smooth: twice; factors: several;
                                ///< pairs: near-duplicates
  int count = 0;                ///< of factors or pairs
};

constexpr int kChunk = 1000;  ///< rows made at a time, so that the rows are never all in memory

std::vector<int> planted(const Instance& instance) {
  std::vector<int> set;
  for (int k = 0; k < instance.sparsity; ++k) {
    set.push_back(static_cast<int>(static_cast<double>(k) * instance.columns / instance.sparsity));
  }
  return set;
}

/// Fills one row without noise of the prediction.
void fill_row(const Instance& instance, base::Random& random, const Eigen::MatrixXd& loadings, double* row) {
  const int n = instance.columns;
  for (int j = 0; j < n; ++j) row[j] = random.normal();
  if (instance.kind == "ar") {
    const double fresh = std::sqrt(1 - instance.rho * instance.rho);
    for (int j = 1; j < n; ++j) row[j] = instance.rho * row[j - 1] + fresh * row[j];
  } else if (instance.kind == "smooth") {
    for (int j = 1; j < n; ++j) row[j] += 0.95 * row[j - 1];
    for (int j = 1; j < n; ++j) row[j] += 0.8 * row[j - 1];
  } else if (instance.kind == "factors") {
    for (int k = 0; k < instance.count; ++k) {
      const double shared = random.normal();
      for (int j = 0; j < n; ++j) row[j] += shared * loadings(j, k);
    }
  } else {
    const double shared = std::sqrt(instance.rho / (1 - instance.rho)) * random.normal();
    for (int j = 0; j < n; ++j) row[j] += shared;
  }
  if (instance.kind == "pairs") {
    // A column and its neighbour correlate at .8.
    for (int k = 0; k < instance.count; ++k) {
      const int j = 1 + k * (n - 2) / instance.count;
      row[j + 1] = 0.8 * row[j] + 0.6 * row[j + 1];
    }
  }
}

/// L0BnB's generator: k equally spaced true columns with weight 1, noise by the signal-to-noise ratio.
search::Problem make_problem(const Instance& instance, std::uint64_t seed) {
  const int n = instance.columns;
  base::Random random(seed, 1);
  Eigen::MatrixXd loadings(n, instance.count);
  for (Eigen::Index k = 0; k < loadings.size(); ++k) loadings.data()[k] = random.normal();
  const std::vector<int> support = planted(instance);
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(n + 2, n + 2);  // columns, signal, noise
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(n + 2);
  for (int done = 0; done < instance.rows; done += kChunk) {
    const int rows = std::min(kChunk, instance.rows - done);
    Eigen::MatrixXd chunk(n + 2, rows);
    for (int i = 0; i < rows; ++i) {
      fill_row(instance, random, loadings, chunk.col(i).data());
      chunk(n, i) = 0;
      for (const int j : support) chunk(n, i) += chunk(j, i);
      chunk(n + 1, i) = random.normal();
    }
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n + 2, rows, 1.0, chunk.data(), n + 2, 1.0, gram.data(),
                n + 2);
    sum += chunk.rowwise().sum();
  }
  const double m = instance.rows;
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  gram = (gram / m).eval();
  gram -= (sum / m) * (sum / m).transpose();
  const double noise = std::sqrt(gram(n, n) / instance.snr);
  search::Problem problem;
  problem.gram = gram.topLeftCorner(n, n);
  problem.cross = gram.block(0, n, n, 1) + noise * gram.block(0, n + 1, n, 1);
  problem.target.resize(1, 1);
  problem.target(0, 0) = gram(n, n) + 2 * noise * gram(n, n + 1) + noise * noise * gram(n + 1, n + 1);
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The best of some runs, in seconds, and the solution.
double time_search(const search::Problem& problem, int sparsity, int threads, double limit,
                   search::Solution& solution) {
  double best = 1e300;
  double spent = 0;
  for (int run = 0; run < 7 && (run == 0 || spent < 3); ++run) {
    search::SearchOptions options;
    options.sparsity = sparsity;
    options.control.threads = threads;
    const auto start = std::chrono::steady_clock::now();
    options.control.deadline = start + std::chrono::milliseconds(static_cast<std::int64_t>(1000 * limit));
    solution = search::find_exact(problem, options);
    const double seconds = seconds_since(start);
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

/// A Gram matrix that somebody else made.
int time_file(const std::string& path, int sparsity, int threads, double limit) {
  const std::optional<search::Problem> problem = bench::read_gram(path);
  if (!problem) return 1;
  search::Solution solution;
  const double best = time_search(*problem, sparsity, threads, limit, solution);
  const double bound = solution.bound_nats.value_or(1e300);
  fmt::print("{{\"seconds\": {}, \"nodes\": {}, \"optimal\": {}, \"gap_nats\": {}, \"nats\": {}, \"set\": [{}]}}\n",
             best, solution.nodes, solution.optimal, solution.optimal ? 0 : bound - solution.best.value.nats,
             solution.best.value.nats, fmt::join(solution.best.set, ", "));
  return 0;
}

/// A figure of /proc/self/status in bytes: VmRSS (memory held now), VmHWM (the most since it was reset).
double memory(const std::string& figure) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == figure + ":" && status >> kilobytes) return 1024 * kilobytes;
  }
  return 0;
}

/// Memory at the peak of one search, the Gram matrix included, in units of n² doubles.
double measure_memory(const search::Problem& problem, int sparsity, int threads, double limit) {
  search::SearchOptions options;
  options.sparsity = sparsity;
  options.control.threads = threads;
  options.control.deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000 * limit));
  malloc_trim(0);                                 // what was factored before must not hide what is taken now
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
  const double before = memory("VmRSS");
  const search::Solution solution = search::find_exact(problem, options);
  const double unit = 8.0 * static_cast<double>(problem.columns()) * static_cast<double>(problem.columns());
  return (memory("VmHWM") - before) / unit + (solution.best.set.empty() ? 0.0 : 1.0);
}

/// Whether every instance stays within the bar; prints a line for each.
int check_memory(const std::vector<Instance>& instances, int threads, double limit) {
  constexpr double kBar = 3;
  bool met = true;
  for (const Instance& instance : instances) {
    const double used = measure_memory(make_problem(instance, 0), instance.sparsity, threads, limit);
    met = met && used <= kBar;
    fmt::print("{{\"instance\": \"{}\", \"memory_n2\": {:.2f}, \"bar\": {}, \"met\": {}}}\n", instance.name, used, kBar,
               used <= kBar);
    std::fflush(stdout);
  }
  return met ? 0 : 1;
}

double processor_seconds() {
  timespec spent{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

/// How long a search goes on after it was cancelled `after` seconds from its start: by the clock or, where others keep
/// the machine busy, by what all its threads computed. Negative when it was over before.
double seconds_to_stop(const search::Problem& problem, int sparsity, int threads, double after) {
  std::atomic<bool> cancel = false;
  search::SearchOptions options;
  options.sparsity = sparsity;
  options.control.threads = threads;
  options.control.cancel = &cancel;
  double computed = 0;
  std::chrono::steady_clock::time_point asked;
  std::thread caller([&] {
    std::this_thread::sleep_for(std::chrono::duration<double>(after));
    computed = processor_seconds();
    asked = std::chrono::steady_clock::now();
    cancel = true;
  });
  const search::Solution solution = search::find_exact(problem, options);
  const double before = processor_seconds();
  const auto end = std::chrono::steady_clock::now();
  caller.join();
  if (!solution.interrupted) return -1;
  return std::min(std::chrono::duration<double>(end - asked).count(), before - computed);
}

/// The longest that it took to stop, cancelled at `trials` moments spread over the search or its first seconds.
int check_stops(const std::vector<Instance>& instances, int threads, int trials, double span) {
  constexpr double kBar = 0.1;
  bool met = true;
  for (const Instance& instance : instances) {
    const search::Problem problem = make_problem(instance, 0);
    double longest = 0;
    double at = 0;
    int stopped = 0;
    for (int k = 0; k < trials; ++k) {
      // Closer together at first: routes begin with their largest steps.
      const double after = span * std::pow((k + 0.5) / trials, 2);
      const double seconds = seconds_to_stop(problem, instance.sparsity, threads, after);
      if (seconds < 0) break;
      ++stopped;
      if (seconds <= longest) continue;
      longest = seconds;
      at = after;
    }
    met = met && longest <= kBar;
    fmt::print("{{\"instance\": \"{}\", \"cancelled\": {}, \"longest_ms\": {:.1f}, \"at_ms\": {:.0f}, \"met\": {}}}\n",
               instance.name, stopped, 1e3 * longest, 1e3 * at, longest <= kBar);
    std::fflush(stdout);
  }
  return met ? 0 : 1;
}

void time_instance(const Instance& instance, std::uint64_t seed, int threads, double limit) {
  const search::Problem problem = make_problem(instance, seed);
  search::Solution solution;
  const double best = time_search(problem, instance.sparsity, threads, limit, solution);
  const double gap = solution.bound_nats ? *solution.bound_nats - solution.best.value.nats : INFINITY;
  fmt::print(
      "{{\"instance\": \"{}\", \"seed\": {}, \"threads\": {}, \"ms\": {:.2f}, \"nodes\": {}, \"optimal\": {}, "
      "\"gap_nats\": "
      "{:.3g}, \"planted\": {}}}\n",
      instance.name, seed, threads, 1e3 * best, solution.nodes, solution.optimal, gap,
      solution.best.set == planted(instance));
  std::fflush(stdout);
}

std::vector<Instance> instances() {
  return {
      {"6000x3000 s10 rho.5 snr5", 6000, 3000, 10, 0.5, 5},
      {"6000x3000 s10 rho.1 snr5", 6000, 3000, 10, 0.1, 5},
      {"10000x1000 s10 rho.5 snr1", 10000, 1000, 10, 0.5, 1},
      {"4000x3000 s10 rho.5 snr5", 4000, 3000, 10, 0.5, 5},
      {"6000x3000 s10 rho.9 snr5", 6000, 3000, 10, 0.9, 5},
      {"1000x3000 s5 rho.5 snr5", 1000, 3000, 5, 0.5, 5},
      {"1000x3000 s5 rho0 snr5", 1000, 3000, 5, 0.0, 5},
      {"6000x3000 s20 rho.5 snr5", 6000, 3000, 20, 0.5, 5},
      {"20000x3000 s40 rho.5 snr5", 20000, 3000, 40, 0.5, 5},
      {"1500x3000 s10 rho.5 snr5", 1500, 3000, 10, 0.5, 5},
      {"1000x3000 s8 rho.5 snr5", 1000, 3000, 8, 0.5, 5},
      {"3 factors 6000x3000 s10", 6000, 3000, 10, 0, 5, "factors", 3},
      {"10 factors 6000x3000 s10", 6000, 3000, 10, 0, 5, "factors", 10},
      {"150 pairs at .8 6000x3000 s10", 6000, 3000, 10, 0, 5, "pairs", 150},
      {"AR(1) 2000x1000 s10 rho.9 snr5", 2000, 1000, 10, 0.9, 5, "ar"},
      {"AR(1) 2000x1000 s10 rho.7 snr1", 2000, 1000, 10, 0.7, 1, "ar"},
      {"smooth 4000x200 s5", 4000, 200, 5, 0, 5, "smooth"},
      {"smooth 4000x1000 s5", 4000, 1000, 5, 0, 5, "smooth"},
      {"smooth 500x1000 s4 (m < n)", 500, 1000, 4, 0, 5, "smooth"},
      {"AR(1) 500x1000 s5 rho.7 (m < n)", 500, 1000, 5, 0.7, 5, "ar"},
      {"600x800 s5 rho.5 (m < n)", 600, 800, 5, 0.5, 5},
      {"300x3000 s3 rho.5 (m < n)", 300, 3000, 3, 0.5, 5},
      {"600x800 s5 rho.5 snr.1 (m < n)", 600, 800, 5, 0.5, 0.1},
      {"300x3000 s3 rho.5 snr.1 (m < n)", 300, 3000, 3, 0.5, 0.1},
      {"6000x3000 s10 rho.9 snr1", 6000, 3000, 10, 0.9, 1},
      {"6000x3000 s30 rho.5 snr5", 6000, 3000, 30, 0.5, 5},
      {"30000x10000 s10 rho.5 snr5", 30000, 10000, 10, 0.5, 5},
  };
}

/// One for each route: by the number of outsiders with and without the dear bounds, by the least eigenvalue, the tree.
std::vector<Instance> memory_instances() {
  return {
      {"incumbent 6000x3000 s10 rho.5 snr5", 6000, 3000, 10, 0.5, 5},
      {"incumbent 9000x6000 s10 rho.5 snr5", 9000, 6000, 10, 0.5, 5},
      {"climb 1500x3000 s10 rho.5 snr5", 1500, 3000, 10, 0.5, 5},
      {"climb 3000x6000 s10 rho.5 snr5", 3000, 6000, 10, 0.5, 5},
      {"eigenvalue AR(1) 6000x3000 s10 rho.9", 6000, 3000, 10, 0.9, 5, "ar"},
      {"eigenvalue AR(1) 12000x6000 s10 rho.9", 12000, 6000, 10, 0.9, 5, "ar"},
      {"tree smooth 4000x1500 s5", 4000, 1500, 5, 0, 5, "smooth"},
      {"tree smooth 1000x3000 s4 (m < n)", 1000, 3000, 4, 0, 5, "smooth"},
  };
}

/// One for each route, as large as it gets.
std::vector<Instance> stop_instances() {
  return {
      {"incumbent 12000x10000 s10 rho.5 snr5", 12000, 10000, 10, 0.5, 5},
      {"climb 1500x3000 s10 rho.5 snr5", 1500, 3000, 10, 0.5, 5},
      {"eigenvalue AR(1) 6000x3000 s10 rho.9", 6000, 3000, 10, 0.9, 5, "ar"},
      {"tree smooth 4000x1500 s5", 4000, 1500, 5, 0, 5, "smooth"},
      {"tree smooth 1000x3000 s4 (m < n)", 1000, 3000, 4, 0, 5, "smooth"},
  };
}

}  // namespace

/// bench_proof [part of the names] [seeds] [threads] [seconds], or bench_proof --gram FILE s [seconds], or
/// bench_proof --memory [part of the names] [seconds]: exit status 1 when an instance takes more than 3 n² doubles, or
/// bench_proof --stop [part of the names] [trials] [seconds]: exit status 1 when one takes 0.1 s to stop
int main(int argc, char** argv) {
  openblas_set_num_threads(1);
  if (argc >= 4 && std::string(argv[1]) == "--gram") {
    return time_file(argv[2], std::atoi(argv[3]), 2, argc > 4 ? std::atof(argv[4]) : 60);
  }
  const auto named = [&](std::vector<Instance> list) {
    if (argc > 2) std::erase_if(list, [&](const Instance& own) { return own.name.find(argv[2]) == std::string::npos; });
    return list;
  };
  if (argc >= 2 && std::string(argv[1]) == "--memory") {
    return check_memory(named(memory_instances()), 2, argc > 3 ? std::atof(argv[3]) : 20);
  }
  if (argc >= 2 && std::string(argv[1]) == "--stop") {
    return check_stops(named(stop_instances()), 2, argc > 3 ? std::atoi(argv[3]) : 40,
                       argc > 4 ? std::atof(argv[4]) : 3);
  }
  const std::string wanted = argc > 1 ? argv[1] : "";
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 1;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  const double limit = argc > 4 ? std::atof(argv[4]) : 20;
  for (const Instance& instance : instances()) {
    if (instance.name.find(wanted) == std::string::npos) continue;
    for (int seed = 0; seed < seeds; ++seed) time_instance(instance, static_cast<std::uint64_t>(seed), threads, limit);
  }
  return 0;
}
