// explainee/base/number_of_text.h: the number that a text is.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace explainee::base {

/// The number when the whole text is one, without spaces or sign +; none otherwise, and for NaN. May be infinite.
template <class Number>
[[nodiscard]] std::optional<Number> number_of_text(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (std::isnan(value)) return std::nullopt;
  }
  return value;
}

}  // namespace explainee::base
