// explainee/verify/verify.h: checks a certificate against moments, without trusting or sharing anything with the
// search.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/moments/moments.h"
#include "explainee/verify/certificate.h"

namespace explainee::verify {

/// What was confirmed.
struct Confirmation {
  std::size_t leaves = 0;
  bool optimal = false;  ///< the bound is the support's own value: no other set of as many facts tells more
};

/// Does its own conditioning on the person, recomputes the support's value, sees that the leaves cover every set of at
/// most s candidates and that no leaf holds a set above the bound. kCheckFailed says what does not hold.
[[nodiscard]] base::Result<Confirmation> verify(const Certificate& certificate, const moments::Moments& moments,
                                                const base::Control& control = {});

}  // namespace explainee::verify
