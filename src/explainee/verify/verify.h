// explainee/verify/verify.h: checks a certificate against moments, without trusting or sharing anything with the
// search (docs/certificate.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// What was confirmed.
struct Confirmation {
  std::size_t leaves = 0;
  bool optimal = false;        ///< the bound is the support's own value: no other set tells more
  std::size_t directions = 0;  ///< independent directions of the prediction
  /// Sets with more columns are beyond the rows; none: there is no such set.
  std::optional<std::size_t> most_columns;
};

/// What the support of a certificate is worth on totals, for those who write one.
struct SupportWorth {
  int settled = 0;  ///< directions of the prediction
  double bits = 0;  ///< where none is settled
};

/// The worth of the certificate's support; nothing else of its claim is looked at. Needs a single fold.
[[nodiscard]] base::Result<SupportWorth> worth_of_support(const Certificate& certificate,
                                                          const moments::Moments& totals,
                                                          const base::Control& control = {});

/// Joins the folds of the moments, conditions on the certificate's columns, recomputes the support's value, sees that
/// the leaves cover every allowed set and that no leaf holds one above the bound. kCheckFailed says what is not proven,
/// also where the time limit of `control` comes first.
[[nodiscard]] base::Result<Confirmation> verify(const Certificate& certificate, const moments::Moments& moments,
                                                const base::Control& control = {});

}  // namespace explainee::verify
