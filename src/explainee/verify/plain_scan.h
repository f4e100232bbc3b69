// explainee/verify/plain_scan.h: looks at every completion of a set, for one prediction and facts of one column.
#pragma once

#include <functional>
#include <vector>

#include "explainee/verify/person_problem.h"
#include "explainee/verify/prices.h"

namespace explainee::verify {

/// Finds the sets that may leave less than a given variance of the prediction. The first columns of a set are
/// conditioned on in double-double; the last two are looked at in double precision, which settles nearly all sets:
///
/// Given the first ones, let f be what they leave, and of the other columns c_ij = M_ij/√(M_ii M_jj) the correlations
/// and ρ_j = r_j/√(M_jj f) those with the prediction. {i, j} leaves f·(1 − ρ_i² − x²/y), x = ρ_j − ρ_i c_ij, y = 1 −
/// c_ij², which is at least f·λ if x² ≤ (1 − ρ_i² − λ)·y. With unit of rounding u = eps/2, the factors 1/√M_jj and 1/√f
/// err by 3u (root, quotient, and M rounded from double-double), so c and ρ err by 8u of themselves, hence by 8u, as
/// |c|, |ρ| ≤ 1; a computed x errs by 8u + 17u + 2u < 30u, y by 17u + 2u < 30u, 1 − ρ_i² − λ by 17u + 8u + 3u < 30u,
/// and what follows by 8u at most. So (|x| + ε)² ≤ (1 − ρ_i² − λ − ε)(y − ε) as computed with ε = 64 eps = 128u, both
/// factors positive, proves it. What is not proven so is looked at by itself in double-double. As everywhere in this
/// checker, double-double is taken as exact, with 32 digits where a pivot can cost 11 (kDetermined).
class PlainScan {
 public:
  /// Told of a set that may leave less; false: enough.
  using Suspect = std::function<bool(const std::vector<std::size_t>&)>;

  /// `least`: no set may leave less than this variance. Sets that cannot be paid for are passed over.
  PlainScan(const PersonProblem& problem, double least, Suspect suspect, Prices prices = {});

  /// Goes through `in`, which can be paid for, with at most `places` of `free`; false when the suspect said enough.
  [[nodiscard]] bool run(const std::vector<int>& in, const std::vector<std::size_t>& free, std::size_t places);

 private:
  /// Covariances of columns and, last, of the prediction given the facts already in; the upper triangle.
  struct Given {
    std::vector<std::size_t> names;
    std::vector<DoubleDouble> cells;

    [[nodiscard]] std::size_t width() const { return names.size() + 1; }
    [[nodiscard]] const DoubleDouble& at(std::size_t i, std::size_t j) const { return cells[i * width() + j]; }
  };

  [[nodiscard]] Given condition(const Given& given, std::size_t pivot, std::size_t from) const;
  [[nodiscard]] bool counts(const Given& given, std::size_t column) const;
  [[nodiscard]] bool visit(const Given& given, std::size_t places, std::int64_t left);
  [[nodiscard]] bool last_places(const Given& given, std::size_t places, std::int64_t money);
  [[nodiscard]] bool look_at(std::initializer_list<std::size_t> more);

  const PersonProblem& problem_;
  double least_;
  Suspect suspect_;
  Prices prices_;
  std::vector<std::size_t> set_;
};

}  // namespace explainee::verify
