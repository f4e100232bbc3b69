#include "explainee/person/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "explainee/person/condition.h"
#include "explainee/person/table_columns.h"

namespace explainee::person {
namespace {

using moments::ColumnKind;
using moments::MomentColumn;
using moments::Moments;

constexpr std::int64_t kRowsPerKnownColumn = 10;

class Builder {
 public:
  Builder(const Person& person, const Moments& moments)
      : person_(person), moments_(moments), table_(moments), size_(static_cast<Eigen::Index>(moments.columns.size())) {}

  base::Result<Summary> build() {
    for (const Holding& holding : person_.known) EXPLAINEE_TRY(add_column(holding));
    if (person_.quadratic) add_products();
    for (const std::string& column : person_.implied) EXPLAINEE_TRY(add_implied(column));
    for (const Holding& holding : person_.linear) EXPLAINEE_TRY(add_column(holding));
    EXPLAINEE_TRY(add_reasons());
    return std::move(summary_);
  }

 private:
  base::Result<std::vector<int>> find(const std::string& name) const {
    std::vector<int> found = table_.of(name);
    if (found.empty()) {
      return base::Error{base::ErrorCode::kUnknownColumn,
                         fmt::format("the moments have no column '{}'; make them with that column", name), ""};
    }
    return found;
  }

  base::Result<void> add_column(const Holding& holding) {
    EXPLAINEE_ASSIGN(const std::vector<int> found, find(holding.column));
    for (const int index : found) {
      summary_.columns.push_back({moments_.columns[static_cast<std::size_t>(index)].name,
                                  holding.column,
                                  holding.way,
                                  {holding.column},
                                  unit(index)});
    }
    return {};
  }

  base::Result<void> add_implied(const std::string& name) {
    EXPLAINEE_ASSIGN(const std::vector<int> found, find(name));
    for (const int index : found) {
      summary_.columns.push_back(
          {moments_.columns[static_cast<std::size_t>(index)].name, "", Way::kKnows, {name}, unit(index)});
    }
    return {};
  }

  void add_products() {
    std::vector<std::string> numbers;
    for (const Holding& holding : person_.known) {
      const int index = moments_.find(holding.column);
      if (index >= 0 && moments_.columns[static_cast<std::size_t>(index)].kind == ColumnKind::kNumber) {
        numbers.push_back(holding.column);
      }
    }
    if (numbers.empty()) return;
    if (!quadratic_fits(static_cast<std::int64_t>(numbers.size()), moments_.rows())) {
      summary_.known_linear_only = true;
      return;
    }
    std::vector<int> products;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t j = i; j < numbers.size(); ++j) {
        const int index = moments_.find_product(numbers[i], numbers[j]);
        if (index < 0) {
          summary_.known_linear_only = true;
          return;
        }
        products.push_back(index);
      }
    }
    summary_.quadratic = true;
    for (const int index : products) {
      const MomentColumn& column = moments_.columns[static_cast<std::size_t>(index)];
      summary_.columns.push_back({column.name, "", Way::kKnows, {column.source, column.second}, unit(index)});
    }
  }

  base::Result<void> add_reasons() {
    if (person_.reasons.empty()) return {};
    std::vector<int> features;
    std::vector<std::string> names;
    Eigen::VectorXd given = Eigen::VectorXd::Zero(size_);
    for (const Reason& reason : person_.reasons) {
      EXPLAINEE_ASSIGN(const std::vector<int> found, find(reason.name));
      features.insert(features.end(), found.begin(), found.end());
      names.push_back(reason.name);
      if (reason.weight) given[found.front()] += *reason.weight;
    }
    const std::string title = fmt::format("reasons from {}", fmt::join(names, ", "));
    if (person_.reasons.front().weight) {
      summary_.columns.push_back({title, fmt::format("{}", fmt::join(names, ", ")), Way::kReasons, names, given});
      return {};
    }
    const moments::Fold total = moments::sum_folds(moments_.folds);
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(size_, static_cast<Eigen::Index>(features.size()));
    for (std::size_t i = 0; i < features.size(); ++i) units(features[i], static_cast<Eigen::Index>(i)) = 1.0;
    const Eigen::MatrixXd cross = *moments::covariance_with(total, units);
    const Conditioning model = load_on(cross, moments::covariance_of_sums(units, cross), units);
    for (const std::string& target : person_.reasons_target) {
      EXPLAINEE_ASSIGN(const std::vector<int> index, find(target));
      summary_.columns.push_back({person_.reasons_target.size() == 1 ? title : title + " to " + target,
                                  fmt::format("{}", fmt::join(names, ", ")), Way::kReasons, names,
                                  model.weights_for(index.front())});
    }
    return {};
  }

  [[nodiscard]] Eigen::VectorXd unit(int index) const { return Eigen::VectorXd::Unit(size_, index); }

  const Person& person_;
  const Moments& moments_;
  TableColumns table_;
  Eigen::Index size_;
  Summary summary_;
};

}  // namespace

Eigen::MatrixXd Summary::weights(Eigen::Index moment_columns) const {
  Eigen::MatrixXd all(moment_columns, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) all.col(static_cast<Eigen::Index>(i)) = columns[i].weights;
  return all;
}

std::int64_t quadratic_columns(std::int64_t known_numbers) {
  return known_numbers + known_numbers * (known_numbers + 1) / 2;
}

bool quadratic_fits(std::int64_t known_numbers, std::int64_t rows) {
  return quadratic_columns(known_numbers) * kRowsPerKnownColumn <= rows;
}

base::Result<Summary> summarise(const Person& person, const moments::Moments& moments) {
  return Builder(person, moments).build();
}

}  // namespace explainee::person
