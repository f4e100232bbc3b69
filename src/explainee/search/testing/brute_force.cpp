#include "explainee/search/testing/brute_force.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::search::brute_force {

Eigen::MatrixXd normal_matrix(int rows, int columns, base::Random& random) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

Eigen::MatrixXd residuals(const Eigen::MatrixXd& known, const Eigen::MatrixXd& target) {
  Eigen::MatrixXd design(known.rows(), known.cols() + 1);
  design << Eigen::VectorXd::Ones(known.rows()), known;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(design, Eigen::ComputeThinU);
  const Eigen::Index rank = (svd.singularValues().array() > 1e-9 * svd.singularValues()[0]).count();
  const Eigen::MatrixXd basis = svd.matrixU().leftCols(rank);
  const Eigen::MatrixXd once = target - basis * (basis.transpose() * target);
  return once - basis * (basis.transpose() * once);
}

Eigen::MatrixXd solved(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& right) {
  return matrix.fullPivLu().solve(right);
}

double smallest_eigenvalue(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

std::vector<Candidate> random_candidates(int columns, bool blocks, base::Random& random) {
  std::vector<Candidate> candidates;
  for (int first = 0; first < columns;) {
    const int count = blocks && random.below(3) == 0 ? 2 + static_cast<int>(random.below(2)) : 1;
    candidates.push_back({first, std::min(count, columns - first)});
    first += candidates.back().count;
  }
  return candidates;
}

Instance random_instance(const Shape& shape, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd x = normal_matrix(shape.rows, shape.columns, random);
  const Eigen::MatrixXd mix = normal_matrix(shape.columns, shape.columns, random);
  x = x + 0.3 * x * mix;
  if (shape.near_duplicate > 0) x.col(1) = x.col(0) + shape.near_duplicate * x.col(1);
  for (int k = 0; k < shape.duplicates; ++k) {
    x.col(static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(shape.columns)))) = x.col(k);
  }
  Eigen::MatrixXd y = shape.noise * normal_matrix(shape.rows, shape.predictions, random);
  for (int k = 0; k < 3; ++k) {
    const auto column = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(shape.columns)));
    y += x.col(column) * normal_matrix(1, shape.predictions, random);
  }
  if (shape.settled) y.col(0) = x.col(2) - 0.5 * x.col(shape.columns - 1);
  Eigen::MatrixXd u = x * normal_matrix(shape.columns, shape.summaries, random);
  if (!shape.summary_in_span) u += normal_matrix(shape.rows, shape.summaries, random);

  Instance instance;
  instance.x = residuals(u, x);
  instance.y = residuals(u, y);
  const Eigen::MatrixXd none(shape.rows, 0);
  const double m = shape.rows;
  Problem& problem = instance.problem;
  problem.gram = instance.x.transpose() * instance.x / m;
  problem.cross = instance.x.transpose() * instance.y / m;
  problem.target = instance.y.transpose() * instance.y / m;
  problem.column_scale = residuals(none, x).colwise().squaredNorm().transpose() / m;
  problem.target_scale = residuals(none, y).colwise().squaredNorm().transpose() / m;
  problem.candidates = random_candidates(shape.columns, shape.blocks, random);
  if (shape.bias) {
    for (int a = 0; a <= shape.columns; ++a) {
      problem.bias_nats.push_back(0.5 * shape.predictions * std::log(shape.rows / (shape.rows - 1.0 - a)));
    }
  }
  return instance;
}

Eigen::MatrixXd columns_of_set(const Instance& instance, const Set& set) {
  std::vector<int> columns;
  for (const int c : set) {
    const Candidate& candidate = instance.problem.candidates[static_cast<std::size_t>(c)];
    for (int k = 0; k < candidate.count; ++k) columns.push_back(candidate.first + k);
  }
  Eigen::MatrixXd x = instance.x(Eigen::all, columns);
  for (Eigen::Index k = 0; k < x.cols(); ++k) {
    x.col(k) /=
        std::sqrt(instance.problem.column_scale[columns[static_cast<std::size_t>(k)]] * static_cast<double>(x.rows()));
  }
  return x;
}

Eigen::MatrixXd basis_of(const Eigen::MatrixXd& x) {
  if (x.cols() == 0) return {x.rows(), 0};
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(x, Eigen::ComputeThinU);
  const Eigen::Index rank = (svd.singularValues().array() > std::sqrt(base::kDetermined)).count();
  return svd.matrixU().leftCols(rank);
}

bool rank_in_doubt(const Instance& instance, int sparsity) {
  constexpr double kFactor = 100;
  for (std::uint32_t bits = 1; bits < (1U << instance.problem.size()); ++bits) {
    Set set;
    for (int c = 0; c < instance.problem.size(); ++c) {
      if ((bits >> c) & 1U) set.push_back(c);
    }
    if (static_cast<int>(set.size()) > sparsity) continue;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(columns_of_set(instance, set));
    const auto shares = svd.singularValues().array().square() / base::kDetermined;
    if ((shares > 1 / kFactor && shares < kFactor).any()) return true;
  }
  return false;
}

double log_det(const Eigen::MatrixXd& matrix) {
  return matrix.rows() == 0 ? 0
                            : Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues().array().log().sum();
}

Value value_from_rows(const Instance& instance, const Set& set) {
  const Problem& problem = instance.problem;
  const Eigen::MatrixXd basis = basis_of(columns_of_set(instance, set));
  const auto m = static_cast<double>(instance.y.rows());
  const Eigen::VectorXd unit = (problem.target_scale * m).cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd y = instance.y * unit.asDiagonal();
  Eigen::MatrixXd left = y - basis * (basis.transpose() * y);
  left -= basis * (basis.transpose() * left);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(left, Eigen::ComputeFullV);
  const Eigen::Index d = y.cols();
  const Eigen::Index open = (svd.singularValues().array() > std::sqrt(base::kDetermined)).count();
  const Eigen::MatrixXd rest = y * svd.matrixV().leftCols(open);
  const Eigen::MatrixXd settled = y * svd.matrixV().rightCols(d - open);
  const Eigen::MatrixXd known = basis_of(settled);
  const Eigen::MatrixXd before = rest - known * (known.transpose() * rest);
  Value value;
  value.rank = static_cast<int>(basis.cols());
  value.determined = static_cast<int>(d - open);
  value.nats = 0.5 * log_det(before.transpose() * before) - svd.singularValues().head(open).array().log().sum();
  if (!problem.bias_nats.empty()) {
    const auto facts = std::min(set.size(), static_cast<std::size_t>(value.rank));
    value.charge_nats = problem.bias_nats[static_cast<std::size_t>(value.rank)] - problem.bias_nats[facts];
  }
  return value;
}

double blur_from_rows(const Instance& instance, const Set& set) {
  const Eigen::MatrixXd x = columns_of_set(instance, set);
  double most = 0;
  for (Eigen::Index k = 0; k < instance.y.cols(); ++k) {
    const double scale = instance.problem.target_scale[k] * static_cast<double>(instance.y.rows());
    const Eigen::VectorXd y = instance.y.col(k) / std::sqrt(scale);
    double reach = 1;
    double left = y.squaredNorm();
    if (x.cols() > 0) {
      Eigen::JacobiSVD<Eigen::MatrixXd> svd(x, Eigen::ComputeThinU | Eigen::ComputeThinV);
      svd.setThreshold(std::sqrt(base::kDetermined) / svd.singularValues()[0]);
      const Eigen::VectorXd beta = svd.solve(y);
      reach += beta.cwiseAbs().sum();
      left = (y - x * beta).squaredNorm();
    }
    const double error = 64 * std::numeric_limits<double>::epsilon() * reach * reach;
    most = std::max(most, left > 0 ? 0.5 * std::log1p(error / left) : 0);
  }
  return most;
}

bool redundant_from_rows(const Instance& instance, const Set& set, int rank) {
  for (const int leave : set) {
    Set rest;
    std::copy_if(set.begin(), set.end(), std::back_inserter(rest), [&](int c) { return c != leave; });
    if (basis_of(columns_of_set(instance, rest)).cols() == rank) return true;
  }
  return false;
}

int compare(const Value& a, const Value& b) {
  if (a.determined != b.determined) return a.determined < b.determined ? -1 : 1;
  const double difference = a.objective_nats() - b.objective_nats();
  return std::abs(difference) <= kSame ? 0 : (difference < 0 ? -1 : 1);
}

bool in_doubt(const Valued& a, const Valued& b) {
  const double difference = std::abs(a.value.objective_nats() - b.value.objective_nats());
  const bool equal = difference <= 0.01 * kSame && std::max(a.blur_nats, b.blur_nats) < kBlurred;
  return a.value.determined == b.value.determined && !equal && difference < kApart + a.blur_nats + b.blur_nats;
}

std::vector<Valued> all_sets(const Instance& instance, int sparsity, std::int64_t budget) {
  std::vector<Valued> all;
  for (std::uint32_t bits = 0; bits < (1U << instance.problem.size()); ++bits) {
    Set set;
    for (int c = 0; c < instance.problem.size(); ++c) {
      if ((bits >> c) & 1U) set.push_back(c);
    }
    std::int64_t cost = 0;
    for (const int c : set) cost += instance.problem.candidates[static_cast<std::size_t>(c)].cost;
    if (static_cast<int>(set.size()) > sparsity || cost > budget) continue;
    const Value value = value_from_rows(instance, set);
    all.push_back({set, value, redundant_from_rows(instance, set, value.rank), false, blur_from_rows(instance, set)});
  }
  return all;
}

std::vector<Valued> ranked(const Instance& instance, int sparsity, std::int64_t budget) {
  const std::vector<Valued> all = all_sets(instance, sparsity, budget);
  std::vector<Valued> kept;
  for (Valued entry : all) {
    bool beaten = entry.redundant;
    for (const Valued& other : all) {
      if (other.set.size() >= entry.set.size() || other.redundant) continue;
      if (!std::includes(entry.set.begin(), entry.set.end(), other.set.begin(), other.set.end())) continue;
      beaten = beaten || compare(other.value, entry.value) >= 0;
      entry.doubtful = entry.doubtful || in_doubt(other, entry);
    }
    if (!beaten || (entry.doubtful && !entry.redundant)) kept.push_back(entry);
  }
  std::sort(kept.begin(), kept.end(), [](const Valued& a, const Valued& b) {
    if (const int order = compare(a.value, b.value); order != 0) return order > 0;
    return a.set.size() != b.set.size() ? a.set.size() < b.set.size() : a.set < b.set;
  });
  return kept;
}

double residual_from_rows(const Instance& instance, const std::vector<int>& set) {
  Eigen::VectorXd y = instance.y.col(0);
  if (!set.empty()) {
    Eigen::MatrixXd x = instance.x(Eigen::all, set);
    for (Eigen::Index k = 0; k < x.cols(); ++k) x.col(k) /= std::max(1e-300, x.col(k).norm());
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(x, Eigen::ComputeThinU);
    const Eigen::Index rank = (svd.singularValues().array() > 1e-7).count();
    const Eigen::MatrixXd basis = svd.matrixU().leftCols(rank);
    y -= basis * (basis.transpose() * y);
    y -= basis * (basis.transpose() * y);
  }
  return y.squaredNorm() / static_cast<double>(instance.y.rows());
}

void one_by_one(std::size_t count, const std::function<void(std::size_t)>& task) {
  for (std::size_t k = 0; k < count; ++k) task(k);
}

}  // namespace explainee::search::brute_force
