// explainee/request/json/json.h: a request as a JSON document, explainee.request.v1: written by people or programs, and
// read back as what was written.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "explainee/base/errors/result.h"
#include "explainee/request/records/record.h"

namespace explainee::request {

inline constexpr std::string_view kRequestSchema = "explainee.request.v1";

/// The name of a record in a document: with underscores, as Python spells it.
[[nodiscard]] std::string json_key(const Record& record);

/// Where a record is in a document: /who/reasons_from.
[[nodiscard]] std::string json_path(const Record& record);

/// Reads a document: sections what, who, facts, how, rows, in them the records by their keys. Names may be patterns.
/// kBadOption, naming the path, for a key that is not there (with the nearest that is), a key twice or a value that
/// does not fit; `where` is the file.
[[nodiscard]] base::Result<Written> read_request(std::string_view text, std::span<const Record> records,
                                                 const std::string& where);

/// The document of what was written, defaults left out. read_request() gives the same values back.
[[nodiscard]] std::string write_request(const Written& written, std::span<const Record> records);

/// What would have to be written for this request: as it was written where that is known.
[[nodiscard]] Written written_of(const Request& request, std::span<const Record> records);

}  // namespace explainee::request
