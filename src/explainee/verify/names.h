// explainee/verify/names.h: what the columns of a certificate are called by the moments, which its hash fixes.
#pragma once

#include <string>
#include <vector>

#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// The name of its one column; the category or curve whose columns it has, all but a category's first; else its label
/// with the names of its columns, and so where its label is another than its name.
[[nodiscard]] std::string candidate_name(const CandidateFact& candidate, const moments::Moments& moments);

/// "bmi", or "2*bmi - 0.5*bp".
[[nodiscard]] std::string sum_name(const WeightedSum& sum, const moments::Moments& moments);

/// The labels of these candidates in braces.
[[nodiscard]] std::string labels_of(const Certificate& certificate, const std::vector<std::size_t>& set);

/// SHA-256 of the candidates, a line for each: its name.
[[nodiscard]] std::string hash_of_candidates(const Certificate& certificate, const moments::Moments& moments);

}  // namespace explainee::verify
