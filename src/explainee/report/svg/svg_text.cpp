#include "explainee/report/svg/svg_text.h"

#include <fmt/format.h>

#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::report {

std::string svg_escape(const std::string& text) {
  std::string out;
  for (const char c : base::printable(text)) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string svg_text(double x, double y, const std::string& text, const std::string& style) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, svg_escape(text));
}

std::string svg_fit(const std::string& text, std::size_t width) {
  if (view::text_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t cells = 0; end < text.size() && cells + 1 < width; ++cells) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;  // rest of a character
  }
  return text.substr(0, end) + "…";
}

}  // namespace explainee::report
