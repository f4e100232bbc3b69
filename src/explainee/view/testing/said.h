// explainee/view/testing/said.h: for tests only: what one of the say_… functions says of an explanation, and which
// names and numbers stand in it. How it is worded is nobody's business here.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "explainee/view/sentences/draft.h"

namespace explainee::view::testing {

/// All sentences, one behind the other.
inline std::string said(void (*say)(Draft&), const explain::Explanation& e, const PlainNames& names = {}) {
  Draft draft{e, names};
  say(draft);
  std::string text;
  for (const Sentence& sentence : draft.sentences) text += (text.empty() ? "" : " ") + sentence.text;
  return text;
}

/// Whether the text says this, not as a part of a longer word or number.
inline bool says(const std::string& text, std::string_view part) {
  const auto joins = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    const bool begins = at == 0 || !joins(text[at - 1]) || !joins(part.front());
    const bool inside_number =
        end + 1 < text.size() && text[end] == '.' && text[end + 1] >= '0' && text[end + 1] <= '9';
    const bool ends = end == text.size() || ((!joins(text[end]) && !inside_number) || !joins(part.back()));
    if (begins && ends) return true;
  }
  return false;
}

/// All of these are said, in this order.
inline void expect_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t from = 0;
  for (const std::string& part : parts) {
    const std::size_t at = text.find(part, from);
    ASSERT_NE(at, std::string::npos) << "no '" << part << "' from " << from << " on in: " << text;
    from = at + part.size();
  }
}

}  // namespace explainee::view::testing
