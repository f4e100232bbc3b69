// explainee/request/grammar/written.h: what a caller wrote, by the names of the records, before anything is looked up.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/given_option.h"

namespace explainee::request {

/// A value as it is written: a switch, a number, a text, or several texts.
using Value = base::OptionValue;

/// What was written, each name once. Command line, Python's keywords and a JSON document all become one.
class Written {
 public:
  /// The value of this name; null when nothing was written.
  [[nodiscard]] const Value* find(std::string_view name) const {
    for (const auto& [key, value] : values_) {
      if (key == name) return &value;
    }
    return nullptr;
  }

  /// The text of this name; empty when nothing was written or it is no text.
  [[nodiscard]] std::string text(std::string_view name) const { return or_default<std::string>(name); }

  /// The texts of this name; none when nothing was written or it is no list.
  [[nodiscard]] std::vector<std::string> list(std::string_view name) const {
    return or_default<std::vector<std::string>>(name);
  }

  void set(std::string_view name, Value value) {
    for (auto& [key, own] : values_) {
      if (key != name) continue;
      own = std::move(value);
      return;
    }
    values_.emplace_back(name, std::move(value));
  }

  void erase(std::string_view name) {
    std::erase_if(values_, [name](const auto& entry) { return entry.first == name; });
  }

  /// In the order in which they were written.
  [[nodiscard]] const std::vector<std::pair<std::string, Value>>& values() const { return values_; }

 private:
  template <class T>
  [[nodiscard]] T or_default(std::string_view name) const {
    const Value* value = find(name);
    const T* held = value == nullptr ? nullptr : std::get_if<T>(value);
    return held == nullptr ? T() : *held;
  }

  std::vector<std::pair<std::string, Value>> values_;
};

}  // namespace explainee::request
