#include "explainee/view/numbers/picture_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace explainee::view {
namespace {

/// Steps that are less than this beside the totals are none.
constexpr double kFlat = 1e-12;
constexpr int kMostDecimals = 9;
constexpr int kMostTickDecimals = 12;

double largest_size(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// Commas between thousands.
std::string grouped(std::string digits) {
  const std::size_t start = digits.find_first_of("0123456789");
  if (start == std::string::npos) return digits;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  for (std::size_t at = end; at > start + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string with_true_minus(const std::string& text) { return text.starts_with('-') ? "−" + text.substr(1) : text; }

}  // namespace

PictureNumbers::PictureNumbers(std::span<const double> steps, std::span<const double> totals) {
  double step = largest_size(steps);
  const double largest = std::max(step, largest_size(totals));
  const bool flat = step <= kFlat * largest;
  if (flat) step = largest;
  const bool far = (largest > 0 && largest < 1e-3) || (largest >= 1e6 && step >= 1e-4 * largest);
  if (far) power_ = 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
  if (step > 0)
    decimals_ = std::clamp(2 - static_cast<int>(std::floor(std::log10(step) - power_)), flat ? 2 : 0, kMostDecimals);
}

std::string PictureNumbers::text(double value, bool sign) const {
  const double scaled = value / std::pow(10.0, power_);
  std::string digits = sign ? fmt::format("{:+.{}f}", scaled, decimals_) : fmt::format("{:.{}f}", scaled, decimals_);
  if (digits.find_first_of("123456789") == std::string::npos) digits.erase(0, digits.find_first_not_of("+-"));
  return with_true_minus(grouped(digits));
}

std::string PictureNumbers::unit() const {
  static constexpr std::array<const char*, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (power_ == 0) return "";
  std::string raised;
  for (const char digit : std::to_string(power_))
    raised += digit == '-' ? "⁻" : kRaised[static_cast<std::size_t>(digit - '0')];
  return fmt::format(" (× 10{})", raised);
}

std::vector<std::string> PictureNumbers::ticks(std::span<const double> places) const {
  const double unit = std::pow(10.0, power_);
  double gap = places.size() > 1 ? INFINITY : 1.0;
  for (std::size_t i = 1; i < places.size(); ++i) gap = std::min(gap, places[i] - places[i - 1]);
  gap /= unit;
  int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(gap) + 1e-9)), 0, kMostTickDecimals);
  const double apart = gap * std::pow(10.0, decimals);
  if (std::abs(apart - std::nearbyint(apart)) >= 5e-7) ++decimals;  // 2.5 takes one more than 2
  std::vector<std::string> texts;
  for (const double place : places)
    texts.push_back(with_true_minus(grouped(fmt::format("{:.{}f}", place / unit + 0.0, decimals))));
  return texts;
}

}  // namespace explainee::view
