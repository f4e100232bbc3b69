#include "explainee/files/csv/formula_mark.h"

#include <algorithm>
#include <vector>

#include "explainee/data/name_pattern.h"
#include "explainee/files/csv/csv_number.h"

namespace explainee::files {

bool is_formula(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kFormulaMark), text.size()));
  if (text.empty() || std::string_view("=+-@\t\r\n").find(text.front()) == std::string_view::npos) return false;
  return cell_number(text).kind != CellKind::kNumber;
}

std::string_view without_formula_mark(std::string_view text) {
  const bool marked = !text.empty() && text.front() == kFormulaMark && is_formula(text);
  return marked ? text.substr(1) : text;
}

std::string without_formula_marks(std::string_view list) {
  std::vector<std::string> parts = data::split_list(list, ';');
  for (std::string& part : parts) part = std::string(without_formula_mark(part));
  return data::join_list(parts, ';');
}

}  // namespace explainee::files
