// explainee/base/option_check.h: whether a value fits its option record; the command line and every library call ask
// here.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/option.h"

namespace explainee::base {

/// A finite number inside the range; kBadOption otherwise.
template <class Record>
Result<void> check_number(const Record& record, double value) {
  const auto bad = [&](const std::string& why) -> Result<void> {
    return Error{ErrorCode::kBadOption, fmt::format("{} {}", value, why), option(record.name)};
  };
  if (!std::isfinite(value)) return bad("is not a finite number");
  if (value < record.low) return bad(fmt::format("is too small; it must be at least {}", record.low));
  if (value > record.high) return bad(fmt::format("is too large; it must be at most {}", record.high));
  return {};
}

/// One of the record's choices, where it has any; kBadOption otherwise.
template <class Record>
Result<void> check_choice(const Record& record, const std::string& value) {
  if (record.choices.empty()) return {};
  const std::string padded = fmt::format("|{}|", record.choices);
  const bool one_word = !value.empty() && value.find('|') == std::string::npos;
  if (one_word && padded.find(fmt::format("|{}|", value)) != std::string::npos) return {};
  std::string listed;
  for (const char c : record.choices) listed += c == '|' ? std::string(", ") : std::string(1, c);
  return Error{ErrorCode::kBadOption, fmt::format("'{}' is not known; choose {}", value, listed), option(record.name)};
}

/// Checks the member that the record describes.
template <class S>
Result<void> check_option(const Option<S>& record, const S& options) {
  return std::visit(
      [&](auto member) -> Result<void> {
        const auto& value = options.*member;
        using T = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::vector<std::string>>) {
          return {};
        } else if constexpr (std::is_same_v<T, std::string>) {
          return check_choice(record, value);
        } else if constexpr (requires { value.has_value(); }) {
          return value ? check_number(record, static_cast<double>(*value)) : Result<void>();
        } else {
          return check_number(record, static_cast<double>(value));
        }
      },
      record.field);
}

}  // namespace explainee::base
