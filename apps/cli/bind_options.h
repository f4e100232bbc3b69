// apps/cli/bind_options.h: makes command-line options from option records, so that help and meaning have one source.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/number_of_text.h"
#include "explainee/base/option.h"
#include "explainee/base/option_check.h"
#include "explainee/data/name_pattern.h"

namespace explainee::cli {

/// Reads a number that must use the whole text; throws CLI::ValidationError otherwise.
template <class T, class S>
T read_number(const base::Option<S>& record, const std::string& text) {
  if (const std::optional<T> value = base::number_of_text<T>(text)) return *value;
  throw CLI::ValidationError(
      "--" + std::string(record.name),
      fmt::format("'{}' is not {}", text, std::is_integral_v<T> ? "a whole number" : "a number"));
}

/// Stores the texts given for one option in its member.
template <class S>
void store(const base::Option<S>& record, S& options, const std::vector<std::string>& given) {
  const std::string& last = given.back();
  std::visit(
      [&](auto member) {
        auto& target = options.*member;
        using T = std::remove_reference_t<decltype(target)>;
        if constexpr (std::is_same_v<T, std::vector<std::string>>) {
          target.clear();  // of its default
          for (const std::string& text : given) {
            if (record.whole_text) {
              target.push_back(text);
            } else {
              for (std::string& part : data::split_list(text)) target.push_back(std::move(part));
            }
          }
          if (target.empty()) throw CLI::ValidationError("--" + std::string(record.name), "the list is empty");
        } else if constexpr (std::is_same_v<T, std::string>) {
          if (last.empty()) throw CLI::ValidationError("--" + std::string(record.name), "it is empty");
          target = last;
        } else if constexpr (std::is_same_v<T, std::optional<int>> || std::is_same_v<T, int>) {
          target = read_number<int>(record, last);
        } else if constexpr (std::is_same_v<T, std::optional<std::int64_t>> || std::is_same_v<T, std::int64_t>) {
          target = read_number<std::int64_t>(record, last);
        } else if constexpr (std::is_same_v<T, std::optional<double>> || std::is_same_v<T, double>) {
          target = read_number<double>(record, last);
        }
      },
      record.field);
  const auto checked = base::check_option(record, options);
  if (!checked.ok()) throw CLI::ValidationError(checked.error().message);
}

/// The help of one option: its sentence, the choices, and the default where there is one to name.
template <class S>
std::string help_text(const base::Option<S>& record, const S& defaults) {
  std::string text(record.help);
  if (!record.choices.empty())
    text += fmt::format("; one of {}", fmt::join(data::split_list(record.choices, '|'), ", "));
  const auto* word = std::get_if<std::string S::*>(&record.field);
  const auto* number = std::get_if<int S::*>(&record.field);
  if (word != nullptr && !(defaults.*(*word)).empty()) text += fmt::format(" ({})", defaults.*(*word));
  if (number != nullptr) text += fmt::format(" ({})", defaults.*(*number));
  return text;
}

/// Adds every record to the command; parsed values go to `options`.
template <class S>
void bind_options(CLI::App& command, const std::vector<base::Option<S>>& records, S& options) {
  for (const auto& record : records) {
    std::string names = "--" + std::string(record.name);
    if (record.short_name != '\0') names = std::string("-") + record.short_name + "," + names;
    CLI::Option* added = nullptr;
    if (const auto* flag = std::get_if<bool S::*>(&record.field)) {
      added = command.add_flag(names, options.*(*flag), help_text(record, options));
    } else {
      added = command.add_option(
          names,
          [&record, &options](const std::vector<std::string>& given) {
            store(record, options, given);
            return true;
          },
          help_text(record, options));
      added->type_name(std::string(record.argument))->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      added->allow_extra_args(false);
      if (std::holds_alternative<std::vector<std::string> S::*>(record.field))
        added->expected(1, 1 << 20)->allow_extra_args(false);
    }
    added->group(std::string(record.group));
  }
}

}  // namespace explainee::cli
