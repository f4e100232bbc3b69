// explainee/view/numbers/number_text.h: numbers as people read them.
#pragma once

#include <string>
#include <vector>

namespace explainee::view {

/// Three significant digits, no exponent for ordinary sizes: 0.0123, 4.57, 38, 12,346.
[[nodiscard]] std::string number_text(double value);

/// As many decimals as a number of size `scale` needs for three significant digits, so that sums can be checked by eye.
[[nodiscard]] std::string number_at_scale(double value, double scale);

/// The same with a sign always.
[[nodiscard]] std::string signed_at_scale(double value, double scale);

/// number_text() with a sign always: +4.57.
[[nodiscard]] std::string signed_text(double value);

/// "12 %"; the share may be negative.
[[nodiscard]] std::string percent_text(double share);

/// "a, b and c".
[[nodiscard]] std::string list_text(const std::vector<std::string>& items);

/// A bar of eighths of blocks, `width` characters at 1; shares beyond 0…1 are drawn as their nearest end.
[[nodiscard]] std::string bar_text(double share, int width);

/// How many character cells a UTF-8 text takes on a terminal (accents and simple symbols; no double-width scripts).
[[nodiscard]] std::size_t text_width(const std::string& text);

/// The text with spaces behind (or before) it, to this width.
[[nodiscard]] std::string pad_right(const std::string& text, std::size_t width);
[[nodiscard]] std::string pad_left(const std::string& text, std::size_t width);

}  // namespace explainee::view
