// explainee/search/testing/brute_force.h: for tests only: random problems made of rows, and every set valued from the
// rows by singular values, an algebra the searches do not use.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/search/problem/problem.h"

namespace explainee::search::brute_force {

/// A problem and the centred rows behind it, u already regressed out.
struct Instance {
  Problem problem;
  Eigen::MatrixXd x;  ///< m×n
  Eigen::MatrixXd y;  ///< m×d
};

/// What a random problem looks like.
struct Shape {
  int rows = 60;
  int columns = 8;
  int predictions = 1;
  int summaries = 1;            ///< columns of u: random mixtures of x
  bool summary_in_span = true;  ///< u is exactly wᵀx; else it has noise of its own
  int duplicates = 0;           ///< columns replaced by copies of others
  double near_duplicate = 0;    ///< > 0: column 1 is column 0 plus this much noise
  bool blocks = false;          ///< join some neighbours into candidates of 2 or 3 columns
  bool settled = false;         ///< the first prediction is an exact combination of two columns
  double noise = 1;             ///< of the predictions
  bool bias = false;            ///< a table of charges as for this many rows
};

[[nodiscard]] Eigen::MatrixXd normal_matrix(int rows, int columns, base::Random& random);

/// Residuals of the columns of `target` on 1 and the columns of `known`.
[[nodiscard]] Eigen::MatrixXd residuals(const Eigen::MatrixXd& known, const Eigen::MatrixXd& target);

/// A⁻¹b with full pivoting, and the least eigenvalue of a symmetric matrix. Here, so that only one file is compiled
/// with what they are made of.
[[nodiscard]] Eigen::MatrixXd solved(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& right);
[[nodiscard]] double smallest_eigenvalue(const Eigen::MatrixXd& matrix);

[[nodiscard]] std::vector<Candidate> random_candidates(int columns, bool blocks, base::Random& random);

[[nodiscard]] Instance random_instance(const Shape& shape, std::uint64_t seed);

/// A set and its value from the rows.
struct Valued {
  Set set;
  Value value;
  bool redundant = false;
  bool doubtful = false;  ///< whether a subset is as good hangs on rounding
  double blur_nats = 0;   ///< what a Gram matrix leaves open of the value: its digits shrink with large coefficients
};

[[nodiscard]] Eigen::MatrixXd columns_of_set(const Instance& instance, const Set& set);

/// Orthonormal basis of the span, by singular values; the singular value of a determined direction is below
/// √kDetermined.
[[nodiscard]] Eigen::MatrixXd basis_of(const Eigen::MatrixXd& x);

/// True when some set of at most s facts has a direction next to the smallest that counts: singular values and pivots
/// are different measures of it, and may disagree there about the rank.
[[nodiscard]] bool rank_in_doubt(const Instance& instance, int sparsity);

[[nodiscard]] double log_det(const Eigen::MatrixXd& matrix);

/// ½ log det Σ(ŷ|u) − ½ log det Σ(ŷ|u,x_E), with settled directions v given to both sides.
[[nodiscard]] Value value_from_rows(const Instance& instance, const Set& set);

/// Entries of a Gram matrix carry a few eps of the variances, and move the variance that is left by that much times
/// (σ(ŷ) + Σ|β_j|σ(x_j))².
[[nodiscard]] double blur_from_rows(const Instance& instance, const Set& set);

[[nodiscard]] bool redundant_from_rows(const Instance& instance, const Set& set, int rank);

/// Objectives closer than kSame are equal; further apart than kApart they differ whatever the rounding. What lies
/// between is not compared.
inline constexpr double kSame = 1e-12;
inline constexpr double kApart = 1e-5;

/// −1: a is worth less, 0: they tie, 1: a is worth more.
[[nodiscard]] int compare(const Value& a, const Value& b);

/// Blur from which the rounding of the Gram matrix itself may set two equal sets apart.
inline constexpr double kBlurred = 50 * kSame;

/// True when only rounding tells whether a and b tie.
[[nodiscard]] bool in_doubt(const Valued& a, const Valued& b);

/// Every set of at most s facts that costs at most the budget, the empty one included, by counting through all bit
/// patterns.
[[nodiscard]] std::vector<Valued> all_sets(const Instance& instance, int sparsity, std::int64_t budget = kAnyCost);

/// All sets that no subset of theirs equals or beats, best first; ties by fewest facts, then lowest indices.
[[nodiscard]] std::vector<Valued> ranked(const Instance& instance, int sparsity, std::int64_t budget = kAnyCost);

/// f(E) from the rows themselves, by singular values, everything that is not rounding counted as explained: below what
/// any search may claim.
[[nodiscard]] double residual_from_rows(const Instance& instance, const std::vector<int>& set);

/// Runs the tasks 0, 1, … in turn.
void one_by_one(std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace explainee::search::brute_force
