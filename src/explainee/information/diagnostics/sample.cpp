#include "explainee/information/diagnostics/sample.h"

#include <algorithm>
#include <numeric>

#include "explainee/base/tolerances.h"
#include "explainee/information/special_functions.h"

namespace explainee::information {
namespace {

/// Row numbers in order of the values.
RowNumbers in_order(const Eigen::Ref<const Eigen::VectorXd>& values) {
  RowNumbers order = all_rows(static_cast<std::size_t>(values.size()));
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  return order;
}

std::vector<int> joined(const std::vector<int>& a, const std::vector<int>& b) {
  Coordinates first{Eigen::MatrixXd(static_cast<Eigen::Index>(b.size()), 0), a};
  Coordinates second{Eigen::MatrixXd(static_cast<Eigen::Index>(b.size()), 0), b};
  return beside(first, second).levels;
}

}  // namespace

RowNumbers all_rows(std::size_t count) {
  RowNumbers rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

Eigen::VectorXd normal_scores(const Eigen::Ref<const Eigen::VectorXd>& values) {
  const RowNumbers order = in_order(values);
  Eigen::VectorXd scores(values.size());
  const double cells = static_cast<double>(order.size()) + 1;
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    const double rank = 0.5 * static_cast<double>(first + 1 + last);
    const double score = normal_quantile(rank / cells);
    for (; first < last; ++first) scores[order[first]] = score;
  }
  return scores;
}

Eigen::MatrixXd normal_scores(const SampleColumns& columns) {
  Eigen::MatrixXd scores(columns.values.rows(), columns.values.cols());
  for (Eigen::Index d = 0; d < scores.cols(); ++d) scores.col(d) = normal_scores(columns.values.col(d));
  return scores;
}

std::int64_t distinct_values(const Eigen::Ref<const Eigen::VectorXd>& values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
}

std::vector<int> codes_of(const Eigen::Ref<const Eigen::MatrixXd>& columns) {
  std::vector<int> codes(static_cast<std::size_t>(columns.rows()));
  for (Eigen::Index d = 0; d < columns.cols(); ++d) {
    const RowNumbers order = in_order(columns.col(d));
    std::vector<int> own(order.size());
    for (std::size_t i = 1; i < order.size(); ++i)
      own[order[i]] = own[order[i - 1]] + (columns(order[i], d) > columns(order[i - 1], d) ? 1 : 0);
    codes = d == 0 ? own : joined(codes, own);
  }
  return codes;
}

MixedColumns mixed_columns(const SampleColumns& columns, bool is_class) {
  MixedColumns mixed;
  std::vector<Eigen::Index> numbers;
  std::vector<Eigen::Index> levels;
  const Eigen::Index rows = columns.values.rows();
  for (Eigen::Index d = 0; d < columns.values.cols(); ++d) {
    const std::int64_t distinct = distinct_values(columns.values.col(d));
    if (distinct < 2) continue;
    const bool level = is_class || distinct == 2;
    (level ? levels : numbers).push_back(d);
    const auto repeated = static_cast<double>(rows - distinct);
    mixed.tied = mixed.tied || (!level && repeated > base::kTiedShare * static_cast<double>(rows));
  }
  mixed.coordinates.numbers.resize(rows, static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    mixed.coordinates.numbers.col(static_cast<Eigen::Index>(i)) = normal_scores(columns.values.col(numbers[i]));
  if (!levels.empty()) mixed.coordinates.levels = codes_of(columns.values(Eigen::all, levels));
  return mixed;
}

Coordinates rows_of(const Coordinates& coordinates, std::span<const std::uint32_t> rows) {
  Coordinates some;
  some.numbers.resize(static_cast<Eigen::Index>(rows.size()), coordinates.numbers.cols());
  for (Eigen::Index d = 0; d < some.numbers.cols(); ++d) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      some.numbers(static_cast<Eigen::Index>(i), d) = coordinates.numbers(rows[i], d);
  }
  for (const std::uint32_t row : rows) {
    if (!coordinates.levels.empty()) some.levels.push_back(coordinates.levels[row]);
  }
  return some;
}

}  // namespace explainee::information
