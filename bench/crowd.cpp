// bench/crowd.cpp: many members of one crowd (search §7): microseconds each from their covariances to the proof; one
// JSON line per kind of member.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "best_of.h"
#include "explainee/base/random.h"
#include "explainee/search/crowd/crowd.h"
#include "explainee/search/exact.h"
#include "read_gram.h"

namespace {

using namespace explainee;

constexpr int kRows = 2000;

/// L0BnB's generator with ρ .5 and SNR 5, as in search §6.
search::Problem make_problem(int n, int support) {
  base::Random random(7);
  Eigen::MatrixXd x(kRows, n);
  for (int i = 0; i < kRows; ++i) {
    const double shared = random.normal();
    for (int j = 0; j < n; ++j) x(i, j) = random.normal() + shared;
  }
  Eigen::VectorXd y = Eigen::VectorXd::Zero(kRows);
  for (int k = 0; k < support; ++k) y += x.col(k * n / support);
  const double noise = std::sqrt((y.array() - y.mean()).square().mean() / 5);
  for (int i = 0; i < kRows; ++i) y[i] += noise * random.normal();
  x.rowwise() -= x.colwise().mean().eval();
  y.array() -= y.mean();
  search::Problem problem;
  problem.gram = x.transpose() * x / kRows;
  problem.cross = x.transpose() * y / kRows;
  problem.target = y.transpose() * y / kRows;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < n; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

search::Problem read_problem(const std::string& path) {
  std::optional<search::Problem> problem = bench::read_gram(path);
  if (!problem) std::exit(2);
  return std::move(*problem);
}

/// What the members borrow.
struct People {
  std::vector<double> numbers;
  std::vector<int> lists;
  std::vector<search::Member> members;
};

Eigen::VectorXd dense_weights(int n, base::Random& random) {
  return Eigen::VectorXd::NullaryExpr(n, [&] { return random.normal(); });
}

Eigen::VectorXd few_weights(int n, base::Random& random) {
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(n);
  for (int k = 0; k < 3; ++k) weights[static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(n)))] = 1;
  return weights;
}

/// u = wᵀx + noise that is half of u, told by covariances.
void add_summary(const search::Problem& problem, const Eigen::VectorXd& weights, double* at, People& people) {
  const auto n = static_cast<std::size_t>(problem.columns());
  const Eigen::VectorXd cross = problem.gram * weights;
  std::copy_n(cross.data(), n, at);
  at[n] = 2 * weights.dot(cross);
  at[n + 1] = weights.dot(problem.cross.col(0));
  search::Member member;
  member.cross = {at, n};
  member.inner = {at + n, 1};
  member.cross_target = {at + n + 1, 1};
  people.members.push_back(member);
}

void add_weights(const Eigen::VectorXd& weights, double* at, People& people) {
  std::copy_n(weights.data(), weights.size(), at);
  search::Member member;
  member.weights = {at, static_cast<std::size_t>(weights.size())};
  people.members.push_back(member);
}

/// Kinds: "answers" dense w and noise; "rough" three columns and noise; "score" dense w, exact; "sum" three columns,
/// exact; "knows 3", "knows 6": lists of so many, mostly different ones; "same lists": 100 lists of three in all.
People make_people(const search::Problem& problem, const std::string& kind, std::size_t count) {
  const int n = problem.columns();
  const auto width = static_cast<std::size_t>(n) + 2;
  base::Random random(11);
  People people;
  people.numbers.resize(count * width);
  people.lists.resize(count * 6);
  for (std::size_t m = 0; m < count; ++m) {
    double* at = people.numbers.data() + m * width;
    if (kind == "answers") add_summary(problem, dense_weights(n, random), at, people);
    if (kind == "rough") add_summary(problem, few_weights(n, random), at, people);
    if (kind == "score") add_weights(dense_weights(n, random), at, people);
    if (kind == "sum") add_weights(few_weights(n, random), at, people);
    if (kind == "answers" || kind == "rough" || kind == "score" || kind == "sum") continue;
    base::Random own(13, kind == "same lists" ? random.below(100) : random.bits());
    const std::size_t known = kind == "knows 6" ? 6 : 3;
    int* list = people.lists.data() + m * 6;
    for (std::size_t k = 0; k < known; ++k) list[k] = static_cast<int>(own.below(static_cast<std::uint64_t>(n)));
    search::Member member;
    member.known = {list, known};
    people.members.push_back(member);
  }
  return people;
}

/// The first ones once more by find_exact().
std::size_t check(const search::CrowdBase& base, const People& people, const search::CrowdAnswers& answers, int s) {
  const std::size_t count = std::min<std::size_t>(people.members.size(), 2000);
  std::size_t wrong = 0;
  for (std::size_t m = 0; m < count; ++m) {
    const search::MemberProblem own = search::condition_on(base.problem(), people.members[m]);
    search::SearchOptions options;
    options.sparsity = s;
    const search::Solution alone = search::find_exact(own.problem, options);
    search::Set set;
    for (const int c : alone.best.set) set.push_back(own.candidates[static_cast<std::size_t>(c)]);
    const bool same = std::equal(set.begin(), set.end(), answers.set(m).begin(), answers.set(m).end()) &&
                      std::abs(alone.best.value.nats - answers[m].value.nats) <= 1e-9;
    wrong += same ? 0 : 1;
  }
  return wrong;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The first members for a peer: n, k, then per member the joint covariance of (x, u, ŷ), row by row, the number of
/// known ones and their indices (six places), and our set (s places, −1 for none); float64 all.
void write_members(const std::string& path, const search::Problem& problem, const People& people,
                   const search::CrowdAnswers& answers, int s, std::size_t count) {
  const Eigen::Index n = problem.columns();
  std::ofstream out(path, std::ios::binary);
  const auto put = [&](double value) { out.write(reinterpret_cast<const char*>(&value), sizeof value); };
  for (std::size_t m = 0; m < count; ++m) {
    const search::Member& member = people.members[m];
    Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(n + 2, n + 2);
    joint.topLeftCorner(n, n) = problem.gram;
    joint.col(n + 1).head(n) = problem.cross.col(0);
    joint(n + 1, n + 1) = problem.target(0, 0);
    if (!member.cross.empty()) {
      joint.col(n).head(n) = Eigen::Map<const Eigen::VectorXd>(member.cross.data(), n);
      joint(n, n) = member.inner[0];
      joint(n, n + 1) = member.cross_target[0];
    }
    if (!member.weights.empty()) {
      const Eigen::Map<const Eigen::VectorXd> weights(member.weights.data(), n);
      joint.col(n).head(n) = problem.gram * weights;
      joint(n, n) = weights.dot(problem.gram * weights);
      joint(n, n + 1) = weights.dot(problem.cross.col(0));
    }
    for (Eigen::Index i = 0; i < n + 2; ++i) {
      for (Eigen::Index j = 0; j < n + 2; ++j) put(joint(std::min(i, j), std::max(i, j)));
    }
    put(static_cast<double>(member.known.size()));
    for (std::size_t k = 0; k < 6; ++k) put(k < member.known.size() ? member.known[k] : -1);
    const auto set = answers.set(m);
    for (std::size_t k = 0; k < static_cast<std::size_t>(s); ++k) put(k < set.size() ? set[k] : -1);
  }
}

}  // namespace

/// bench_crowd n s kind members threads [file for peers]; a file with a Gram matrix may stand for n
int main(int argc, char** argv) {
  if (argc < 6) return 2;
  const bool file = std::ifstream(argv[1]).good();
  const int s = std::atoi(argv[2]);
  const std::string kind = argv[3];
  const auto count = static_cast<std::size_t>(std::atof(argv[4]));
  search::CrowdOptions options;
  options.sparsity = s;
  options.control.threads = std::atoi(argv[5]);
  const search::CrowdBase base(file ? read_problem(argv[1]) : make_problem(std::atoi(argv[1]), s));
  const People people = make_people(base.problem(), kind, count);
  search::CrowdAnswers answers = search::find_crowd(base, people.members, options);
  const std::size_t wrong = check(base, people, answers, s);
  double best_cpu = 1e300;
  const double seconds = bench::best_of(3, 1.0, [&] {
    const double before = cpu_seconds();
    answers = search::find_crowd(base, people.members, options);
    best_cpu = std::min(best_cpu, cpu_seconds() - before);
  });
  std::size_t by_tables = 0;
  std::size_t optimal = 0;
  for (std::size_t m = 0; m < count; ++m) {
    by_tables +=
        answers[m].proof == search::CrowdProof::kIncumbent || answers[m].proof == search::CrowdProof::kNothingToExplain
            ? 1
            : 0;
    optimal += answers[m].optimal ? 1 : 0;
  }
  const auto all = static_cast<double>(count);
  if (argc > 6) write_members(argv[6], base.problem(), people, answers, s, std::min<std::size_t>(count, 20));
  fmt::print(
      "{{\"n\": {}, \"s\": {}, \"kind\": \"{}\", \"members\": {}, \"threads\": {}, \"us\": {:.4f}, \"cpu_us\": {:.4f}, "
      "\"by_tables\": {:.6f}, \"certified\": {:.6f}, \"wrong\": {}}}\n",
      base.problem().size(), s, kind, count, options.control.threads, 1e6 * seconds / all, 1e6 * best_cpu / all,
      static_cast<double>(by_tables) / all, static_cast<double>(optimal) / all, wrong);
  return wrong == 0 ? 0 : 1;
}
