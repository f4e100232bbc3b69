#include "explainee/request/json/json_values.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "explainee/base/number_of_text.h"
#include "explainee/request/grammar/pairs.h"

namespace explainee::request {
namespace {

using base::Result;

constexpr const char* kRound = "round";

/// How the entries of a list look in JSON.
enum class Shape {
  kTexts,       ///< ["a", "b"]
  kNumbers,     ///< [2, 4]
  kNumberEach,  ///< {"a": 2}
  kRoundEach,   ///< {"a": {"round": 5}}
  kTextsEach,   ///< {"lab": ["a", "b"]}
  kNumbersEach  ///< {"a": [1, 2]}
};

Shape shape_of(const Record& record) {
  const auto holds = [&]<class T>(T /*kind*/) { return std::holds_alternative<T>(record.field); };
  if (holds(Access<std::vector<int>>()) || holds(Access<std::vector<std::int64_t>>())) return Shape::kNumbers;
  if (holds(Access<std::vector<WeightedColumn>>()) || holds(Access<std::vector<OwnNoise>>()) ||
      holds(Access<std::vector<FactNoise>>()) || holds(Access<std::vector<FactCost>>()))
    return Shape::kNumberEach;
  if (holds(Access<std::vector<FactSteps>>())) return Shape::kRoundEach;
  if (holds(Access<std::vector<ColumnGroup>>())) return Shape::kTextsEach;
  if (holds(Access<std::vector<ColumnCuts>>())) return Shape::kNumbersEach;
  return Shape::kTexts;
}

base::Error wants(const char* what) { return {base::ErrorCode::kBadOption, fmt::format("give {}", what), ""}; }

const char* wanted(Shape shape) {
  switch (shape) {
    case Shape::kTexts:
      return "a list of texts";
    case Shape::kNumbers:
      return "a list of whole numbers";
    case Shape::kNumberEach:
      return R"(numbers by names, as in {"bmi": 2})";
    case Shape::kRoundEach:
      return R"(steps by names, as in {"bmi": {"round": 5}})";
    case Shape::kTextsEach:
      return R"(lists by names, as in {"blood": ["s1", "s2"]})";
    case Shape::kNumbersEach:
      return R"(numbers by names, as in {"bmi": [25, 30]})";
  }
  return "a list";
}

/// A number as people write it; 2.0 keeps its point, so that it reads back as it was.
std::string number_text(const Json& number) {
  if (number.is_number_unsigned()) return fmt::format("{}", number.get<std::uint64_t>());
  if (number.is_number_integer()) return fmt::format("{}", number.get<std::int64_t>());
  const std::string text = fmt::format("{}", number.get<double>());
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

Json json_number(const std::string& text) {
  if (const auto whole = base::number_of_text<std::int64_t>(text)) return *whole;
  if (const auto number = base::number_of_text<double>(text); number && std::isfinite(*number)) return *number;
  return text;
}

/// The entries of a JSON list as texts; none when one is neither a text nor, where they may be, a number.
std::optional<TextList> list_texts(const Json& list, bool numbers) {
  if (!list.is_array()) return std::nullopt;
  TextList texts;
  for (const Json& item : list) {
    if (item.is_string()) {
      texts.push_back(item.get<std::string>());
    } else if (numbers && item.is_number()) {
      texts.push_back(number_text(item));
    } else {
      return std::nullopt;
    }
  }
  return texts;
}

/// NAME=VALUE, further values of the same name after it; none when the value does not fit.
std::optional<TextList> entry_texts(Shape shape, const std::string& name, const Json& value) {
  if (shape == Shape::kNumberEach)
    return value.is_number() ? std::optional(TextList{fmt::format("{}={}", name, number_text(value))}) : std::nullopt;
  if (shape == Shape::kRoundEach) {
    if (!value.is_object() || value.size() != 1 || !value.contains(kRound) || !value[kRound].is_number())
      return std::nullopt;
    return TextList{fmt::format("{}=round:{}", name, number_text(value[kRound]))};
  }
  std::optional<TextList> texts = list_texts(value, shape == Shape::kNumbersEach);
  if (!texts || texts->empty()) return std::nullopt;
  texts->front() = fmt::format("{}={}", name, texts->front());
  return texts;
}

/// The pairs as an object; null when they are no pairs or a name comes twice.
Json object_of(Shape shape, const TextList& texts) {
  Json object = Json::object();
  const auto put = [&](const std::string& name, Json value) {
    if (object.contains(name)) return false;
    object[name] = std::move(value);
    return true;
  };
  if (shape == Shape::kTextsEach || shape == Shape::kNumbersEach) {
    const auto lists = read_named_lists("", texts);
    if (!lists.ok()) return nullptr;
    for (const auto& [name, items] : lists.value()) {
      Json list = Json::array();
      for (const std::string& item : items)
        list.push_back(shape == Shape::kNumbersEach ? json_number(item) : Json(item));
      if (!put(name, std::move(list))) return nullptr;
    }
    return object;
  }
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos) return nullptr;
    std::string value = text.substr(equals + 1);
    if (shape == Shape::kRoundEach) {
      if (!value.starts_with("round:")) return nullptr;
      value = value.substr(std::string_view("round:").size());
      if (!put(text.substr(0, equals), {{kRound, json_number(value)}})) return nullptr;
    } else if (!put(text.substr(0, equals), json_number(value))) {
      return nullptr;
    }
  }
  return object;
}

Result<Value> list_value(const Record& record, const Json& json) {
  const Shape shape = shape_of(record);
  if (const std::optional<TextList> texts = list_texts(json, shape == Shape::kNumbers)) return Value(*texts);
  if (!json.is_object() || shape == Shape::kTexts || shape == Shape::kNumbers) return wants(wanted(shape));
  TextList all;
  for (const auto& [name, value] : json.items()) {
    const std::optional<TextList> texts = entry_texts(shape, name, value);
    if (!texts) return wants(wanted(shape));
    all.insert(all.end(), texts->begin(), texts->end());
  }
  if (object_of(shape, all) != json)
    return base::Error{base::ErrorCode::kBadOption, "a name with = in it cannot stand here; rename the column", ""};
  return Value(all);
}

}  // namespace

Result<Value> value_of_json(const Record& record, const Json& json) {
  switch (form_of(record)) {
    case Form::kSwitch:
      return json.is_boolean() ? Result<Value>(json.get<bool>()) : wants("true or false");
    case Form::kWhole:
      if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return wants("a smaller number");
      return json.is_number_integer() ? Result<Value>(json.get<std::int64_t>()) : wants("a whole number");
    case Form::kNumber:
      return json.is_number() ? Result<Value>(json.get<double>()) : wants("a number");
    case Form::kText:
      return json.is_string() ? Result<Value>(json.get<std::string>()) : wants("a text");
    case Form::kList:
      return list_value(record, json);
    case Form::kRow:
      if (json.is_string()) return Value(json.get<std::string>());
      if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return wants("a smaller number");
      return json.is_number_integer() ? Result<Value>(json.get<std::int64_t>())
                                      : wants("the number of a row, or a text such as \"id:00000003\"");
  }
  return wants("another value");
}

Json json_of_value(const Record& record, const Value& value) {
  const auto* texts = std::get_if<TextList>(&value);
  if (texts == nullptr) {
    return std::visit([](const auto& plain) { return Json(plain); }, value);
  }
  const Shape shape = shape_of(record);
  Json json = *texts;
  if (shape == Shape::kNumbers) {
    for (Json& item : json) item = json_number(item.get<std::string>());
  } else if (shape != Shape::kTexts) {
    json = object_of(shape, *texts);
  }
  const Result<Value> back = value_of_json(record, json);
  return back.ok() && back.value() == value ? json : Json(*texts);
}

}  // namespace explainee::request
