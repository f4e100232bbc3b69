// explainee/files/arrow/arrow_numbers.h: Arrow's numeric, boolean and time types as float64.
#pragma once

#include <arrow/type_fwd.h>

#include <memory>
#include <span>
#include <vector>

namespace explainee::files {

/// True for types (not dictionaries) whose cells have a place on the number line.
[[nodiscard]] bool is_number_type(const arrow::DataType& type);

/// The cells of all chunks, null as NaN: a view of the array itself when it is one chunk of float64 without nulls
/// (unless `copy`), else of `storage`, which is filled.
std::span<const double> numbers_of(const std::vector<std::shared_ptr<arrow::Array>>& chunks,
                                   std::vector<double>& storage, bool copy = false);

}  // namespace explainee::files
