#include "explainee/person/noise.h"

#include <gtest/gtest.h>

#include "explainee/base/random.h"

namespace explainee::person {
namespace {

Eigen::MatrixXd random_covariance(Eigen::Index size, std::uint64_t seed) {
  base::Random random(seed);
  Eigen::MatrixXd half(size, size + 2);
  for (double& cell : half.reshaped()) cell = random.normal();
  return half * half.transpose();
}

double least(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues()[0];
}

TEST(Noise, RepeatsPoolTheVarianceWithinRows) {
  const std::vector<Answer> answers = {{1, 4, 0, {}}, {1, 6, 1, {}}, {2, 9, 2, {}},
                                       {5, 1, 3, {}}, {5, 2, 4, {}}, {5, 6, 5, {}}};
  const auto noise = noise_of(answers);
  ASSERT_TRUE(noise);
  EXPECT_DOUBLE_EQ(noise->variance, (2.0 + 14.0) / 3);  // (1 + 1) + (4 + 1 + 9), on 1 + 2 degrees
  EXPECT_EQ(noise->from, "repeats");
  EXPECT_FALSE(noise_of({{1, 4, 0, {}}, {2, 6, 1, {}}}));
}

TEST(Noise, AKnownNoiseIsTheAverageVariance) {
  const auto noise = noise_of({{1, 4, 0, 1.0}, {1, 6, 1, 3.0}});
  ASSERT_TRUE(noise);
  EXPECT_DOUBLE_EQ(noise->variance, 5);
  EXPECT_EQ(noise->from, "noise column");
}

TEST(Noise, OneNumberIsTheSmallerOfBoth) {
  const auto one = [](double value) { return Eigen::MatrixXd::Constant(1, 1, value); };
  const Eigen::VectorXd own = Eigen::VectorXd::Constant(1, 10);
  EXPECT_NEAR(noise_within(one(2), one(3), own)(0, 0), 2, 1e-12);
  EXPECT_NEAR(noise_within(one(4), one(3), own)(0, 0), 3, 1e-12);
  EXPECT_EQ(noise_within(one(4), one(0), own)(0, 0), 0);
}

TEST(Noise, NoiseThatFitsStaysAndNoiseThatDoesNotIsCut) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd open = random_covariance(3, seed);
    const Eigen::VectorXd own = 2 * open.diagonal();
    const Eigen::MatrixXd small = 0.5 * least(open) * Eigen::MatrixXd::Identity(3, 3);
    EXPECT_LT((noise_within(small, open, own) - small).cwiseAbs().maxCoeff(), 1e-10);
    const Eigen::MatrixXd large = Eigen::VectorXd::Constant(3, open.trace()).asDiagonal();
    EXPECT_LT((noise_within(large, open, own) - open).cwiseAbs().maxCoeff(), 1e-9 * open.trace());
    const Eigen::MatrixXd some = random_covariance(3, seed + 100);
    const Eigen::MatrixXd cut = noise_within(some, open, own);
    EXPECT_GT(least(open - cut), -1e-9 * open.trace());
    EXPECT_GT(least(some - cut), -1e-9 * some.trace());
  }
}

TEST(Noise, UnitsDoNotMatter) {
  const Eigen::MatrixXd open = random_covariance(3, 5);
  const Eigen::MatrixXd noise = random_covariance(3, 6);
  const Eigen::VectorXd own = 2 * open.diagonal();
  const Eigen::VectorXd unit = Eigen::Vector3d(1000, 1, 0.01);
  const Eigen::MatrixXd other =
      noise_within(unit.asDiagonal() * noise * unit.asDiagonal(), unit.asDiagonal() * open * unit.asDiagonal(),
                   unit.cwiseAbs2().cwiseProduct(own));
  const Eigen::VectorXd back = unit.cwiseInverse();
  EXPECT_LT((back.asDiagonal() * other * back.asDiagonal() - noise_within(noise, open, own)).cwiseAbs().maxCoeff(),
            1e-9);
}

}  // namespace
}  // namespace explainee::person
