#include "explainee/report/text/wrap.h"

#include <sstream>

#include "explainee/view/numbers/number_text.h"

namespace explainee::report {

std::string wrap(const std::string& text, int width, const std::string& first, const std::string& rest) {
  std::string out = first;
  std::size_t used = view::text_width(first);
  std::istringstream words(text);
  std::string word;
  bool start = true;
  while (words >> word) {
    while (words.peek() == ' ') words.get();
    if (words.peek() == '%') {  // a percent sign stays with its number
      std::string sign;
      words >> sign;
      word += " " + sign;
    }
    const std::size_t size = view::text_width(word);
    if (!start && used + 1 + size > static_cast<std::size_t>(width)) {
      out += "\n" + rest;
      used = view::text_width(rest);
      start = true;
    }
    if (!start) {
      out += " ";
      ++used;
    }
    out += word;
    used += size;
    start = false;
  }
  return out + "\n";
}

}  // namespace explainee::report
