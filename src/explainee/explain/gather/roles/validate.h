// explainee/explain/gather/roles/validate.h: what a caller could get wrong, told before anything is read.
#pragma once

#include <span>

#include "explainee/base/errors/result.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/records/record.h"

namespace explainee::explain {

/// Ranges and choices from the records, wishes that do not go together. `judging`: for score().
[[nodiscard]] base::Result<void> validate(const Input& input, const request::Request& request, bool judging,
                                          std::span<const request::Record> records);

}  // namespace explainee::explain
