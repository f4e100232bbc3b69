#include "explainee/view/numbers/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace explainee::view {

namespace {

/// 1234567 → 1,234,567; four digits stay together, as in years.
std::string with_thousands(std::string digits) {
  const std::size_t start = digits.front() == '-' ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  if (end - start < 5) return digits;
  for (std::size_t at = end - 3; at > start; at -= 3) {
    digits.insert(at, ",");
    if (at < start + 4) break;
  }
  return digits;
}

}  // namespace

std::string number_text(double value) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (!std::isfinite(value)) return value > 0 ? "infinite" : "-infinite";
  if (size >= 1e7 || size < 1e-4) return fmt::format("{:.2e}", value);
  if (size >= 100) return with_thousands(fmt::format("{:.0f}", value));
  return fmt::format("{:.3g}", value);
}

std::string number_at_scale(double value, double scale) {
  if (!(scale > 1e-4 && scale < 1e7) || !std::isfinite(value)) return number_text(value);
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(scale))), 0, 7);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  // A rounded -0.0 is 0.0.
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  return with_thousands(text);
}

std::string signed_at_scale(double value, double scale) {
  const std::string text = number_at_scale(value, scale);
  return text.front() == '-' || text.find_first_not_of("0.") == std::string::npos ? text : "+" + text;
}

std::string signed_text(double value) { return (value > 0 ? "+" : "") + number_text(value); }

std::string percent_text(double share) {
  const double percent = 100 * share;
  return fmt::format(
      "{} %", std::abs(percent) < 1 && percent != 0 ? fmt::format("{:.1g}", percent) : fmt::format("{:.0f}", percent));
}

std::string list_text(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::string bar_text(double share, int width) {
  static constexpr std::array<const char*, 8> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clipped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 1.0;
  const auto eighths = static_cast<std::size_t>(std::lround(clipped * width * 8));
  std::string bar;
  for (std::size_t i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

std::size_t text_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string pad_right(const std::string& text, std::size_t width) {
  const std::size_t now = text_width(text);
  return now < width ? text + std::string(width - now, ' ') : text;
}

std::string pad_left(const std::string& text, std::size_t width) {
  const std::size_t now = text_width(text);
  return now < width ? std::string(width - now, ' ') + text : text;
}

}  // namespace explainee::view
