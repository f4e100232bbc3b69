#include "explainee/files/csv/csv_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace explainee::files {
namespace {

constexpr double kMissingValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 7> kMissingSpellings = {"", "na", "n/a", "null", "nan", "#n/a", "none"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_letters(std::string_view text, std::string_view lower_case) {
  return text.size() == lower_case.size() &&
         std::equal(text.begin(), text.end(), lower_case.begin(), [](char a, char b) { return lower(a) == b; });
}

bool is_missing(std::string_view text) {
  return text.size() <= 4 && std::any_of(kMissingSpellings.begin(), kMissingSpellings.end(),
                                         [&](std::string_view spelling) { return same_letters(text, spelling); });
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The value of a well-formed number beyond the range of doubles: ±infinity, or ±0 when it is too small.
double beyond_range(std::string_view number) {
  const double sign = number.front() == '-' ? -1.0 : 1.0;
  // Where the first digit other than 0 stands relative to the point decides, together with the exponent.
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return sign * 0.0;
  const double place = static_cast<double>(point) - static_cast<double>(first);
  double exponent = 0.0;
  bool down = false;
  for (const char c : number.substr(std::min(e + 1, number.size()))) {
    if (c == '-') down = true;
    if (c >= '0' && c <= '9') exponent = 10.0 * exponent + (c - '0');
  }
  return place + (down ? -exponent : exponent) > 0.0 ? sign * std::numeric_limits<double>::infinity() : sign * 0.0;
}

}  // namespace

CellNumber cell_number(std::string_view cell) {
  std::string_view text = trimmed(cell);
  if (is_missing(text)) return {CellKind::kMissing, kMissingValue};
  if (text.front() == '+' && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + text.size() || status == std::errc::invalid_argument) {
    return {CellKind::kNotANumber, kMissingValue};
  }
  if (status == std::errc::result_out_of_range) return {CellKind::kNumber, beyond_range(text)};
  if (!std::isnan(value)) return {CellKind::kNumber, value};
  return {text.back() == ')' ? CellKind::kNotANumber : CellKind::kMissing, kMissingValue};
}

}  // namespace explainee::files
