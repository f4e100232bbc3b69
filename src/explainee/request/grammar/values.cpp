#include "explainee/request/grammar/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "explainee/base/option_check.h"
#include "explainee/request/grammar/pairs.h"

namespace explainee::request {
namespace {

using base::Result;
using List = std::vector<std::string>;

template <class T>
inline constexpr bool kIsWhole = std::is_same_v<T, int> || std::is_same_v<T, std::int64_t>;

template <class T>
Value scalar_value(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (kIsWhole<T>) {
    return std::int64_t{value};
  } else {
    return value;
  }
}

/// As it would be written; overloads by the kind of field.
template <class T>
Value written_value(const Access<T>& field, const Request& request) {
  return scalar_value(field.see(request));
}
template <class T>
Value written_value(const Access<std::optional<T>>& field, const Request& request) {
  const std::optional<T>& value = field.see(request);
  return value ? scalar_value(*value) : Value(false);
}
template <class T>
Value written_value(const Access<std::vector<T>>& field, const Request& request) {
  return texts_of(field.see(request));
}
Value written_value(const Access<WrittenExpression>& field, const Request& request) { return field.see(request).text; }
Value written_value(const OneColumn& field, const Request& request) { return field.at.see(request); }
Value written_value(const Columns& field, const Request& request) { return field.at.see(request); }
Value written_value(const Texts& field, const Request& request) { return field.at.see(request); }
Value written_value(const Choice& field, const Request& request) {
  return std::string(word_at(field.words, field.see(request)));
}
Value written_value(const OneRow& field, const Request& request) {
  const Rows& rows = field.at.see(request);
  if (!rows.row_id.empty()) return std::string(kIdPrefix) + rows.row_id;
  return rows.row ? Value(*rows.row) : Value(false);
}
Value written_value(const Beside& /*field*/, const Request& /*request*/) { return false; }

/// Names, pairs and expressions: what was written says more than what it became.
bool keeps_its_text(const Record& record) { return form_of(record) == Form::kText || form_of(record) == Form::kList; }

Result<void> wrong_form(const Record& record, const char* wanted) {
  return base::Error{base::ErrorCode::kBadOption, fmt::format("give {}", wanted), base::option(record.name)};
}

}  // namespace

Result<void> check_value(const Record& record, const Value& value) {
  switch (form_of(record)) {
    case Form::kSwitch:
      return std::holds_alternative<bool>(value) ? Result<void>() : wrong_form(record, "true or false");
    case Form::kWhole: {
      const auto* whole = std::get_if<std::int64_t>(&value);
      if (whole == nullptr) return wrong_form(record, "a whole number");
      return base::check_number(record, static_cast<double>(*whole));
    }
    case Form::kNumber: {
      const auto* whole = std::get_if<std::int64_t>(&value);
      const auto* number = std::get_if<double>(&value);
      if (whole == nullptr && number == nullptr) return wrong_form(record, "a number");
      return base::check_number(record, number != nullptr ? *number : static_cast<double>(*whole));
    }
    case Form::kText: {
      const auto* text = std::get_if<std::string>(&value);
      return text == nullptr ? wrong_form(record, "a text") : base::check_choice(record, *text);
    }
    case Form::kRow: {
      if (const auto* whole = std::get_if<std::int64_t>(&value))
        return base::check_number(record, static_cast<double>(*whole));
      const auto* text = std::get_if<std::string>(&value);
      const bool id = text != nullptr && text->starts_with(kIdPrefix) && text->size() > kIdPrefix.size();
      return id ? Result<void>() : wrong_form(record, "the number of a row, or an id after id: as in id:00000003");
    }
    case Form::kList:
      return std::holds_alternative<List>(value) ? Result<void>() : wrong_form(record, "a list of texts");
  }
  return {};
}

Result<void> check_request(std::span<const Record> records, const Request& request) {
  for (const Record& record : records) {
    const Value value = value_of(record, request);
    const bool absent = std::holds_alternative<bool>(value);
    if (!absent) EXPLAINEE_TRY(check_value(record, value));
  }
  return {};
}

Value value_of(const Record& record, const Request& request) {
  return std::visit([&](const auto& field) { return written_value(field, request); }, record.field);
}

Value written_value_of(const Record& record, const Request& request) {
  const Value* written = keeps_its_text(record) ? request.written.find(record.name) : nullptr;
  return written != nullptr ? *written : value_of(record, request);
}

std::vector<base::GivenOption> given_options(std::span<const Record> records, const Request& request) {
  const Request defaults;
  std::vector<base::GivenOption> given;
  for (const Record& record : records) {
    if (!record.in_provenance) continue;
    Value value = written_value_of(record, request);
    if (value != value_of(record, defaults)) given.push_back({std::string(record.name), std::move(value)});
  }
  return given;
}

List as_written(const Request& request, std::string_view name, const List& names) {
  const Value* written = request.written.find(name);
  const auto* texts = written == nullptr ? nullptr : std::get_if<List>(written);
  return texts == nullptr ? names : *texts;
}

}  // namespace explainee::request
