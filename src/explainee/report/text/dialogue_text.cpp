#include "explainee/report/text/dialogue_text.h"

#include <algorithm>

#include "explainee/view/numbers/number_text.h"

namespace explainee::report {
namespace {

/// So many entries stand one under the other; more are set side by side.
constexpr std::size_t kOneUnderTheOther = 14;

/// Entries line by line, down the columns, as many columns as fit.
std::string set_side_by_side(const std::vector<std::string>& entries, int width) {
  std::size_t widest = 0;
  for (const std::string& entry : entries) widest = std::max(widest, view::text_width(entry));
  const std::size_t fitting = std::max<std::size_t>(1, static_cast<std::size_t>(width) / (widest + 4));
  const std::size_t columns = entries.size() <= kOneUnderTheOther ? 1 : fitting;
  const std::size_t lines = (entries.size() + columns - 1) / columns;
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string row;
    for (std::size_t i = line; i < entries.size(); i += lines) row += "  " + view::pad_right(entries[i], widest + 2);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace

std::string choices_text(const std::vector<std::string>& choices, int width) {
  std::vector<std::string> entries;
  const std::size_t digits = std::to_string(choices.size()).size();
  for (std::size_t i = 0; i < choices.size(); ++i)
    entries.push_back(view::pad_left(std::to_string(i + 1), digits) + "  " + choices[i]);
  return set_side_by_side(entries, width);
}

std::string case_text(const view::CaseView& shown, int width) {
  std::size_t widest = 0;
  for (const view::CaseValue& value : shown.values) widest = std::max(widest, view::text_width(value.label));
  std::vector<std::string> entries;
  for (const view::CaseValue& value : shown.values)
    entries.push_back(view::pad_right(value.label, widest) + "  " + value.value);
  return set_side_by_side(entries, width);
}

}  // namespace explainee::report
