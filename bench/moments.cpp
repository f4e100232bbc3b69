// bench/moments.cpp: our moments in folds against one OpenBLAS dsyrk of the same matrix with as many threads.
#include <cblas.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "best_of.h"
#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/moments/accumulate/accumulate.h"

namespace {

using namespace explainee;

/// The largest difference between two scatters, in units of √(S_ii S_jj).
double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  double worst = 0;
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j)
      worst = std::max(worst, std::abs(a(i, j) - b(i, j)) / std::sqrt(b(i, i) * b(j, j)));
  }
  return worst;
}

int compare(std::size_t rows, std::size_t columns, int threads) {
  base::Random random(1);
  data::MemoryTable table;
  moments::Plan plan;
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<double> values(rows);
    for (double& value : values) value = random.uniform() - 0.5;
    matrix.col(static_cast<Eigen::Index>(c)) =
        Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(rows));
    matrix.col(static_cast<Eigen::Index>(c)).array() -= matrix.col(static_cast<Eigen::Index>(c)).mean();
    table.add("x" + std::to_string(c), std::move(values));
    plan.numbers.push_back(c);
  }
  plan.folds = moments::default_folds(plan.size());
  base::Control control;
  control.threads = threads;
  moments::Fold ours;
  const double our_seconds = bench::best_of(
      3, 1.0, [&] { ours = moments::sum_folds(moments::accumulate(table, plan, control).value().folds); });
  Eigen::MatrixXd peer = Eigen::MatrixXd::Zero(matrix.cols(), matrix.cols());
  openblas_set_num_threads(threads);
  const double peer_seconds = bench::best_of(3, 1.0, [&] {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, static_cast<int>(columns), static_cast<int>(rows), 1.0,
                matrix.data(), static_cast<int>(rows), 0.0, peer.data(), static_cast<int>(columns));
  });
  const double off = difference(ours.scatter, peer);
  if (!(off < 1e-10)) {
    fmt::print(stderr, "moments differ from dsyrk by {}\n", off);
    return 1;
  }
  fmt::print(
      "{{\"rows\": {}, \"columns\": {}, \"threads\": {}, \"ours\": {}, \"dsyrk\": {}, \"ratio\": {:.3f}, "
      "\"difference\": {:.1e}}}\n",
      rows, columns, threads, our_seconds, peer_seconds, our_seconds / peer_seconds, off);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {  // one size, for a profile: rows columns threads
    return compare(std::strtoull(argv[1], nullptr, 10), std::strtoull(argv[2], nullptr, 10), std::atoi(argv[3]));
  }
  int failed = 0;
  for (const int threads : {1, 2}) {
    failed |= compare(1000000, 20, threads);
    failed |= compare(200000, 100, threads);
    failed |= compare(50000, 500, threads);
    failed |= compare(10000, 2000, threads);
  }
  return failed;
}
