// explainee/search/problem/problem.h: the sparse regression that is searched, after conditioning on the person.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace explainee::search {

/// A candidate fact: consecutive columns of the Gram matrix (one for a number, several for a category).
struct Candidate {
  int first = 0;
  int count = 1;
  std::int64_t cost = 1;  ///< positive; what counts is the sum over a set (SearchOptions::budget)
};

/// A budget that forbids nothing.
inline constexpr std::int64_t kAnyCost = std::numeric_limits<std::int64_t>::max();

/// Find E, |E| ≤ s, that minimises ½ log det Σ(ŷ|u,x_E) + charge(E); mathematics §2, §5, §8. Nothing here knows of
/// people.
struct Problem {
  Eigen::MatrixXd
      gram;  ///< n×n, G: covariance of the candidates' columns given u; positive semidefinite, maybe singular
  Eigen::MatrixXd cross;         ///< n×d, b: covariance of those columns with the predictions given u
  Eigen::MatrixXd target;        ///< d×d, Σ(ŷ|u): positive definite (dependent predictions were removed before)
  Eigen::VectorXd column_scale;  ///< n, each column's own variance before conditioning; kDetermined is relative to it
  Eigen::VectorXd target_scale;  ///< d, each prediction's own variance before conditioning
  std::vector<Candidate> candidates;  ///< cover the columns 0…n−1 in order, without gaps
  /// Upward bias of the plug-in information, by rank a = 0, 1, …: increasing, convex, as long as ranks can occur.
  /// A set of k facts and rank a is charged bias_nats[a] − bias_nats[k] (mathematics §8). Empty: no charge.
  std::vector<double> bias_nats;

  [[nodiscard]] int columns() const { return static_cast<int>(gram.rows()); }
  [[nodiscard]] int predictions() const { return static_cast<int>(target.rows()); }
  [[nodiscard]] int size() const { return static_cast<int>(candidates.size()); }
};

/// Candidate indices in increasing order.
using Set = std::vector<int>;

/// What a set is worth.
struct Value {
  int determined = 0;      ///< directions of ŷ that the set settles completely (infinite information)
  double nats = 0;         ///< plug-in information of the other directions
  double charge_nats = 0;  ///< bias(a) − bias(number of facts) for columns beyond one per fact; 0 with one-column facts
  int rank = 0;            ///< a: rank of the set's columns given u

  /// What is maximised: nats − charge.
  [[nodiscard]] double objective_nats() const { return nats - charge_nats; }
};

}  // namespace explainee::search
