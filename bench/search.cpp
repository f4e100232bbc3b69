// bench/search.cpp: the exact search on one table: seconds from moments to proof, and subsets a second of the bare
// scan.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "best_of.h"
#include "explainee/base/random.h"
#include "explainee/search/exact.h"

namespace {

using namespace explainee;

/// L0BnB's generator: a common factor behind all columns, k equally spaced true ones, noise by signal-to-noise ratio.
search::Problem make_problem(int rows, int columns, int support, double rho, double snr, Eigen::MatrixXd* keep_rows) {
  base::Random random(7);
  Eigen::MatrixXd x(rows, columns);
  const double common = std::sqrt(rho / (1 - rho));
  for (int i = 0; i < rows; ++i) {
    const double shared = common * random.normal();
    for (int j = 0; j < columns; ++j) x(i, j) = random.normal() + shared;
  }
  Eigen::VectorXd y = Eigen::VectorXd::Zero(rows);
  for (int k = 0; k < support; ++k) y += x.col(k * columns / support);
  const double noise = std::sqrt((y.array() - y.mean()).square().mean() / snr);
  for (int i = 0; i < rows; ++i) y[i] += noise * random.normal();
  x.rowwise() -= x.colwise().mean().eval();
  y.array() -= y.mean();
  if (keep_rows != nullptr) {
    keep_rows->resize(rows, columns + 1);
    *keep_rows << x, y;
  }
  search::Problem problem;
  problem.gram = x.transpose() * x / rows;
  problem.cross = x.transpose() * y / rows;
  problem.target = y.transpose() * y / rows;
  problem.column_scale = problem.gram.diagonal();
  problem.target_scale = problem.target.diagonal();
  for (int j = 0; j < columns; ++j) problem.candidates.push_back({j, 1});
  return problem;
}

double binomial(int n, int k) {
  double value = 1;
  for (int i = 0; i < k; ++i) value = value * (n - i) / (i + 1);
  return value;
}

/// Writes the rows so that a peer can be run on the same table.
void write_rows(const std::string& path, const Eigen::MatrixXd& rows) {
  std::ofstream out(path);
  out.precision(17);
  for (Eigen::Index j = 0; j + 1 < rows.cols(); ++j) out << 'x' << j << ',';
  out << "y\n";
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < rows.cols(); ++j) out << (j == 0 ? "" : ",") << rows(i, j);
    out << '\n';
  }
}

void time_proof(const std::string& name, const search::Problem& problem, int s) {
  search::SearchOptions options;
  options.sparsity = s;
  search::Solution solution;
  const double seconds = bench::best_of(5, 0.5, [&] { solution = search::find_exact(problem, options); });
  fmt::print("{{\"what\": \"{}\", \"seconds\": {}, \"optimal\": {}, \"nodes\": {}, \"set\": [{}]}}\n", name, seconds,
             solution.optimal, solution.nodes, fmt::join(solution.best.set, ", "));
}

/// A problem on which no bound can help: columns nearly orthogonal and equally good, more columns than rows, so that
/// the precision does not exist and every set has to be looked at.
void time_scan(int columns, int s) {
  const search::Problem problem = make_problem(columns / 2, columns, columns, 0.0001, 0.05, nullptr);
  search::SearchOptions options;
  options.sparsity = s;
  search::Solution solution;
  const double seconds = bench::best_of(2, 0.5, [&] { solution = search::find_exact(problem, options); });
  double sets = 0;
  for (int k = 1; k <= s; ++k) sets += binomial(columns, k);
  fmt::print(
      "{{\"what\": \"scan\", \"columns\": {}, \"s\": {}, \"seconds\": {}, \"subsets_per_second\": {:.4g}, \"nodes\": "
      "{}, \"optimal\": {}}}\n",
      columns, s, seconds, sets / seconds, solution.nodes, solution.optimal);
}

}  // namespace

int main(int argc, char** argv) {
  Eigen::MatrixXd rows;
  const search::Problem leaps = make_problem(2000, 40, 5, 0.5, 5, &rows);
  if (argc > 1) write_rows(argv[1], rows);
  time_proof("n40 s5", leaps, 5);
  const search::Problem hard = make_problem(2000, 40, 10, 0.9, 0.2, nullptr);
  time_proof("n40 s5 rho .9 snr .2", hard, 5);
  time_scan(50, 4);
  time_scan(60, 5);
  time_scan(100, 4);
  time_scan(200, 3);
  return 0;
}
