// apps/cli/bind_options.h: makes command-line options from option records, so that help and meaning have one source.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/number_of_text.h"
#include "explainee/base/option.h"
#include "explainee/base/option_check.h"
#include "explainee/data/name_pattern.h"
#include "explainee/request/records/record.h"

namespace explainee::cli {

/// Reads a number that must use the whole text; throws CLI::ValidationError otherwise.
template <class T, class Record>
T read_number(const Record& record, const std::string& text) {
  if (const std::optional<T> value = base::number_of_text<T>(text)) return *value;
  throw CLI::ValidationError(
      "--" + std::string(record.name),
      fmt::format("'{}' is not {}", text, std::is_integral_v<T> ? "a whole number" : "a number"));
}

/// The parts of a list; an empty one is no list. `whole_text`: each text is one part.
inline std::vector<std::string> read_list(std::string_view name, const std::vector<std::string>& given,
                                          bool whole_text) {
  std::vector<std::string> parts;
  for (const std::string& text : given) {
    if (whole_text) {
      parts.push_back(text);
    } else {
      for (std::string& part : data::split_list(text)) parts.push_back(std::move(part));
    }
  }
  if (parts.empty()) throw CLI::ValidationError("--" + std::string(name), "the list is empty");
  return parts;
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
          target = read_list(record.name, given, record.whole_text);
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
  if (!checked.ok()) throw CLI::ValidationError(base::text(checked.error(), base::command_line()));
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

/// How often and with which placeholder an option is given.
inline void set_argument(CLI::Option& added, std::string_view argument, bool list) {
  added.type_name(std::string(argument))->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  added.allow_extra_args(false);
  if (list) added.expected(1, 1 << 20)->allow_extra_args(false);
}

/// The names of an option on the command line.
template <class Record>
std::string flags_of(const Record& record) {
  const std::string name = "--" + std::string(record.name);
  return record.short_name == '\0' ? name : std::string("-") + record.short_name + "," + name;
}

/// Adds every record to the command; parsed values go to `options`.
template <class S>
void bind_options(CLI::App& command, const std::vector<base::Option<S>>& records, S& options) {
  for (const auto& record : records) {
    const std::string names = flags_of(record);
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
      set_argument(*added, record.argument, std::holds_alternative<std::vector<std::string> S::*>(record.field));
    }
    added->group(std::string(record.group));
  }
}

/// Adds every record of a request to the command; what is written goes to `written`.
void bind_options(CLI::App& command, const std::vector<request::Record>& records, request::Written& written);

}  // namespace explainee::cli
