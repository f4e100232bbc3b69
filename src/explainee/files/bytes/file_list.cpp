#include "explainee/files/bytes/file_list.h"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "explainee/files/bytes/file_format.h"

namespace explainee::files {
namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;

base::Result<std::vector<std::string>> tables_of_folder(const std::string& path) {
  EXPLAINEE_ASSIGN(auto files, list_folder(path, has_table_ending));
  if (files.empty()) {
    return Error{ErrorCode::kNoSuchFile, "this folder holds no .csv, .csv.gz, .parquet or .arrow files", path};
  }
  return files;
}

base::Result<std::vector<std::string>> files_of_glob(const std::string& pattern) {
  glob_t found{};
  const int status = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<std::string> files;
  std::error_code ignored;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) {
    const fs::path path(found.gl_pathv[i]);
    if (!path.filename().string().starts_with('.') && !fs::is_directory(path, ignored)) files.push_back(path.string());
  }
  ::globfree(&found);
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    return Error{ErrorCode::kNoSuchFile, "no file matches; check the pattern and the folder", pattern};
  }
  return files;
}

}  // namespace

base::Result<std::vector<std::string>> list_folder(const std::string& path, bool (*fits)(std::string_view name)) {
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator it(path, error);
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool hidden = name.starts_with('.') || name.starts_with('_');
    if (!hidden && fits(name) && !it->is_directory(ignored)) files.push_back((fs::path(path) / name).string());
  }
  if (error) return Error{ErrorCode::kUnreadableFile, "this folder cannot be read: " + error.message(), path};
  std::sort(files.begin(), files.end());
  return files;
}

base::Result<std::vector<std::string>> list_files(const std::string& path) {
  if (path == "-") return std::vector<std::string>{path};
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    const bool pattern = path.find_first_of("*?[") != std::string::npos;
    if (!pattern || fs::exists(path, ignored)) return std::vector<std::string>{path};
  }
  return fs::is_directory(path, ignored) ? tables_of_folder(path) : files_of_glob(path);
}

}  // namespace explainee::files
