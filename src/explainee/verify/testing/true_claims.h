// explainee/verify/testing/true_claims.h: for tests only: random rows, what least squares leaves on them, and true
// claims.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "explainee/base/bits.h"
#include "explainee/base/random.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/checked_problem.h"

namespace explainee::verify {

/// `count` times EXPLAINEE_TEST_SCALE, at least 3.
inline int scaled(int count) {
  const char* text = std::getenv("EXPLAINEE_TEST_SCALE");
  return std::max(3, static_cast<int>(count * (text == nullptr ? 1.0 : std::atof(text))));
}

/// Rows of correlated columns x0 … and a prediction y; two folds.
struct Rows {
  Eigen::MatrixXd values;  ///< rows × (columns + 1)
  moments::Moments moments;
};

/// `apart`: how far x1 is from x0; 1: like all others.
inline Rows make_rows(base::Random& random, int rows, int columns, double apart = 1) {
  Rows result;
  result.values.resize(rows, columns + 1);
  const double common = random.uniform();
  for (int i = 0; i < rows; ++i) {
    const double shared = random.normal();
    for (int j = 0; j < columns; ++j) result.values(i, j) = random.normal() + common * shared;
    if (apart < 1) result.values(i, 1) = result.values(i, 0) + apart * result.values(i, 1);
    result.values(i, columns) = 0.5 * random.normal();
    for (int j = 0; j < columns; j += 3) result.values(i, columns) += result.values(i, j);
  }
  for (int j = 0; j <= columns; ++j) {
    moments::MomentColumn column;
    column.name = j < columns ? "x" + std::to_string(j) : "y";
    column.index = j;
    result.moments.columns.push_back(column);
  }
  for (int f = 0; f < 2; ++f) {
    const Eigen::MatrixXd part = f == 0 ? result.values.topRows(rows / 2) : result.values.bottomRows(rows - rows / 2);
    moments::Fold fold = moments::empty_fold(columns + 1);
    fold.rows = part.rows();
    fold.weight = fold.weight_squares = static_cast<double>(part.rows());
    fold.mean = part.colwise().mean();
    const Eigen::MatrixXd centred = part.rowwise() - fold.mean.transpose();
    fold.scatter = (centred.transpose() * centred).triangularView<Eigen::Lower>();
    result.moments.folds.push_back(fold);
  }
  return result;
}

/// What least squares on the rows leaves of y, with these columns and those that the person knows.
inline double residual_of(const Rows& rows, const std::vector<int>& set, const std::vector<int>& known) {
  const Eigen::MatrixXd centred = rows.values.rowwise() - rows.values.colwise().mean();
  std::vector<int> all = known;
  all.insert(all.end(), set.begin(), set.end());
  const Eigen::VectorXd y = centred.col(centred.cols() - 1);
  if (all.empty()) return y.squaredNorm() / static_cast<double>(y.size());
  const Eigen::MatrixXd x = centred(Eigen::all, all);
  return (y - x * x.colPivHouseholderQr().solve(y)).squaredNorm() / static_cast<double>(y.size());
}

/// Calls visit with every set of at most s of n that holds `in` and none of `out`.
template <class Visit>
void every_set(int n, int s, const std::vector<int>& in, const std::vector<int>& out, Visit&& visit) {
  for (unsigned mask = 0; mask < (1U << static_cast<unsigned>(n)); ++mask) {
    std::vector<int> set;
    for (int j = 0; j < n; ++j) {
      if ((mask >> static_cast<unsigned>(j) & 1U) != 0) set.push_back(j);
    }
    const auto holds = [&](int j) { return std::find(set.begin(), set.end(), j) != set.end(); };
    if (static_cast<int>(set.size()) > s || !std::all_of(in.begin(), in.end(), holds)) continue;
    if (std::none_of(out.begin(), out.end(), holds)) visit(set);
  }
}

/// Its moments as one fold.
inline moments::Moments totals_of(const Rows& rows) { return moments::totals(rows.moments); }

/// The claim for somebody who knows the first `known` columns, with one leaf that is to look at every set.
inline Certificate make_claim(const Rows& rows, int known, int s) {
  Certificate claim;
  const int columns = static_cast<int>(rows.values.cols()) - 1;
  std::vector<int> hers;
  for (int j = 0; j < columns; ++j) {
    if (j < known) {
      claim.given.push_back({{j, 1.0}});
      hers.push_back(j);
    } else {
      claim.candidates.push_back({"x" + std::to_string(j), {j}});
    }
  }
  claim.moments_sha256 = moments::fingerprint(totals_of(rows));
  claim.prediction.columns = {columns};
  claim.s = std::min(s, columns - known);
  const int n = columns - known;
  double best = residual_of(rows, {}, hers);
  const double before = best;
  every_set(n, claim.s, {}, {}, [&](const std::vector<int>& set) {
    std::vector<int> shifted = set;
    for (int& j : shifted) j += known;
    const double left = residual_of(rows, shifted, hers);
    if (left < best - 1e-12) {
      best = left;
      claim.support = set;
    }
  });
  claim.bits = claim.bound_bits = base::to_bits(0.5 * std::log(before / best));
  claim.leaves.emplace_back();
  return claim;
}

/// A problem with what it is made of.
struct Prepared {
  explicit Prepared(const Rows& rows, Certificate own, const base::Control& control = {})
      : claim(std::move(own)),
        moments(totals_of(rows)),
        totals(moments, moments.folds.front()),
        problem(claim, totals, control) {}
  Prepared(const Prepared&) = delete;

  Certificate claim;
  moments::Moments moments;
  Totals totals;
  CheckedProblem problem;
};

/// Units in which every candidate has about variance 1.
inline void set_units(const Rows& rows, Certificate& claim) {
  claim.units.clear();
  for (const CandidateFact& candidate : claim.candidates) {
    const Eigen::VectorXd column = rows.values.col(candidate.columns.front());
    claim.units.push_back(1 / std::sqrt((column.array() - column.mean()).square().mean()));
  }
}

}  // namespace explainee::verify
