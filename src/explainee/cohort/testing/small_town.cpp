#include "explainee/cohort/testing/small_town.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "explainee/base/random.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee::cohort::small_town {

Town::Town(int rows, int columns, std::uint64_t seed) : table(37), x(rows, columns), p(rows) {
  base::Random random(seed);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double common = random.normal();
    for (Eigen::Index j = 0; j < columns; ++j) x(i, j) = 0.5 * common + random.normal() + static_cast<double>(j);
    p[i] = 10 + 2 * x(i, 0) - 1.2 * x(i, 1) + 0.7 * x(i, columns - 1) + 0.3 * x(i, 0) * x(i, 1) + random.normal();
  }
  for (Eigen::Index j = 0; j < columns; ++j)
    table.add("x" + std::to_string(j), std::vector<double>(x.col(j).begin(), x.col(j).end()));
  table.add("p", std::vector<double>(p.begin(), p.end()));
}

explain::Input Town::input() const { return {.table = data::Dataset::borrow(table)}; }

request::Request Town::request(int sparsity) {
  request::Request request = request::testing::plain_request();
  request.what.prediction = {"p"};
  request.facts.sparsity = sparsity;
  request.how.folds = 1;
  request.how.threads = 1;
  return request;
}

Eigen::MatrixXd Town::columns(const std::vector<int>& some, bool products) const {
  std::vector<Eigen::VectorXd> all;
  for (const int j : some) all.emplace_back(x.col(j));
  for (std::size_t a = 0; products && a < some.size(); ++a) {
    for (std::size_t b = a; b < some.size(); ++b) all.emplace_back(x.col(some[a]).cwiseProduct(x.col(some[b])));
  }
  Eigen::MatrixXd matrix(x.rows(), static_cast<Eigen::Index>(all.size()));
  for (std::size_t k = 0; k < all.size(); ++k) matrix.col(static_cast<Eigen::Index>(k)) = all[k];
  return matrix;
}

double Fit::variance() const { return residuals.squaredNorm() / static_cast<double>(residuals.size()); }

Fit regress(const Eigen::MatrixXd& columns, const Eigen::VectorXd& target) {
  const Eigen::MatrixXd centred = columns.rowwise() - columns.colwise().mean();
  const Eigen::VectorXd about = target.array() - target.mean();
  if (columns.cols() == 0) return {{}, about};
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-10);  // a column that stands there twice counts once
  const Eigen::VectorXd beta = decomposition.compute(centred).solve(about);
  return {beta, about - centred * beta};
}

double nats_told(const Town& town, const Eigen::VectorXd& target, const Eigen::MatrixXd& known,
                 const std::vector<int>& facts) {
  const Eigen::MatrixXd told = town.columns(facts);
  Eigen::MatrixXd both(known.rows(), known.cols() + told.cols());
  both.leftCols(known.cols()) = known;
  both.rightCols(told.cols()) = told;
  return 0.5 * std::log(regress(known, target).variance() / regress(both, target).variance());
}

std::vector<std::vector<int>> sets_of(const std::vector<int>& some, int most) {
  std::vector<std::vector<int>> sets;
  for (unsigned bits = 1; bits < (1U << some.size()); ++bits) {
    std::vector<int> set;
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (((bits >> k) & 1U) != 0) set.push_back(some[k]);
    }
    if (static_cast<int>(set.size()) <= most) sets.push_back(std::move(set));
  }
  return sets;
}

Best best_told(const Town& town, const Eigen::VectorXd& target, const Eigen::MatrixXd& known,
               const std::vector<int>& open, int most) {
  Best best;
  for (std::vector<int>& set : sets_of(open, most)) {
    const double nats = nats_told(town, target, known, set);
    if (nats > best.nats) best = {std::move(set), nats};
  }
  return best;
}

std::vector<int> all_but(int count, const std::vector<int>& some) {
  std::vector<int> left;
  for (int j = 0; j < count; ++j) {
    if (std::find(some.begin(), some.end(), j) == some.end()) left.push_back(j);
  }
  return left;
}

std::unique_ptr<data::MemoryTable> table_of_people(const std::string& column, const std::vector<std::string>& lists) {
  auto people = std::make_unique<data::MemoryTable>(2);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < lists.size(); ++i) names.push_back("u" + std::to_string(i));
  people->add("user", std::move(names));
  people->add(column, lists);
  return people;
}

Crowd crowd_knowing(const explain::Input& input, const request::Request& request, const std::vector<std::string>& lists,
                    bool linear) {
  const std::unique_ptr<data::MemoryTable> table = table_of_people("knows", lists);
  UserList list = UserList::open(*table).value();
  request::Request asked = request;
  asked.who.linear = linear;
  explain::Input with_people = input;
  with_people.people = needs_of(list, input, asked, {}).value().kept;
  Crowd crowd;
  crowd.shared = std::make_unique<SharedProblem>(make_shared_problem(with_people, asked, 0, {}).value());
  const Reader reader = Reader::make(*crowd.shared, list, linear).value();
  for (const std::string& names : lists) crowd.people.push_back(reader.has(names, UserKind::kKnows, {}).value());
  return crowd;
}

}  // namespace explainee::cohort::small_town
