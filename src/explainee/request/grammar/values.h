// explainee/request/grammar/values.h: the values of a request by their records: as they would be written, and whether
// they fit.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/given_option.h"
#include "explainee/request/records/record.h"

namespace explainee::request {

/// kBadOption when a value has the wrong form, lies outside the record's range or is none of its words.
[[nodiscard]] base::Result<void> check_value(const Record& record, const Value& value);

/// Whether the request's own fields fit their records; kBadOption otherwise.
[[nodiscard]] base::Result<void> check_request(std::span<const Record> records, const Request& request);

/// The value of a field as it would be written. A number that is not there is false, an input beside the table too.
[[nodiscard]] Value value_of(const Record& record, const Request& request);

/// The same, but names, pairs and expressions as they were written where that is known.
[[nodiscard]] Value written_value_of(const Record& record, const Request& request);

/// All that changes the answer and is not at its default, by written_value_of().
[[nodiscard]] std::vector<base::GivenOption> given_options(std::span<const Record> records, const Request& request);

/// The texts that a list was written with; the names themselves where it was not written.
[[nodiscard]] std::vector<std::string> as_written(const Request& request, std::string_view name,
                                                  const std::vector<std::string>& names);

}  // namespace explainee::request
