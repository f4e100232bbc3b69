#include "explainee/explain/asking/csv_text.h"

#include <array>
#include <charconv>
#include <string_view>

namespace explainee::explain {
namespace {

void add_text(std::string& csv, std::string_view cell) {
  if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
    csv += cell;
    return;
  }
  csv += '"';
  for (const char c : cell) {
    if (c == '"') csv += '"';
    csv += c;
  }
  csv += '"';
}

}  // namespace

std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value + 0.0);  // no −0
  return {digits.data(), end.ptr};
}

std::string csv_text(const RowColumns& columns) {
  std::string csv;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (k > 0) csv += ',';
    add_text(csv, columns[k].name);
  }
  csv += '\n';
  for (std::size_t i = 0; i < rows_of(columns); ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k > 0) csv += ',';
      if (columns[k].is_text()) {
        add_text(csv, columns[k].texts[i]);
      } else {
        csv += number_text(columns[k].numbers[i]);
      }
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace explainee::explain
