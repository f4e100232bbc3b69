// explainee/request/words.h: the words that stand for the choices of a request, everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "explainee/request/request.h"

namespace explainee::request {

/// The words of a choice, in the order of its values.
template <class E>
inline constexpr std::array<std::string_view, 0> kWords = {};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Scale> = {"plain", "logit"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<AnswersAs> = {"auto", "person", "rows"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Method> = {"exact", "greedy", "lasso"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Estimator> = {"auto", "gaussian"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Missing> = {"error", "drop"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Metric> = {"best", "all"};

/// The word of a value.
template <class E>
[[nodiscard]] std::string word_of(E value) {
  return std::string(kWords<E>[static_cast<std::size_t>(value)]);
}

}  // namespace explainee::request
