// explainee/base/output/write_error.h: why a file cannot be written, in words.
#pragma once

#include <string>

#include "explainee/base/errors/error.h"

namespace explainee::base {

/// What stands in the way and what to do; `cause` is an errno.
[[nodiscard]] std::string why_not_written(int cause);

/// kUnwritableOutput about `path`.
[[nodiscard]] Error write_error(const std::string& path, int cause);

}  // namespace explainee::base
