// explainee/request.h: what is asked: what is explained, to whom, with which facts, how, and which rows.
#pragma once

#include <string>
#include <string_view>

#include "explainee/dataset.h"
#include "explainee/request/request.h"
#include "explainee/result.h"

namespace explainee {
inline namespace v0 {

using request::Request;

/// A document explainee.request.v1; names in it may be globs and ranges of the dataset's columns. kBadOption where it
/// names a file of answers: these are given to explain() as a table.
[[nodiscard]] Result<Request> read_request(std::string_view json, const Dataset& dataset);

/// The document that reads back as this request.
[[nodiscard]] std::string write_request(const Request& request);

}  // namespace v0
}  // namespace explainee
