// explainee/files/bytes/missing_file.h: says that a file is not there, and which ones with a similar name are.
#pragma once

#include <string>

#include "explainee/base/errors/error.h"

namespace explainee::files {

/// The kNoSuchFile error for `path`; names up to three similarly named files of that folder.
[[nodiscard]] base::Error missing_file(const std::string& path);

}  // namespace explainee::files
