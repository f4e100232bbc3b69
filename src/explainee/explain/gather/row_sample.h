// explainee/explain/gather/row_sample.h: means over all rows and values of some of them, for families that look at
// values.
#pragma once

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/family/family.h"

namespace explainee::explain {

/// Fills values, means and standard deviations of the sample's number columns, and its rows and weights, in one pass.
/// All rows where they are not many, else a seeded choice among them that depends on their number alone. Rows with a
/// cell that is not finite are passed over: whether they are an error is decided when moments are taken.
[[nodiscard]] base::Result<void> fill_sample(data::TableSource& table, std::optional<std::size_t> weight,
                                             std::uint64_t seed, const base::Control& control, family::Sample& sample);

}  // namespace explainee::explain
