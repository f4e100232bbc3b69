#include "explainee/information/tests/sign_flip.h"

#include "explainee/base/random.h"

namespace explainee::information {

void draw_signs(std::uint64_t seed, int draw, std::span<float> signs) {
  base::Random random(seed, static_cast<std::uint64_t>(draw));
  std::uint64_t bits = 0;
  for (std::size_t group = 0; group < signs.size(); ++group) {
    if (group % 64 == 0) bits = random.bits();
    signs[group] = 1.0F - 2.0F * static_cast<float>((bits >> (group % 64)) & 1U);
  }
}

Responses flipped_signs(Eigen::Index groups, std::uint64_t seed) {
  return {Eigen::MatrixXd::Ones(groups, 1), [seed, groups](int draw, float* signs) {
            draw_signs(seed, draw, {signs, static_cast<std::size_t>(groups)});
          }};
}

base::Result<MaximumOutcome> test_by_sign_flips(const Eigen::Ref<const Eigen::MatrixXd>& sums,
                                                std::span<const ScoreColumns> candidates, const MaximumOptions& options,
                                                const base::Control& control) {
  const auto block = [&](std::size_t k) -> ScoreBlock {
    ScoreColumns own = candidates[k];
    own.first = 0;
    return {sums.middleCols(candidates[k].first, own.count), {own}};
  };
  return test_maximum(candidates.size(), block, flipped_signs(sums.rows(), options.seed), options, control);
}

}  // namespace explainee::information
