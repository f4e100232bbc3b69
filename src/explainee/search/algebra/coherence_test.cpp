#include "explainee/search/algebra/coherence.h"

#include <gtest/gtest.h>

namespace explainee::search {
namespace {

TEST(Coherence, IsTheLargestCorrelation) {
  Eigen::MatrixXd gram(3, 3);
  gram << 4, 1, -1.5, 1, 1, 0.2, -1.5, 0.2, 9;
  EXPECT_DOUBLE_EQ(max_correlation(gram, gram.diagonal()), 0.5);
}

TEST(Coherence, LeavesOutWhatIsAlreadyKnown) {
  Eigen::MatrixXd gram(3, 3);
  gram << 1, 1e-13, 0.1, 1e-13, 1e-13, 0, 0.1, 0, 1;
  EXPECT_DOUBLE_EQ(max_correlation(gram, Eigen::VectorXd::Ones(3)), 0.1);
}

TEST(Coherence, OfOneColumnIsZero) {
  EXPECT_EQ(max_correlation(Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Ones(1)), 0);
  EXPECT_EQ(max_correlation(Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)), 0);
}

}  // namespace
}  // namespace explainee::search
