// explainee/base/printable/printable.h: foreign text (names, cells, files) as it can be shown on a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace explainee::base {

/// One character of a text.
struct Character {
  char32_t code = 0;       ///< its code point; its first byte where that begins no UTF-8
  std::size_t length = 1;  ///< in bytes
  bool is_utf8 = true;     ///< false for a byte that begins no UTF-8; half of a surrogate pair counts as UTF-8 here
};

/// The character that begins at this byte of the text, which must not lie behind its end.
[[nodiscard]] Character character_at(std::string_view text, std::size_t from);

/// Whether nobody can see this character, or it moves others about: the control and format characters of Unicode
/// (categories Cc and Cf: bidirectional controls, zero widths, tags), line and paragraph separators, surrogates, and
/// letters that are drawn as nothing.
[[nodiscard]] bool is_unseen(char32_t code);

/// The text on one line and in the order in which it was written: what cannot be seen is written \u{202e}, a byte that
/// is no UTF-8 \x{9b}. What is printable already stays as it is, so that doing it twice is doing it once.
[[nodiscard]] std::string printable(std::string_view text);

/// The same for several lines: line ends stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace explainee::base
