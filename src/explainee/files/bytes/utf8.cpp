#include "explainee/files/bytes/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "explainee/files/bytes/eight_bytes.h"

namespace explainee::files {
namespace {

constexpr std::size_t kMostQuotedBytes = 40;

/// The offset of the first byte of text[from…] that is not ASCII or is NUL, or the size.
std::size_t end_of_plain(std::string_view text, std::size_t from) {
  for (; from + 8 <= text.size(); from += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + from, 8);
    if (((word | (word - kOnes)) & kHighs) != 0) break;  // a high bit, or a zero byte (or a rare false alarm)
  }
  while (from < text.size() && static_cast<unsigned char>(text[from]) < 0x80 && text[from] != '\0') ++from;
  return from;
}

/// The length of the well-formed multi-byte sequence at `from`, or 0 (the table of the Unicode standard, 3-7).
std::size_t sequence_length(std::string_view text, std::size_t from) {
  const auto byte = [&](std::size_t i) {
    return from + i < text.size() ? static_cast<unsigned char>(text[from + i]) : static_cast<unsigned char>(0);
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned char lead = byte(0);
  const unsigned char second = byte(1);
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool fits = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F);
    return continues(1) && continues(2) && fits ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool fits = !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
    return continues(1) && continues(2) && continues(3) && fits ? 4 : 0;
  }
  return 0;
}

}  // namespace

TextCheck check_text(std::string_view text) {
  std::size_t at = end_of_plain(text, 0);
  while (at < text.size()) {
    if (text[at] == '\0') return {TextFault::kNul, at};
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return {TextFault::kNotUtf8, at};
    at = end_of_plain(text, at + length);
  }
  return {};
}

std::string describe(TextFault fault) {
  if (fault == TextFault::kNul) {
    return "holds a NUL byte, so it is not plain text (or it is UTF-16); save it as UTF-8";
  }
  return "is not valid UTF-8; save it as UTF-8, for instance with iconv -f latin1 -t utf-8";
}

std::string in_quotes(std::string_view text) {
  std::size_t length = std::min(text.size(), kMostQuotedBytes);
  if (length < text.size()) {
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  }
  std::string out = "\"";
  for (const char c : text.substr(0, length)) out += c == '\n' || c == '\r' ? ' ' : c;
  return out + (length < text.size() ? "…\"" : "\"");
}

}  // namespace explainee::files
