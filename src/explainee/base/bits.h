// explainee/base/bits.h: nats inside the code, bits for people.
#pragma once

#include <numbers>

namespace explainee::base {

/// log₂ for people.
[[nodiscard]] constexpr double to_bits(double nats) { return nats / std::numbers::ln2; }

/// And back.
[[nodiscard]] constexpr double to_nats(double bits) { return bits * std::numbers::ln2; }

}  // namespace explainee::base
