// explainee/request/grammar/grammar.h: fills a request from what people write, once the columns of the table are known.
// Globs, ranges and A=2 end here.
#pragma once

#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/request/grammar/names.h"
#include "explainee/request/records/record.h"

namespace explainee::request {

/// The request that was written; what was not written is as in `start`. kBadOption or kUnknownColumn names the option.
[[nodiscard]] base::Result<Request> resolve(const Written& written, std::span<const Record> records,
                                            TableColumns columns, Request start = {});

}  // namespace explainee::request
