// explainee/verify/certificate.h: what a certificate file claims, and the proof it gives; data alone
// (docs/certificate.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::verify {

/// What the claim is about: one or more columns of the moments, or the mean of draws of one prediction.
struct Prediction {
  std::vector<int> columns;
  bool draws = false;
  double resolution_variance = 0;
};

/// A column of u: moment columns with their weights.
using WeightedSum = std::vector<std::pair<int, double>>;

/// A candidate fact and the moment columns it consists of.
struct CandidateFact {
  std::string label;
  std::vector<int> columns;
};

/// A direction that is given away: what the prediction and each candidate have of it.
struct Factor {
  double score = 0;
  std::vector<double> loadings;
};

/// Why no set with p candidates outside the leaf's block undercuts the bound.
struct SplitClass {
  int p = 0;
  std::vector<double> d;        ///< what is held back of the block's columns, in its order
  std::vector<double> gamma;    ///< the point around which the quadratic is written, in that order
  std::vector<double> weights;  ///< of every candidate, for the dominance; empty: all 1
};

/// Sets that hold `in` and none of `out`, and why none of them undercuts the bound.
struct Leaf {
  enum class Kind { kEnumerate, kMonotone, kMaster, kSplit };
  Kind kind = Kind::kEnumerate;
  std::vector<int> in;
  std::vector<int> out;
  std::vector<std::pair<int, double>> gamma;  ///< master
  /// Master, where one of these is not empty: only the sets that hold one of `one_of` or lack one of `not_all_of`.
  std::vector<int> one_of;
  std::vector<int> not_all_of;
  std::vector<int> chosen;  ///< split: with `in` a set that is looked at by itself
  std::vector<int> block;   ///< split
  std::vector<SplitClass> classes;
};

/// What is said of the names, and not checked.
struct Labels {
  std::string reader;
  std::vector<std::string> person;
  std::string program;
};

/// The claim, and leaves that prove it. Positions count from 0.
struct Certificate {
  std::string moments_sha256;
  Prediction prediction;
  std::vector<WeightedSum> given;
  std::vector<std::vector<double>> given_noise;  ///< symmetric, over `given`; empty: none
  std::vector<CandidateFact> candidates;
  std::vector<double> noise;           ///< per candidate; empty: none
  std::vector<int> extra_degrees;      ///< per candidate; empty: none
  std::vector<int> groups;             ///< per candidate, −1: in none; empty: none
  std::vector<std::int64_t> costs;     ///< per candidate, millionths; empty without a budget
  std::optional<std::int64_t> budget;  ///< millionths
  int s = 0;
  std::vector<int> support;
  int settled = 0;                   ///< directions of the prediction that the support settles
  std::optional<double> bits;        ///< the support's value; none where it settles anything
  std::optional<double> bound_bits;  ///< what no set exceeds; none where the support settles anything
  std::vector<double> units;         ///< per candidate, for split and master leaves; else empty
  std::vector<Factor> factors;
  std::optional<double> least_eigenvalue;
  std::vector<Leaf> leaves;
  Labels labels;
};

/// How far the claim of §3 may be off: nats.
inline constexpr double kClaimTolerance = 1e-9;

/// Reads a certificate file, strictly. kDamagedCertificate or kCheckFailed says what is wrong. `where` names the file
/// in messages.
[[nodiscard]] base::Result<Certificate> read_certificate(std::string_view text, const std::string& where);

/// The certificate as a file.
[[nodiscard]] std::string write_certificate(const Certificate& certificate);

}  // namespace explainee::verify
