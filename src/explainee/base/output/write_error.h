// explainee/base/output/write_error.h: why a file cannot be written, in words.
#pragma once

#include <string>

#include "explainee/base/errors/error.h"

namespace explainee::base {

/// kUnwritableOutput about `path`; `cause` is an errno.
[[nodiscard]] Error write_error(const std::string& path, int cause);

}  // namespace explainee::base
