// explainee/person/model/word_scores.h: words in an order (low, middle, high) as numbers.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::person {

/// Normal scores of k ≥ 1 words in an order, lowest first: the mean of a standard normal over each of k equally likely
/// ranges, so that the outer words lie a little farther off than in equal steps. Increasing, symmetric about 0. What a
/// word does not say is noise, which is learnt like any other; shift and unit do not matter.
[[nodiscard]] Eigen::VectorXd word_scores(int words);

/// Words can be told apart and there are at least two, or none; else kBadOption.
[[nodiscard]] base::Result<void> check_words(const std::vector<std::string>& words);

}  // namespace explainee::person
