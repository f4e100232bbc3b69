// explainee/search/testing/crowd_rows.h: for tests only: many people made of rows, and what each leaves, regressed out
// by singular values.
#pragma once

#include <Eigen/Dense>
#include <utility>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"
#include "explainee/search/crowd/crowd_member.h"
#include "explainee/search/testing/brute_force.h"

namespace explainee::search::brute_force {

/// What a member borrows, and the rows of the same u.
struct Person {
  std::vector<int> known;
  Eigen::MatrixXd cross;
  Eigen::MatrixXd inner;
  Eigen::VectorXd cross_target;
  Eigen::VectorXd weights;
  double noise_variance = 0;
  std::vector<int> barred;
  Eigen::MatrixXd u;  ///< m×columns, the known ones left out

  [[nodiscard]] Member member() const {
    const auto all = [](const auto& matrix) {
      return std::span<const double>(matrix.data(), static_cast<std::size_t>(matrix.size()));
    };
    return {known, all(cross), all(inner), all(cross_target), all(weights), noise_variance, barred};
  }
};

inline std::vector<Member> proposals_of(const std::vector<Person>& people) {
  std::vector<Member> members;
  for (const Person& person : people) members.push_back(person.member());
  return members;
}

/// What the rows look like.
struct TownShape {
  int rows = 80;
  int columns = 8;
  int planted = 3;    ///< columns that the prediction is made of
  double common = 1;  ///< weight of a common factor
  double noise = 1;   ///< of the prediction
  int duplicates = 0;
  double near_duplicate = 0;  ///< > 0: column 1 is column 0 and this much of its own
  bool neighbours = false;    ///< each column goes along with the one before
};

/// What is left of the problem for one person.
struct Rest {
  Problem problem;
  Set candidates;
};

/// The rows of a table.
class Town {
 public:
  Town(const TownShape& shape, std::uint64_t seed) : random_(seed) {
    x_ = normal_matrix(shape.rows, shape.columns, random_);
    x_ += shape.common * normal_matrix(shape.rows, 1, random_) * Eigen::RowVectorXd::Ones(shape.columns);
    for (int j = 1; shape.neighbours && j < shape.columns; ++j) x_.col(j) = 0.9 * x_.col(j - 1) + 0.4 * x_.col(j);
    if (shape.near_duplicate > 0) x_.col(1) = x_.col(0) + shape.near_duplicate * x_.col(1);
    for (int k = 0; k < shape.duplicates; ++k) x_.col(shape.columns - 1 - k) = x_.col(k);
    y_ = Eigen::VectorXd::Zero(shape.rows);
    for (int k = 0; k < shape.planted; ++k) {
      y_ += (0.5 + random_.uniform()) * x_.col(k * shape.columns / shape.planted);
    }
    y_ += shape.noise * normal_matrix(shape.rows, 1, random_);
    const Eigen::MatrixXd none(shape.rows, 0);
    x_ = residuals(none, x_);
    y_ = residuals(none, y_);
  }

  /// Of nobody.
  [[nodiscard]] Problem problem() const {
    Set all;
    for (int j = 0; j < x_.cols(); ++j) all.push_back(j);
    return problem_of(x_, y_, all);
  }

  /// What a person leaves, from the rows.
  [[nodiscard]] Rest rest_of(const Person& person) const {
    Eigen::MatrixXd u(x_.rows(), person.u.cols() + static_cast<Eigen::Index>(person.known.size()));
    if (person.u.cols() > 0) u.leftCols(person.u.cols()) = person.u;
    u.rightCols(static_cast<Eigen::Index>(person.known.size())) = x_(Eigen::all, person.known);
    for (Eigen::Index k = 0; k < u.cols(); ++k) {
      if (u.col(k).norm() > 0) u.col(k).normalize();
    }
    const Eigen::MatrixXd x = residuals(u, x_);
    const Eigen::VectorXd y = residuals(u, y_);
    Rest rest;
    for (int j = 0; j < x_.cols(); ++j) {
      const auto has = [&](const std::vector<int>& list) {
        return std::find(list.begin(), list.end(), j) != list.end();
      };
      const double limit = base::kDetermined * x_.col(j).squaredNorm();
      if (!has(person.known) && !has(person.barred) && x.col(j).squaredNorm() > limit) rest.candidates.push_back(j);
    }
    rest.problem = problem_of(x, y, rest.candidates);
    if (!(y.squaredNorm() > base::kDetermined * y_.squaredNorm())) rest.problem.target.resize(0, 0);
    return rest;
  }

  [[nodiscard]] std::vector<Person> random_people(int count, base::Random& random) const {
    std::vector<Person> people;
    for (int k = 0; k < count; ++k) people.push_back(random_person(random));
    return people;
  }

  [[nodiscard]] Person random_person(base::Random& random) const {
    Person person;
    const auto n = static_cast<int>(x_.cols());
    const auto kind = random.below(10);
    if (kind <= 2) knows_some(random, person);
    if (kind == 2 || kind == 3 || kind == 9) sees(x_ * normal_matrix(n, 1, random) + 2 * column(random), person);
    if (kind == 4) weighs(normal_matrix(n, 1, random), 0, random, person);
    if (kind == 5) weighs(few_weights(random), random.below(2) == 0 ? 0 : random.uniform(), random, person);
    if (kind == 6) weighs(normal_matrix(n, 1, random), 3 * random.uniform(), random, person);
    if (kind == 7) sees(dependent_columns(random), person);
    if (kind == 8) sees_an_end(random, person);
    if (random.below(4) == 0) person.barred.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(n))));
    return person;
  }

 private:
  [[nodiscard]] Problem problem_of(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const Set& columns) const {
    const auto m = static_cast<double>(x.rows());
    const Eigen::MatrixXd own = x(Eigen::all, columns);
    Problem problem;
    problem.gram = own.transpose() * own / m;
    problem.cross = own.transpose() * y / m;
    problem.target = y.transpose() * y / m;
    problem.column_scale = x_(Eigen::all, columns).colwise().squaredNorm().transpose() / m;
    problem.target_scale = y_.colwise().squaredNorm().transpose() / m;
    for (std::size_t k = 0; k < columns.size(); ++k) problem.candidates.push_back({static_cast<int>(k), 1});
    return problem;
  }

  [[nodiscard]] Eigen::VectorXd column(base::Random& random) const {
    return residuals(Eigen::MatrixXd(x_.rows(), 0), normal_matrix(static_cast<int>(x_.rows()), 1, random));
  }

  [[nodiscard]] Eigen::VectorXd few_weights(base::Random& random) const {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(x_.cols());
    const auto some = 1 + random.below(3);
    for (std::uint64_t k = 0; k < some; ++k) {
      weights[static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(x_.cols())))] = 1;
    }
    return weights;
  }

  /// Four columns of which two follow from the others; the first ones may follow from the candidates.
  [[nodiscard]] Eigen::MatrixXd dependent_columns(base::Random& random) const {
    Eigen::MatrixXd u(x_.rows(), 4);
    u.col(0) = x_ * few_weights(random);
    u.col(1) = x_ * few_weights(random) + (random.below(2) == 0 ? column(random) : 0 * column(random));
    u.col(2) = u.col(0) + u.col(1);
    u.col(3) = -2 * u.col(1);
    return u;
  }

  /// Nobody, one who sees a constant, one who sees the prediction itself, one who knows everything.
  void sees_an_end(base::Random& random, Person& person) const {
    const auto end = random.below(4);
    if (end == 1) sees(Eigen::MatrixXd::Zero(x_.rows(), 1), person);
    if (end == 2) sees(y_, person);
    if (end != 3) return;
    for (int j = 0; j < x_.cols(); ++j) person.known.push_back(j);
  }

  void knows_some(base::Random& random, Person& person) const {
    for (int j = static_cast<int>(x_.cols()) - 1; j >= 0; --j) {
      if (random.below(4) == 0) person.known.push_back(j);
    }
  }

  void sees(const Eigen::MatrixXd& u, Person& person) const {
    const auto m = static_cast<double>(x_.rows());
    person.u = u;
    person.cross = x_.transpose() * u / m;
    person.inner = u.transpose() * u / m;
    person.cross_target = u.transpose() * y_ / m;
  }

  void weighs(const Eigen::VectorXd& weights, double noise, base::Random& random, Person& person) const {
    person.weights = weights;
    person.u = x_ * weights;
    if (noise == 0 || x_.rows() < x_.cols() + 3) return;  // few rows have no room for noise of its own
    person.noise_variance = noise;
    Eigen::MatrixXd all(x_.rows(), x_.cols() + 1);
    all << x_, y_;
    const Eigen::VectorXd own = residuals(all, column(random));
    person.u += own * std::sqrt(noise * static_cast<double>(x_.rows())) / own.norm();
  }

  base::Random random_;
  Eigen::MatrixXd x_;
  Eigen::VectorXd y_;
};

/// Any mixture of the difficulties.
inline TownShape random_town(base::Random& random) {
  TownShape shape;
  shape.columns = 5 + static_cast<int>(random.below(8));
  shape.planted = 2 + static_cast<int>(random.below(4));
  shape.common = random.below(2) == 0 ? 0.3 : 1;
  shape.noise = random.below(4) == 0 ? 0 : (random.below(2) == 0 ? 0.3 : 3);
  shape.neighbours = random.below(3) == 0;
  if (random.below(5) == 0) shape.near_duplicate = std::pow(10.0, -1.0 - static_cast<double>(random.below(3)));
  shape.duplicates = random.below(5) == 0 ? 1 + static_cast<int>(random.below(2)) : 0;
  return shape;
}

}  // namespace explainee::search::brute_force
