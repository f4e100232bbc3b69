// explainee/explain/rows/row_of_id.h: which row an id means; ids are compared as texts, and never held together.
#pragma once

#include <cstdint>
#include <string>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/gather/gathered.h"
#include "explainee/request/request.h"

namespace explainee::explain {

/// The number of the row that has this id in this column. kUnknownColumn without the column; kBadOption where no row
/// has the id, naming the nearest, and where several have it, naming the first two rows.
[[nodiscard]] base::Result<std::int64_t> row_of_id(data::TableSource& table, const std::string& column,
                                                   const std::string& id, const base::Control& control);

/// Puts the number of the row that a request asks for by its id into the request; kBadOption without a column of ids.
[[nodiscard]] base::Result<void> find_asked_row(const Input& input, request::Request& request,
                                                const base::Control& control);

}  // namespace explainee::explain
