// explainee/base/given_option.h: what a caller asked for beyond the defaults, for the record of how an answer was made.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "explainee/base/option.h"

namespace explainee::base {

/// A value as it was given.
using OptionValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// An option that differs from its default.
struct GivenOption {
  std::string name;
  OptionValue value;
};

/// The type that a value is recorded as: every whole number as int64.
template <class T>
struct Widened {
  using Type = T;
};
template <>
struct Widened<int> {
  using Type = std::int64_t;
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
          if constexpr (requires { value.has_value(); }) {
            entry.value = typename Widened<typename T::value_type>::Type{*value};
          } else {
            entry.value = typename Widened<T>::Type(value);
          }
          given.push_back(std::move(entry));
        },
        record.field);
  }
  return given;
}

}  // namespace explainee::base
