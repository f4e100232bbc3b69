// explainee/files/csv/formula_mark.h: texts that a spreadsheet would take for formulas get an apostrophe before them.
#pragma once

#include <string>
#include <string_view>

namespace explainee::files {

/// What marks a text as a text, as spreadsheets have it.
inline constexpr char kFormulaMark = '\'';

/// Whether a spreadsheet would calculate with this text: it begins with = + - @, a tab or a line end and is no number.
/// Marked texts count too: with one mark more each of them can be told from what it was.
[[nodiscard]] bool is_formula(std::string_view text);

/// The text that was written: without its mark, if it has one.
[[nodiscard]] std::string_view without_formula_mark(std::string_view text);

/// The list that was written, parts joined by `;`: each without its mark.
[[nodiscard]] std::string without_formula_marks(std::string_view list);

}  // namespace explainee::files
