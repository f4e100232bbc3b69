// explainee/verify/problem/checked_problem.h: from moments and a person to the regression that was searched, on its own
// way and in double-double.
#pragma once

#include <vector>

#include "explainee/base/control.h"
#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/double_double.h"

namespace explainee::verify {

/// Thrown within this module when the caller stops; verify() makes an error of it.
struct Stopped {};

/// A symmetric matrix in double-double.
class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] DoubleDouble& operator()(std::size_t i, std::size_t j) { return cells_[i * size_ + j]; }
  [[nodiscard]] const DoubleDouble& operator()(std::size_t i, std::size_t j) const { return cells_[i * size_ + j]; }

 private:
  std::size_t size_ = 0;
  std::vector<DoubleDouble> cells_;
};

/// Covariances given u of the candidates' columns as they are shown, then of the independent predictions (mathematics
/// §2, §7).
struct CheckedProblem {
  Matrix given;
  std::vector<double> own;                                      ///< variances before conditioning
  std::vector<std::pair<std::size_t, std::size_t>> candidates;  ///< first column and number of columns
  std::size_t columns = 0;                                      ///< of all candidates; predictions follow
  std::size_t predictions = 0;
  double degrees = 0;  ///< effective rows − 1 − rank of u
  std::vector<double> bias_nats;
  base::Control control;  ///< of the caller

  /// Throws Stopped when the caller wants no more.
  void throw_if_stopped() const {
    if (control.cancelled()) throw Stopped{};
  }
  [[nodiscard]] std::size_t target(std::size_t k) const { return columns + k; }
};

/// Conditions the moments on the person of the certificate. kDamagedCertificate when it names what the moments lack.
[[nodiscard]] base::Result<CheckedProblem> condition(const Certificate& certificate, const moments::Moments& moments,
                                                     const base::Control& control = {});

}  // namespace explainee::verify
