#include "explainee/data/id_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace explainee::data {

std::string id_text(const ColumnView& cells, std::size_t row) {
  if (!cells.texts.empty()) return std::string(cells.texts[row]);
  constexpr double kExact = 9007199254740992.0;  // 2^53: whole numbers up to there are what they seem
  const double number = cells.numbers[row];
  if (std::isnan(number)) return "";
  if (number == std::trunc(number) && std::abs(number) <= kExact)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return fmt::format("{}", number);
}

}  // namespace explainee::data
