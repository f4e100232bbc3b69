#include "explainee/search/algebra/lower_triangle.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "explainee/search/testing/brute_force.h"

namespace explainee::search {
namespace {

/// A symmetric matrix, and its lower triangle.
struct Both {
  Eigen::MatrixXd whole;
  LowerTriangle lower;
};

Both random_both(int rows, base::Random& random) {
  Both both{brute_force::normal_matrix(rows, rows, random), LowerTriangle(static_cast<std::size_t>(rows))};
  both.whole = (both.whole + both.whole.transpose()).eval();
  for (int i = 0; i < rows; ++i) {
    double* row = both.lower.clear_row(static_cast<std::size_t>(i));
    for (int j = 0; j <= i; ++j) row[j] = both.whole(i, j);
  }
  return both;
}

void expect_same_entries(const Both& both) {
  for (Eigen::Index i = 0; i < both.whole.rows(); ++i) {
    for (Eigen::Index j = 0; j < both.whole.cols(); ++j) {
      EXPECT_NEAR(both.lower.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j)), both.whole(i, j), 1e-12);
    }
  }
}

TEST(LowerTriangle, IsTheSymmetricMatrix) {
  base::Random random(1);
  for (const int rows : {1, 7, 8, 9, 16, 75}) {
    Both both = random_both(rows, random);
    expect_same_entries(both);
    both.lower.set(0, static_cast<std::size_t>(rows) - 1, 5);
    both.whole(0, rows - 1) = both.whole(rows - 1, 0) = 5;
    expect_same_entries(both);
    for (int i = 0; i < rows; ++i) {
      Eigen::VectorXd row(rows);
      both.lower.read_row(static_cast<std::size_t>(i), row.data());
      EXPECT_EQ(row, both.whole.col(i));
    }
    LowerTriangle copy(static_cast<std::size_t>(rows));
    copy.copy_rows(both.lower, 0, static_cast<std::size_t>(rows) / 2);
    copy.copy_rows(both.lower, static_cast<std::size_t>(rows) / 2, static_cast<std::size_t>(rows));
    expect_same_entries({both.whole, copy});
  }
}

TEST(LowerTriangle, AddsOneLineAndMany) {
  base::Random random(2);
  for (const int rows : {1, 8, 13, 70, 150}) {
    Both both = random_both(rows, random);
    const auto size = static_cast<std::size_t>(rows);
    const std::size_t stride = padded(size);
    const std::size_t count = 5;
    AlignedDoubles lines(count * stride);
    Eigen::MatrixXd factor = brute_force::normal_matrix(static_cast<int>(count), rows, random);
    for (std::size_t k = 0; k < count; ++k) {
      const double weight = random.normal();
      for (std::size_t j = 0; j < size; ++j) {
        const double entry = factor(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(j));
        lines[k * stride + j] = weight * entry;
      }
      const auto own = factor.row(static_cast<Eigen::Index>(k));
      both.whole += weight * own.transpose() * own;
    }
    both.whole += 2 * factor.row(0).transpose() * factor.row(0);
    // In two bands, as threads would.
    const std::size_t middle = size / 2 / kPad * kPad;
    both.lower.add_rank_many(0, middle, factor.data(), {lines.data(), stride, count});
    both.lower.add_rank_many(middle, size, factor.data() + middle * count, {lines.data(), stride, count});
    AlignedDoubles line(stride);
    AlignedDoubles twice(stride);
    for (std::size_t j = 0; j < size; ++j) {
      line[j] = factor(0, static_cast<Eigen::Index>(j));
      twice[j] = 2 * line[j];
    }
    both.lower.add_rank_one(twice.data(), line.data());
    expect_same_entries(both);
  }
}

}  // namespace
}  // namespace explainee::search
