// explainee/verify/leaves/coverage.h: whether the leaves leave no set out.
#pragma once

#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/prices.h"

namespace explainee::verify {

/// A node of candidates decided so far that no leaf covers, or none when every set of at most `s` of `size` candidates
/// that can be paid for lies in some leaf. Throws Stopped when `control` says so.
[[nodiscard]] std::optional<Leaf> uncovered(const std::vector<Leaf>& leaves, int size, int s, const Prices& prices = {},
                                            const base::Control& control = {});

}  // namespace explainee::verify
