// explainee/verify/names.h: what the columns of a certificate are called by the moments, which its hash fixes; all of
// it printable.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// In quotes that nothing in the text can end.
[[nodiscard]] std::string quoted(const std::string& text);

/// What columns, candidates and sums are called.
class Names {
 public:
  /// `moments` outlive it.
  explicit Names(const moments::Moments& moments);

  /// Its name; where another column is shown by the same one, with its position.
  [[nodiscard]] std::string column(int column) const;
  /// The name of its one column, or of the category all of whose levels but one it has, with its label where that
  /// is another; else its label with the names of its columns.
  [[nodiscard]] std::string candidate(const CandidateFact& candidate) const;
  /// The same with all that its worth depends on: noise, degrees of freedom, group, cost.
  [[nodiscard]] std::string candidate_in_full(const Certificate& certificate, std::size_t candidate) const;
  /// "bmi", or "2*bmi - 0.5*bp".
  [[nodiscard]] std::string sum(const WeightedSum& sum) const;
  /// A column of what the reader has, with the noise that is taken out of it.
  [[nodiscard]] std::string given_in_full(const Certificate& certificate, std::size_t i) const;
  /// SHA-256 of what the reader has in full, a line for each.
  [[nodiscard]] std::string hash_of_given(const Certificate& certificate) const;
  /// SHA-256 of the candidates in full, a line for each.
  [[nodiscard]] std::string hash_of_candidates(const Certificate& certificate) const;

 private:
  const moments::Moments& moments_;
  std::set<std::string> repeated_;
};

/// The labels of these candidates in braces.
[[nodiscard]] std::string labels_of(const Certificate& certificate, const std::vector<std::size_t>& set);

}  // namespace explainee::verify
