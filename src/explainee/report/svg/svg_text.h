// explainee/report/svg/svg_text.h: text in a picture.
#pragma once

#include <string>

namespace explainee::report {

/// Printable, with the characters that mean something in XML written out.
[[nodiscard]] std::string svg_escape(const std::string& text);

/// A text element; `style` are its further attributes.
[[nodiscard]] std::string svg_text(double x, double y, const std::string& text, const std::string& style);

/// The text, cut with … where it is longer than `width` characters.
[[nodiscard]] std::string svg_fit(const std::string& text, std::size_t width);

}  // namespace explainee::report
