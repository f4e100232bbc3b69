// explainee/base/given_option.h: what a caller asked for beyond the defaults, for the record of how an answer was made.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "explainee/base/option.h"

namespace explainee::base {

/// An option that differs from its default.
struct GivenOption {
  std::string name;
  std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>> value;
};

/// All options of these records that change the answer and are not at their defaults.
template <class S>
std::vector<GivenOption> given_options(const std::vector<Option<S>>& records, const S& options) {
  const S defaults;
  std::vector<GivenOption> given;
  for (const Option<S>& record : records) {
    if (!record.in_provenance) continue;
    std::visit(
        [&](auto member) {
          const auto& value = options.*member;
          if (value == defaults.*member) return;
          using T = std::remove_cvref_t<decltype(value)>;
          GivenOption entry{std::string(record.name), false};
          if constexpr (std::is_same_v<T, int> || std::is_same_v<T, std::optional<int>> ||
                        std::is_same_v<T, std::optional<std::int64_t>>) {
            if constexpr (std::is_same_v<T, int>) {
              entry.value = static_cast<std::int64_t>(value);
            } else {
              entry.value = static_cast<std::int64_t>(*value);
            }
          } else if constexpr (std::is_same_v<T, std::optional<double>>) {
            entry.value = *value;
          } else {
            entry.value = value;
          }
          given.push_back(std::move(entry));
        },
        record.field);
  }
  return given;
}

}  // namespace explainee::base
