// explainee/files/file_list.h: the files that a path means: itself, those of a folder, or those of a glob.
#pragma once

#include <string>
#include <vector>

#include "explainee/base/result.h"

namespace explainee::files {

/// The files of a table in byte order of their names. A folder gives the files in it (not below it) that end like
/// tables; hidden ones and those that begin with _ (Spark's notes) are left out. A path that exists is never a glob.
[[nodiscard]] base::Result<std::vector<std::string>> list_files(const std::string& path);

}  // namespace explainee::files
