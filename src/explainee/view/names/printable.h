// explainee/view/names/printable.h: names and texts of a table as they can be shown on a line.
#pragma once

#include <string>

namespace explainee::view {

/// The text with a space for each control character: no name moves the cursor or changes colours.
[[nodiscard]] inline std::string printable(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) text[i] = ' ';
    const bool second = i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte == 0xc2 && second) text.replace(i, 2, " ");  // U+0080 to U+009F
  }
  return text;
}

}  // namespace explainee::view
