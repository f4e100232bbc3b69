// explainee/verify/certificate.h: what a certificate file claims, and the proof it gives; data alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::verify {

/// The person: what she has, as names of columns of the moments.
struct Who {
  std::vector<std::string> knows;        ///< table columns; a category stands for its levels
  bool squares_and_products = false;     ///< of the numbers she knows
  std::vector<std::string> as_they_are;  ///< table columns that are her summary
  /// Weighted sums of moment columns: a model she reasons with.
  std::vector<std::vector<std::pair<std::string, double>>> reasons;
  std::vector<std::string> noisy;          ///< those of `as_they_are` whose noise is taken out (mathematics §7)
  std::vector<std::vector<double>> noise;  ///< its covariance, a line for each of them
};

/// A candidate fact and the moment columns it consists of.
struct CandidateFact {
  std::string name;
  std::vector<std::string> columns;
  double noise_variance = 0;  ///< with which a fact of one column is shown (mathematics §7)
};

/// Why no set with p outsiders undercuts the bound (search §3.3). Positions are those of the candidates.
struct SplitClass {
  int p = 0;                      ///< how many of a set's columns lie outside the block
  std::vector<int> block;         ///< holds all columns of `in`
  std::vector<double> held_back;  ///< d of the block's columns, in units of the correlations
  std::vector<double> gamma;      ///< of the block's columns, in those units
  std::vector<double> weights;    ///< π of every candidate, for the dominance; empty: all 1
};

/// All sets that hold `in` and none of `out`, and why none of them undercuts the bound.
struct Leaf {
  enum class Kind { kEnumerate, kMonotone, kMaster, kSplit };
  std::vector<int> in;
  std::vector<int> out;
  Kind kind = Kind::kEnumerate;
  std::vector<std::pair<int, double>> gamma;  ///< master
  /// Master, where one of these is not empty: the leaf holds only the sets with one of `never` or without one of
  /// `always`.
  std::vector<int> never;
  std::vector<int> always;
  std::vector<int> chosen;  ///< split: with `in` a set that is looked at by itself
  std::vector<SplitClass> split;
};

/// The claim: on these moments, for this person, no set of at most `s` candidates that costs at most the budget has an
/// objective above `bound_bits`, and the support has `bits`.
struct Certificate {
  std::string moments_sha256;
  std::vector<std::string> prediction;
  bool draws = false;  ///< the columns of `prediction` are draws of one; the claim is about a single draw
  Who who;
  std::vector<CandidateFact> candidates;
  double resolution_variance = 0;
  std::vector<double> bias_nats;  ///< charge of extra columns by rank; empty: none
  int s = 0;
  std::vector<double> costs;     ///< per candidate, as people write it; empty without a budget
  std::optional<double> budget;  ///< what the candidates of a set may cost together
  std::vector<int> support;
  std::optional<double> bits;                ///< objective of the support; none: infinite
  std::optional<double> bound_bits;          ///< none: infinite
  std::vector<double> unit;                  ///< per candidate: correlations are G_jl·unit_j·unit_l − Σ factors
  std::vector<std::vector<double>> factors;  ///< K lists of one number per candidate
  std::vector<double> scores;                ///< K
  std::optional<double> least_eigenvalue;  ///< δ of the master leaves: correlations without factors, less δI, are ⪰ 0
  std::vector<Leaf> leaves;
};

/// Reads a certificate file; kDamagedCertificate says what is wrong. `where` names the file in messages.
[[nodiscard]] base::Result<Certificate> read_certificate(std::string_view text, const std::string& where);

/// The certificate as a file, with a checksum over all of it.
[[nodiscard]] std::string write_certificate(const Certificate& certificate);

}  // namespace explainee::verify
