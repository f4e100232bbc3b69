// explainee/verify/problem/plain_scan.h: looks at every completion of a set, for plain problems.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <vector>

#include "explainee/verify/problem/allowed.h"
#include "explainee/verify/problem/given_facts.h"

namespace explainee::verify {

/// Finds the sets that may leave less than a given variance of the prediction. The first columns of a set are
/// conditioned on in balls; the last three are looked at in double precision, which settles nearly all sets.
///
/// The last two. Given the first ones, let f be what they leave, and of the other columns c_ij = M_ij/√(M_ii M_jj) the
/// correlations and ρ_j = r_j/√(M_jj f) those with the prediction. {i, j} leaves f·(1 − ρ_i² − x²/y), x = ρ_j − ρ_i
/// c_ij, y = 1 − c_ij², which is at least f·λ if x² ≤ (1 − ρ_i² − λ)·y. With unit of rounding u = eps/2, the factors
/// 1/√M_jj and 1/√f err by 3u (root, quotient, and M rounded from a ball
/// whose radius is at most u/2 of it: Rounded::sharp), so c and ρ err by e = 8u of
/// themselves, hence by e, as |c|, |ρ| ≤ 1; so does λ. A computed x errs by e + 2.1e + 2u, y by 2.1e + 2u, 1 − ρ_i² − λ
/// by 2.1e + e + 3u: each by less than 4e; and what follows by 8u at most. So (|x| + ε)² ≤ (1 − ρ_i² − λ − ε)(y − ε) as
/// computed with ε = 16e, both factors positive, proves it.
///
/// The third last. Given i as well, {j, k} leaves f·(z − x_j²/y_j − x'²/y'), z = 1 − ρ_i², x' = x_k − x_j m/y_j, y' =
/// y_k − m²/y_j, m = c_jk − c_ij c_ik, which is at least f·λ if x'² ≤ (z − x_j²/y_j − λ)·y'. Here x and m err by e +
/// 2.1e + 2u < 27u, y and z by less than 20u. Where y_j ≥ 2⁻¹⁰, as |x_j|, |m| ≤ √y_j, the terms x_j m/y_j, m²/y_j and
/// x_j²/y_j err by less than (2·27/√y_j + 20/y_j)u and their own rounding, together less than 22·2¹⁰u; so x', y' and
/// the factor err by less than 24·2¹⁰u, and the same test with ε = 2¹⁶u proves it. Where some y_j is smaller i is
/// conditioned on in double-double.
///
/// What is not proven so is looked at by itself in balls. A column that what is in determines is only passed over where
/// no orderly set holds both.
class PlainScan {
 public:
  /// Told of a set that may leave less; false: enough.
  using Suspect = std::function<bool(const std::vector<std::size_t>&)>;

  /// `least`: no set may leave less than this variance. Only allowed sets are told of.
  PlainScan(const CheckedProblem& problem, double least, Suspect suspect, const Allowed& allowed);

  /// Goes through `in`, which is orderly and can be paid for, with at most `places` of the columns of `given`, which is
  /// given `in`; false when the suspect said enough.
  [[nodiscard]] bool run(const std::vector<int>& in, const Given& given, std::size_t places);

 private:
  /// Correlations in double precision.
  struct Rounded {
    std::vector<std::size_t> names;
    std::vector<std::size_t> at;  ///< positions in what was rounded
    Eigen::ArrayXXd c;            ///< below the diagonal
    Eigen::ArrayXd rho;
    double share = 0;   ///< λ
    bool sharp = true;  ///< the balls were sharp enough for this
  };

  [[nodiscard]] bool may_stand(const Given& given, std::size_t column) const;
  [[nodiscard]] Rounded round(const Given& given, std::int64_t money) const;
  [[nodiscard]] bool visit(const Given& given, std::size_t places, std::int64_t money);
  [[nodiscard]] bool last_two(const Given& given, std::size_t places, std::int64_t money);
  [[nodiscard]] bool last_three(const Given& given, std::int64_t money);
  [[nodiscard]] bool pairs_beside(const Rounded& all, Eigen::Index pivot, const Eigen::ArrayXd& y);
  [[nodiscard]] bool look_at(std::initializer_list<std::size_t> more);
  [[nodiscard]] bool look_at_all(const std::vector<std::size_t>& names, std::size_t from, std::size_t places);

  const CheckedProblem& problem_;
  double least_;
  Suspect suspect_;
  const Allowed& allowed_;
  std::vector<std::size_t> set_;
};

}  // namespace explainee::verify
