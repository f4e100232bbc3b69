// explainee/files/bytes/file_list.h: the files that a path means: itself, those of a folder, or those of a glob.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"

namespace explainee::files {

/// The files of a folder (not below it) whose names fit, in byte order; hidden ones and those that begin with _
/// (Spark's notes) are left out.
[[nodiscard]] base::Result<std::vector<std::string>> list_folder(const std::string& path,
                                                                 bool (*fits)(std::string_view name));

/// The files of a table in byte order of their names. A folder gives those that end like tables. A path that exists is
/// never a glob.
[[nodiscard]] base::Result<std::vector<std::string>> list_files(const std::string& path);

}  // namespace explainee::files
