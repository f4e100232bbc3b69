#include "explainee/verify/problem/evened_problem.h"

#include <algorithm>
#include <cmath>

#include "explainee/base/double_limits.h"
#include "explainee/base/tolerances.h"
#include "explainee/verify/problem/cholesky.h"

namespace explainee::verify {
namespace {

constexpr int kInverseSteps = 40;
constexpr double kClear = 1e-10;  ///< guesses above this have digits left
constexpr int kMostTried = 3;     ///< columns that are left out one at a time, where all together are singular

/// True when the factorisation of C − shift·I in double-double runs through.
bool factorises(const EvenedProblem& problem, const std::vector<int>& positions, double shift) {
  const std::size_t n = positions.size();
  std::vector<std::vector<DoubleDouble>> lower(n);
  for (std::size_t i = 0; i < n; ++i) {
    problem.person.throw_if_stopped();
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
Eigen::VectorXd eigenvalues(Eigen::MatrixXd matrix, const CheckedProblem& person) {
  const Eigen::Index n = matrix.rows();
  Eigen::VectorXd beside(std::max<Eigen::Index>(0, n - 1));
  for (Eigen::Index k = 0; k + 1 < n; ++k) {
    person.throw_if_stopped();
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
double guess_least(const Eigen::MatrixXd& matrix, const CheckedProblem& person) {
  Eigen::MatrixXd lower = matrix;
  const Eigen::Index n = matrix.rows();
  double guess = 0;
  if (factorise(lower, person)) {
    Eigen::VectorXd vector = Eigen::VectorXd::LinSpaced(n, 1, 2);
    for (Eigen::Index k = 1; k < n; k += 2) vector[k] = -vector[k];  // no eigenvector by symmetry
    for (int step = 0; step < kInverseSteps; ++step) {
      person.throw_if_stopped();
      vector.normalize();
      lower.triangularView<Eigen::Lower>().solveInPlace(vector);
      lower.triangularView<Eigen::Lower>().transpose().solveInPlace(vector);
      guess = 1 / vector.norm();
    }
  }
  if (guess > kClear) return guess;
  const Eigen::VectorXd all = eigenvalues(matrix, person);
  return all.size() > 0 ? all[0] : 0;
}

/// A factorisation of C − δI that runs through proves that C + E − δI is positive semidefinite for some E whose norm is
/// below (n + 2)·(unit of rounding)·trace (Rump 2006); rounding C to double precision first adds n·eps at most, since
/// no entry exceeds 2.
double prove_least(const EvenedProblem& problem, const std::vector<int>& positions) {
  if (positions.empty()) return 1;
  const auto n = static_cast<double>(positions.size());
  const Eigen::MatrixXd matrix = problem.rounded(positions, positions);
  const double guess = guess_least(matrix, problem.person);
  if (!(guess > 0)) return 0;
  const double shift = 0.7 * guess;
  const double slack = 2 * (n + 4) * base::kEpsilon * 2 * n;  // the trace is at most 2n
  if (shift > 4 * slack) {
    Eigen::MatrixXd shifted = matrix;
    shifted.diagonal().array() -= shift;
    return factorise(shifted, problem.person) ? shift - slack : 0;
  }
  const double less = 4 * (n + 4) * kTiny * 2 * n;
  return shift > 4 * less && factorises(problem, positions, shift) ? shift - less : 0;
}

}  // namespace

EvenedProblem::EvenedProblem(const CheckedProblem& problem) : person(problem), place(problem.candidates.size(), -1) {
  std::vector<std::size_t> used;
  std::vector<double> unit;
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    const double own = problem.given(j, j).value();
    if (!(own > base::kDetermined * problem.own[j])) continue;
    place[j] = static_cast<int>(used.size());
    used.push_back(j);
    unit.push_back(std::exp2(-std::floor(std::log2(own) / 2 + 0.5)));
  }
  const std::size_t n = used.size();
  cells = Matrix(n);
  rounded.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  const std::size_t target = problem.target(0);
  variance = problem.given(target, target);
  for (std::size_t i = 0; i < n; ++i) {
    problem.throw_if_stopped();
    for (std::size_t j = 0; j < n; ++j) {
      const DoubleDouble& own = problem.given(used[i], used[j]);
      const double scale = unit[i] * unit[j];
      cells(i, j) = {own.high * scale, own.low * scale};
      rounded(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = cells(i, j).value();
    }
    const DoubleDouble& own = problem.given(used[i], target);
    cross.push_back({own.high * unit[i], own.low * unit[i]});
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
