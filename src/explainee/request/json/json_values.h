// explainee/request/json/json_values.h: single values of a request in JSON: pairs as objects, lists as lists.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "explainee/base/errors/result.h"
#include "explainee/request/records/record.h"

namespace explainee::request {

/// Keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// The value in the form that people write it in; kBadOption, without a place, when it does not fit the record.
[[nodiscard]] base::Result<Value> value_of_json(const Record& record, const Json& json);

/// The other way: pairs become an object where that reads back as the same texts, else they stay texts.
[[nodiscard]] Json json_of_value(const Record& record, const Value& value);

}  // namespace explainee::request
