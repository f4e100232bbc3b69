// explainee/request/records/records.h: the records of all fields of a request. --help, the options page, Python's
// keywords, the JSON form and the record of how an answer was made come from them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "explainee/request/records/record.h"

namespace explainee::request {

/// Records of what explain() takes.
[[nodiscard]] const std::vector<Record>& explain_records();

/// Records of what score() takes: the same people, and the explanation to judge.
[[nodiscard]] const std::vector<Record>& score_records();

/// All there are, for documents of which nobody knows yet what they ask for: explain's, and what only score takes.
/// Where both have one it takes what either takes.
[[nodiscard]] const std::vector<Record>& all_records();

/// Those of explain_records() with these names, in the order of the records.
[[nodiscard]] std::vector<Record> select_records(std::span<const std::string_view> names);

/// The record of this name; null when there is none.
[[nodiscard]] const Record* find_record(std::span<const Record> records, std::string_view name);

}  // namespace explainee::request
