#include "explainee/base/printable/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace explainee::base {
namespace {

/// From the first code point to the last.
struct Range {
  char32_t first;
  char32_t last;
};

/// Unicode 15.1: categories Cc, Cf, Cs, Zl and Zp, and the letters and marks among Default_Ignorable_Code_Point but for
/// variation selectors, which choose how the character before them looks.
constexpr std::array kUnseen = {
    Range{0x0000, 0x001F},   Range{0x007F, 0x009F},   Range{0x00AD, 0x00AD},   Range{0x034F, 0x034F},
    Range{0x0600, 0x0605},   Range{0x061C, 0x061C},   Range{0x06DD, 0x06DD},   Range{0x070F, 0x070F},
    Range{0x0890, 0x0891},   Range{0x08E2, 0x08E2},   Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},
    Range{0x180E, 0x180E},   Range{0x200B, 0x200F},   Range{0x2028, 0x202E},   Range{0x2060, 0x206F},
    Range{0x3164, 0x3164},   Range{0xD800, 0xDFFF},   Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},
    Range{0xFFF0, 0xFFFB},   Range{0x110BD, 0x110BD}, Range{0x110CD, 0x110CD}, Range{0x13430, 0x1343F},
    Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE00FF}, Range{0xE01F0, 0xE0FFF},
};

bool is_plain(char c) { return c >= ' ' && c <= '~'; }

std::string shown(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    if (!c.is_utf8) {
      out += fmt::format("\\x{{{:x}}}", static_cast<unsigned>(c.code));
    } else if (is_unseen(c.code) && !(lines && c.code == '\n')) {
      out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c.code));
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out;
}

}  // namespace

Character character_at(std::string_view text, std::size_t from) {
  const auto byte = [&](std::size_t i) {
    return from + i < text.size() ? static_cast<unsigned char>(text[from + i]) : static_cast<unsigned char>(0);
  };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  char32_t code = lead & (0x7FU >> length);
  bool whole = lead >= 0xC2 && lead <= 0xF4;
  for (std::size_t i = 1; i < length; ++i) {
    whole = whole && (byte(i) & 0xC0U) == 0x80U;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};  // shorter forms say it in fewer bytes
  if (!whole || code < kLeast[length] || code > 0x10FFFF) return {lead, 1, false};
  return {code, length, true};
}

bool is_unseen(char32_t code) {
  const auto* const found =
      std::lower_bound(kUnseen.begin(), kUnseen.end(), code, [](const Range& r, char32_t c) { return r.last < c; });
  return found != kUnseen.end() && code >= found->first;
}

std::string printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_plain) ? std::string(text) : shown(text, false);
}

std::string printable_lines(std::string_view text) { return shown(text, true); }

}  // namespace explainee::base
