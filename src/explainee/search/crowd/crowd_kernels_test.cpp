#include "explainee/search/crowd/crowd_kernels.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "explainee/base/random.h"
#include "explainee/search/algebra/aligned.h"

namespace explainee::search {
namespace {

Eigen::MatrixXd normals(Eigen::Index rows, Eigen::Index columns, base::Random& random) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

AlignedDoubles rows_of(const Eigen::MatrixXd& matrix, std::size_t stride) {
  AlignedDoubles rows(static_cast<std::size_t>(matrix.cols()) * stride);
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    std::copy_n(matrix.col(j).data(), matrix.rows(), rows.data() + static_cast<std::size_t>(j) * stride);
  }
  return rows;
}

TEST(CrowdKernels, ProductsOfManyAreThoseOfEach) {
  base::Random random(61);
  for (const int n : {1, 7, 8, 33, 40, 100}) {
    const std::size_t stride = padded(static_cast<std::size_t>(n));
    Eigen::MatrixXd matrix = normals(n, n, random);
    matrix = (matrix + matrix.transpose()).eval();
    const Eigen::MatrixXd in = normals(n, 11, random);
    const Eigen::MatrixXd expected = matrix * in;
    const AlignedDoubles rows = rows_of(matrix, stride);
    const AlignedDoubles vectors = rows_of(in, stride);
    AlignedDoubles out(11 * stride);
    AlignedDoubles one(stride);
    multiply_many(rows.data(), static_cast<std::size_t>(n), stride, vectors.data(), 11, out.data());
    for (std::size_t u = 0; u < 11; ++u) {
      multiply_many(rows.data(), static_cast<std::size_t>(n), stride, vectors.data() + u * stride, 1, one.data());
      for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
        EXPECT_NEAR(out[u * stride + j], expected(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(u)), 1e-12);
        EXPECT_EQ(out[u * stride + j], one[j]);  // digit for digit
      }
    }
  }
}

TEST(CrowdKernels, TheBestColumnIsOpen) {
  base::Random random(62);
  for (const std::size_t n : {3U, 8U, 29U}) {
    const std::size_t stride = padded(n);
    AlignedDoubles cross(stride), variance(stride), open(stride);
    int expected = -1;
    double most = -1;
    for (std::size_t j = 0; j < n; ++j) {
      cross[j] = random.normal();
      variance[j] = random.uniform();
      open[j] = random.below(3) == 0 ? 0 : 1;
      const double gain = cross[j] * cross[j] / variance[j];
      if (open[j] == 0 || gain <= most) continue;
      most = gain;
      expected = static_cast<int>(j);
    }
    ClimbColumns columns;
    columns.stride = stride;
    columns.cross = cross.data();
    columns.variance = variance.data();
    columns.open = open.data();
    EXPECT_EQ(best_column(columns, 1e-13), expected);
    std::fill_n(open.data(), stride, 0.0);
    EXPECT_EQ(best_column(columns, 1e-13), -1);
  }
}

}  // namespace
}  // namespace explainee::search
