// python/core/options.h: option records as Python sees them: filled from keyword arguments, and described.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/errors/suggestion.h"
#include "explainee/base/option.h"
#include "explainee/base/option_check.h"
#include "explainee/explain/gather/choices.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/grammar/values.h"
#include "raise.h"

namespace explainee::python {

/// An option's name as a keyword: dashes are no part of one.
inline std::string keyword(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text == "lambda" ? "lambda_" : text;
}

template <class T>
T cast_value(const std::string& name, nanobind::handle value, const char* what) {
  T result{};
  // A truth value is no number, though Python takes it for one.
  const std::string type = nanobind::cast<std::string>(value.type().attr("__name__"));
  const bool truth = type == "bool" || type == "bool_";
  if constexpr (std::is_same_v<T, bool>) {
    if (truth) return PyObject_IsTrue(value.ptr()) == 1;
  }
  if (truth != std::is_same_v<T, bool> || !nanobind::try_cast(value, result)) {
    throw CoreError(
        {base::ErrorCode::kBadOption, fmt::format("{}: {} is not {}", name, nanobind::repr(value).c_str(), what), ""});
  }
  return result;
}

/// Text, or several texts.
inline std::vector<std::string> cast_list(const std::string& name, nanobind::handle value) {
  if (nanobind::isinstance<nanobind::str>(value)) return {cast_value<std::string>(name, value, "a text")};
  std::vector<std::string> list;
  if (!nanobind::hasattr(value, "__iter__")) {
    throw CoreError({base::ErrorCode::kBadOption,
                     fmt::format("{}: {} is not a text or a list of texts", name, nanobind::repr(value).c_str()), ""});
  }
  for (const nanobind::handle item : nanobind::iter(value))
    list.push_back(cast_value<std::string>(name, item, "a text"));
  return list;
}

/// A keyword's value in the form that its record has.
inline request::Value read_keyword(const request::Record& record, const std::string& name, nanobind::handle value) {
  switch (request::form_of(record)) {
    case request::Form::kSwitch:
      return cast_value<bool>(name, value, "True or False");
    case request::Form::kWhole:
      return cast_value<std::int64_t>(name, value, "a whole number");
    case request::Form::kNumber:
      return cast_value<double>(name, value, "a number");
    case request::Form::kText:
      return cast_value<std::string>(name, value, "a text");
    case request::Form::kRow:
      if (nanobind::isinstance<nanobind::str>(value)) return cast_value<std::string>(name, value, "a text");
      return cast_value<std::int64_t>(name, value, "a whole number, or a text such as 'id:00000003'");
    case request::Form::kList:
      return cast_list(name, value);
  }
  return false;
}

/// Puts a value into the member that the record names; fails with kBadOption when it does not fit.
template <class S>
void set_option(const base::Option<S>& record, S& options, nanobind::handle value) {
  const std::string name = keyword(record.name);
  std::visit(
      [&](auto member) {
        auto& target = options.*member;
        using T = std::remove_reference_t<decltype(target)>;
        if constexpr (std::is_same_v<T, bool>) {
          target = cast_value<bool>(name, value, "True or False");
        } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
          target = cast_list(name, value);
        } else if constexpr (std::is_same_v<T, std::string>) {
          target = cast_value<std::string>(name, value, "a text");
        } else if constexpr (std::is_same_v<T, std::optional<double>> || std::is_same_v<T, double>) {
          target = cast_value<double>(name, value, "a number");
        } else if constexpr (std::is_same_v<T, std::optional<int>> || std::is_same_v<T, int>) {
          target = cast_value<int>(name, value, "a whole number");
        } else {
          target = cast_value<std::int64_t>(name, value, "a whole number");
        }
      },
      record.field);
  value_of(base::check_option(record, options));
}

/// What is said of a keyword that none of these records has.
template <class Records>
CoreError unknown_keyword(const Records& records, const std::string& name) {
  std::vector<std::string> keywords;
  for (const auto& record : records) keywords.push_back(keyword(record.name));
  return CoreError(
      {base::ErrorCode::kBadOption,
       fmt::format("there is no option '{}' here{}", name, base::did_you_mean(name, keywords, base::quoted)), ""});
}

/// Fills options from keyword arguments; None leaves a default. Unknown names fail with kBadOption.
template <class S>
void fill_options(const std::vector<base::Option<S>>& records, const nanobind::dict& given, S& options) {
  for (const auto& [key, value] : given) {
    const std::string name = nanobind::cast<std::string>(key);
    const auto found =
        std::find_if(records.begin(), records.end(), [&](const auto& record) { return keyword(record.name) == name; });
    if (found == records.end()) throw unknown_keyword(records, name);
    if (!value.is_none()) set_option(*found, options, value);
  }
}

/// What was written for these records as keyword arguments; None leaves a default. Fails with kBadOption.
inline request::Written read_keywords(const std::vector<request::Record>& records, const nanobind::dict& given) {
  request::Written written;
  for (const auto& [key, value] : given) {
    const std::string name = nanobind::cast<std::string>(key);
    const auto found =
        std::find_if(records.begin(), records.end(), [&](const auto& record) { return keyword(record.name) == name; });
    if (found == records.end()) throw unknown_keyword(records, name);
    if (value.is_none()) continue;
    request::Value read = read_keyword(*found, name, value);
    value_of(request::check_value(*found, read));
    written.set(found->name, std::move(read));
  }
  return written;
}

/// The records as dictionaries: name, group, help, choices, default.
template <class S>
nanobind::list describe_options(const std::vector<base::Option<S>>& records) {
  const S defaults;
  nanobind::list all;
  for (const base::Option<S>& record : records) {
    nanobind::dict entry;
    entry["name"] = keyword(record.name);
    entry["group"] = std::string(record.group);
    entry["help"] = base::spoken_help(record.help, base::python());
    entry["choices"] = std::string(record.choices);
    std::visit(
        [&](auto member) {
          const auto& value = defaults.*member;
          if constexpr (requires { value.has_value(); }) {
            entry["default"] = nanobind::none();
          } else if constexpr (requires {
                                 value.front();
                                 value.c_str();
                               }) {
            entry["default"] = value;
          } else if constexpr (requires { value.front(); }) {
            nanobind::list items;
            for (const auto& item : value) items.append(item);
            entry["default"] = items;
          } else {
            entry["default"] = value;
          }
        },
        record.field);
    all.append(entry);
  }
  return all;
}

/// The same of the records of a request.
inline nanobind::list describe_options(const std::vector<request::Record>& records) {
  const request::Request defaults;
  nanobind::list all;
  for (const request::Record& record : records) {
    nanobind::dict entry;
    entry["name"] = keyword(record.name);
    entry["group"] = std::string(record.group);
    entry["help"] = base::spoken_help(record.help, base::python());
    entry["choices"] = fmt::format("{}", fmt::join(explain::choices_of(record), "|"));
    const request::Value value = request::value_of(record, defaults);
    const bool absent = std::holds_alternative<bool>(value) && request::form_of(record) != request::Form::kSwitch;
    entry["default"] = absent ? nanobind::none() : nanobind::cast(value);
    all.append(entry);
  }
  return all;
}

}  // namespace explainee::python
