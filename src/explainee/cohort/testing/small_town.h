// explainee/cohort/testing/small_town.h: for tests only: a small table with people, and what facts tell them, by least
// squares on the rows themselves.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "explainee/cohort/people/understanding.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/request/request.h"

namespace explainee::cohort::small_town {

/// Columns x0, x1, … that go along with each other, and p, made of some of them, a product and noise.
class Town {
 public:
  Town(int rows, int columns, std::uint64_t seed);
  Town(const Town&) = delete;
  Town& operator=(const Town&) = delete;
  ~Town() = default;

  [[nodiscard]] explain::Input input() const;
  /// p explained by so many columns as they are, to quadratic readers: what serves all at once.
  [[nodiscard]] static request::Request request(int sparsity);
  /// Some of the columns; with `products` their squares and products too.
  [[nodiscard]] Eigen::MatrixXd columns(const std::vector<int>& some, bool products = false) const;

  data::MemoryTable table;
  Eigen::MatrixXd x;
  Eigen::VectorXd p;
};

/// Least squares with an intercept.
struct Fit {
  Eigen::VectorXd coefficients;  ///< without the intercept
  Eigen::VectorXd residuals;

  /// Mean of their squares.
  [[nodiscard]] double variance() const;
};
[[nodiscard]] Fit regress(const Eigen::MatrixXd& columns, const Eigen::VectorXd& target);

/// What these columns of the town tell about `target` to who has `known`, in nats.
[[nodiscard]] double nats_told(const Town& town, const Eigen::VectorXd& target, const Eigen::MatrixXd& known,
                               const std::vector<int>& facts);

/// Every set of one to `most` of these, increasing, by counting through all bit patterns.
[[nodiscard]] std::vector<std::vector<int>> sets_of(const std::vector<int>& some, int most);

/// The best set of at most so many.
struct Best {
  std::vector<int> facts;
  double nats = -1;
};
[[nodiscard]] Best best_told(const Town& town, const Eigen::VectorXd& target, const Eigen::MatrixXd& known,
                             const std::vector<int>& open, int most);

/// 0, 1, … without some.
[[nodiscard]] std::vector<int> all_but(int count, const std::vector<int>& some);

/// A table of people.
[[nodiscard]] std::unique_ptr<data::MemoryTable> table_of_people(const std::string& column,
                                                                 const std::vector<std::string>& lists);

/// The problem of a table and what each of some people understands.
struct Crowd {
  std::unique_ptr<SharedProblem> shared;
  std::vector<Understanding> people;
};

/// Of people who know the columns of these lists; with `linear` no squares and products of them.
[[nodiscard]] Crowd crowd_knowing(const explain::Input& input, const request::Request& request,
                                  const std::vector<std::string>& lists, bool linear);

}  // namespace explainee::cohort::small_town
