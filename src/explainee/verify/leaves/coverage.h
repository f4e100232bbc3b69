// explainee/verify/leaves/coverage.h: whether the leaves leave no set out.
#pragma once

#include <optional>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/verify/certificate.h"
#include "explainee/verify/problem/allowed.h"

namespace explainee::verify {

/// A node of candidates decided so far that no leaf covers, or none when every set of the live candidates that may
/// stand together by number, groups and costs lies in some leaf. Throws Stopped when `control` says so.
[[nodiscard]] std::optional<Leaf> uncovered(const std::vector<Leaf>& leaves, std::size_t candidates,
                                            const Allowed& allowed, const base::Control& control = {});

}  // namespace explainee::verify
