#include "explainee/base/json/json_text.h"

#include <fmt/format.h>

#include "explainee/base/printable/printable.h"

namespace explainee::base {
namespace {

/// As JSON has it: beyond the first 65536 characters in two halves.
std::string escaped(char32_t code) {
  const auto unit = static_cast<unsigned>(code);
  if (unit < 0x10000) return fmt::format("\\u{:04x}", unit);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + ((unit - 0x10000U) >> 10U), 0xDC00U + (unit & 0x3FFU));
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& json, int indentation) {
  const std::string text = json.dump(indentation, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    const bool line_end = c.code == '\n';  // between values: inside texts it is escaped already
    is_unseen(c.code)&& !line_end ? out += escaped(c.code) : out.append(text, at, c.length);
    at += c.length;
  }
  return out;
}

}  // namespace explainee::base
