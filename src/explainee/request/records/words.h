// explainee/request/records/words.h: the words that stand for the choices of a request, everywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "explainee/request/request.h"

namespace explainee::request {

/// The words of a choice in the order of its values, separated by |.
template <class E>
inline constexpr std::string_view kWords = "";
template <>
inline constexpr std::string_view kWords<Scale> = "plain|logit";
template <>
inline constexpr std::string_view kWords<AnswersAs> = "auto|person|rows";
template <>
inline constexpr std::string_view kWords<ReaderKind> = "flexible|quadratic|linear";
template <>
inline constexpr std::string_view kWords<Tell> = "supported|all";
template <>
inline constexpr std::string_view kWords<Effort> = "quick|normal|thorough";
template <>
inline constexpr std::string_view kWords<Method> = "exact|greedy|lasso";
template <>
inline constexpr std::string_view kWords<Missing> = "error|drop";
template <>
inline constexpr std::string_view kWords<Metric> = "best|all";

/// The word at a position of such a list.
[[nodiscard]] constexpr std::string_view word_at(std::string_view words, std::size_t position) {
  for (; position > 0; --position) words.remove_prefix(words.find('|') + 1);
  return words.substr(0, words.find('|'));
}

/// The position of a word in such a list; it must be one of them.
[[nodiscard]] constexpr std::size_t position_of(std::string_view words, std::string_view word) {
  std::size_t position = 0;
  for (; word_at(words, 0) != word && words.find('|') != std::string_view::npos; ++position)
    words.remove_prefix(words.find('|') + 1);
  return position;
}

/// The word of a value.
template <class E>
[[nodiscard]] std::string word_of(E value) {
  return std::string(word_at(kWords<E>, static_cast<std::size_t>(value)));
}

/// The words of the values up to this one, where later ones are no choice.
template <class E>
[[nodiscard]] constexpr std::string_view words_to(E last) {
  const std::string_view word = word_at(kWords<E>, static_cast<std::size_t>(last));
  return kWords<E>.substr(0, static_cast<std::size_t>(word.data() - kWords<E>.data()) + word.size());
}

}  // namespace explainee::request
