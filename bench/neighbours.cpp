// bench/neighbours.cpp: I(e; ŷ | u) from nearest neighbours on one table of doubles, and the local permutation test:
// values and seconds of the processor, on one thread.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>

#include "explainee/information/diagnostics/local_permutation.h"
#include "explainee/information/neighbours/conditional_neighbours.h"

namespace {

using namespace explainee;
using information::Coordinates;
using information::Counting;

/// Seconds of the processor: others that run beside it do not count.
double seconds_of(const auto& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Rows of doubles, the columns of e first, then ŷ and u.
Eigen::MatrixXd read_rows(const char* path, Eigen::Index columns) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto rows = static_cast<Eigen::Index>(bytes.size() / sizeof(double)) / columns;
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(reinterpret_cast<const double*>(bytes.data()), rows, columns);
}

}  // namespace

/// FILE e ŷ u k test: how many columns each has; `test` 1 for the permutation test in full, without stopping early.
int main(int argc, char** argv) {
  if (argc != 7) return 2;
  const int a = std::atoi(argv[2]);
  const int b = std::atoi(argv[3]);
  const int r = std::atoi(argv[4]);
  const auto k = static_cast<std::size_t>(std::atoi(argv[5]));
  const Eigen::MatrixXd rows = read_rows(argv[1], a + b + r);
  const Coordinates x{rows.leftCols(a), {}};
  const Coordinates y{rows.middleCols(a, b), {}};
  const Coordinates u{rows.rightCols(r), {}};
  base::ThreadPool pool(1);
  const base::Control control;
  const information::Work work{pool, control};
  double nats = 0;
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 3; ++run) {
    best = std::min(best, seconds_of([&] {
                      const information::ConditionalNeighbours prepared(y, u);
                      nats = prepared.nats(x, k, Counting::kNearer, work).value();
                    }));
  }
  fmt::print("{{\"nats\": {:.15g}, \"seconds\": {:.6g}", nats, best);
  if (std::atoi(argv[6]) == 1) {
    constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
    const information::LocalTest test{x,    y,     u, k, Counting::kNearer, static_cast<std::size_t>(rows.rows()),
                                      1000, kNever};
    double p = 0;
    const double took = seconds_of([&] { p = *information::local_permutation_p_value(test, 1, work).value(); });
    fmt::print(", \"p_value\": {:.6g}, \"test_seconds\": {:.6g}", p, took);
  }
  fmt::print("}}\n");
}
