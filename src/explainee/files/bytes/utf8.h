// explainee/files/bytes/utf8.h: text that is not UTF-8 or holds NUL bytes is found here, and nowhere later.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace explainee::files {

/// What no text of a table may hold.
enum class TextFault { kNone, kNul, kNotUtf8 };

/// The first fault of a text and the offset of its byte.
struct TextCheck {
  TextFault fault = TextFault::kNone;
  std::size_t offset = 0;
};

/// Looks for a NUL byte or a sequence that is not UTF-8 (overlong forms and surrogates are not).
[[nodiscard]] TextCheck check_text(std::string_view text);

/// What is wrong and what to do about it, as a sentence about the file or cell.
[[nodiscard]] std::string describe(TextFault fault);

/// The text in quotes for a message, shortened to about 40 bytes at a character's end.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace explainee::files
