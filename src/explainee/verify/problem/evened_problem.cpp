#include "explainee/verify/problem/evened_problem.h"

#include <algorithm>
#include <cmath>

#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {
namespace {

constexpr int kInverseSteps = 40;
constexpr double kClear = 1e-10;  ///< guesses above this have digits left
constexpr int kMostTried = 3;     ///< columns that are left out one at a time, where all together are singular
constexpr std::size_t kMostCandidates = 2000;  ///< more would take too much memory

/// True when the factorisation of C − shift·I in double-double runs through.
bool factorises(const EvenedProblem& problem, const std::vector<int>& positions, double shift) {
  const std::size_t n = positions.size();
  std::vector<std::vector<DoubleDouble>> lower(n);
  for (std::size_t i = 0; i < n; ++i) {
    problem.whole.throw_if_stopped();
    const auto row = static_cast<std::size_t>(positions[i]);
    DoubleDouble left = problem.cells(row, row) - shift;
    for (std::size_t j = 0; j < i; ++j) {
      DoubleDouble sum = problem.cells(row, static_cast<std::size_t>(positions[j]));
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      lower[i].push_back(sum / lower[j][j]);
      left -= lower[i][j] * lower[i][j];
    }
    if (!(left.value() > 0)) return false;
    lower[i].push_back(square_root(left));
  }
  return true;
}

/// All eigenvalues, smallest first; empty when they are not found. The reflections that leave three diagonals take most
/// of the time, and the caller is looked up before each.
Eigen::VectorXd eigenvalues(Eigen::MatrixXd matrix, const CheckedProblem& whole) {
  const Eigen::Index n = matrix.rows();
  Eigen::VectorXd beside(std::max<Eigen::Index>(0, n - 1));
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    whole.throw_if_stopped();
    const Eigen::Index left = n - k - 1;
    auto mirror = matrix.col(k).tail(left);
    double weight = 0;
    mirror.makeHouseholderInPlace(weight, beside[k]);
    mirror[0] = 1;
    auto rest = matrix.bottomRightCorner(left, left);
    Eigen::VectorXd moved = rest.selfadjointView<Eigen::Lower>() * (weight * mirror);
    moved -= 0.5 * weight * moved.dot(mirror) * mirror;
    rest.selfadjointView<Eigen::Lower>().rankUpdate(mirror, moved, -1);
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(matrix.diagonal(), beside, Eigen::EigenvaluesOnly);
  return solver.info() == Eigen::Success ? Eigen::VectorXd(solver.eigenvalues()) : Eigen::VectorXd();
}

/// About the least eigenvalue: by inverse iteration, or by all eigenvalues where it is too small for that.
double guess_least(const Eigen::MatrixXd& matrix, const CheckedProblem& whole) {
  Eigen::MatrixXd lower = matrix;
  const Eigen::Index n = matrix.rows();
  double guess = 0;
  if (factorise(lower, whole.control)) {
    Eigen::VectorXd vector = Eigen::VectorXd::LinSpaced(n, 1, 2);
    for (Eigen::Index k = 1; k < n; k += 2) vector[k] = -vector[k];  // no eigenvector by symmetry
    for (int step = 0; step < kInverseSteps; ++step) {
      whole.throw_if_stopped();
      vector.normalize();
      lower.triangularView<Eigen::Lower>().solveInPlace(vector);
      lower.triangularView<Eigen::Lower>().transpose().solveInPlace(vector);
      guess = 1 / vector.norm();
    }
  }
  if (guess > kClear) return guess;
  const Eigen::VectorXd all = eigenvalues(matrix, whole);
  return all.size() > 0 ? all[0] : 0;
}

/// A factorisation of C − δI that runs through proves that C − δI plus factorisation_error()·trace is positive
/// semidefinite. C in double precision is off by a rounding of each cell and the radius, in norm by n times these. In
/// double-double the same holds with kTiny for the unit of rounding (2⁻¹⁰⁰ instead of at most 7·2⁻¹⁰⁶ an operation).
double prove_least(const EvenedProblem& problem, const std::vector<int>& positions) {
  if (positions.empty()) return 1;
  const auto n = static_cast<double>(positions.size());
  const Eigen::MatrixXd matrix = problem.rounded(positions, positions);
  const double trace = 2 * n * problem.largest;
  const double guess = guess_least(matrix, problem.whole);
  if (!(guess > 0) || !(trace < 1e6 * n)) return 0;
  const double shift = 0.7 * guess;
  const double slack =
      factorisation_error(matrix.rows()) * trace + n * (problem.largest * 0x1p-52 + 2 * problem.radius);
  if (shift > 4 * slack) {
    Eigen::MatrixXd shifted = matrix;
    shifted.diagonal().array() -= shift;
    return factorise(shifted, problem.whole.control) ? shift - 2 * slack : 0;
  }
  const double less = 8 * (n + 8) * kTiny * trace + 2 * n * problem.radius;
  return shift > 4 * less && factorises(problem, positions, shift) ? shift - 2 * less : 0;
}

}  // namespace

EvenedProblem::EvenedProblem(const CheckedProblem& problem) : whole(problem), place(problem.candidates.size(), -1) {
  const std::vector<std::size_t>& used = problem.live();
  const std::size_t n = used.size();
  if (n > kMostCandidates) throw NotProven{"a monotone leaf with so many candidates is too large to be checked"};
  std::vector<int> exponent;
  for (std::size_t i = 0; i < n; ++i) {
    place[used[i]] = static_cast<int>(i);
    int twice = 0;
    (void)std::frexp(problem.given(used[i], used[i]).middle.high, &twice);
    exponent.push_back(static_cast<int>(std::floor(twice / 2.0)));
  }
  cells = Matrix(n);
  rounded.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  const std::size_t target = problem.target(0);
  variance = problem.given(target, target);
  const auto take = [&](const Ball& own) {
    radius = larger(radius, own.radius);
    largest = larger(largest, own.size());
    return own.middle;
  };
  for (std::size_t i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    for (std::size_t j = 0; j <= i; ++j) {
      const DoubleDouble own = take(scaled_by(problem.given(used[i], used[j]), -exponent[i] - exponent[j]));
      cells(i, j) = cells(j, i) = own;
      const auto row = static_cast<Eigen::Index>(i);
      const auto column = static_cast<Eigen::Index>(j);
      rounded(row, column) = rounded(column, row) = own.value();
    }
    cross.push_back(take(scaled_by(problem.given(used[i], target), -exponent[i])));
  }
}

double EvenedProblem::of_all_but(int left_out) const {
  const auto found = proven_.find(left_out);
  if (found != proven_.end()) return found->second;
  std::vector<int> positions;
  for (int j = 0; j < static_cast<int>(cells.size()); ++j) {
    if (j != left_out) positions.push_back(j);
  }
  return proven_[left_out] = prove_least(*this, positions);
}

double EvenedProblem::least_eigenvalue(const std::vector<int>& positions) const {
  if (const double all = of_all_but(-1); all > 0) return all;
  std::vector<char> held(cells.size(), 0);
  for (const int j : positions) held[static_cast<std::size_t>(j)] = 1;
  int tried = 0;
  for (int j = 0; j < static_cast<int>(held.size()) && tried < kMostTried; ++j) {
    if (held[static_cast<std::size_t>(j)] != 0) continue;
    if (const double most = of_all_but(j); most > 0) return most;
    ++tried;
  }
  return prove_least(*this, positions);
}

}  // namespace explainee::verify
