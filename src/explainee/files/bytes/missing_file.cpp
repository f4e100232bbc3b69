#include "explainee/files/bytes/missing_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "explainee/base/errors/edit_distance.h"
#include "explainee/base/errors/suggestion.h"

namespace explainee::files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSuggestions = 3;
constexpr std::size_t kMostEntries = 10000;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// How far a file's name is from the wanted one; the same stem with another ending is near.
std::size_t distance(const std::string& wanted, const std::string& name) {
  const std::string a = lower(wanted);
  const std::string b = lower(name);
  const std::string stem_a = a.substr(0, a.find('.'));
  const std::string stem_b = b.substr(0, b.find('.'));
  return stem_a == stem_b && !stem_a.empty() ? 1 : base::edit_distance(a, b);
}

std::vector<std::string> similar_files(const fs::path& path) {
  const std::string wanted = path.filename().string();
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::size_t allowed = std::max<std::size_t>(1, wanted.size() / 4);
  std::vector<std::pair<std::size_t, std::string>> found;
  std::error_code ignored;
  std::size_t seen = 0;
  for (fs::directory_iterator it(folder, ignored), end; it != end && seen < kMostEntries; it.increment(ignored)) {
    ++seen;
    const std::string name = it->path().filename().string();
    if (name.starts_with('.')) continue;
    const std::size_t far = distance(wanted, name);
    if (far <= allowed) found.emplace_back(far, (path.parent_path() / name).string());
  }
  std::sort(found.begin(), found.end());
  found.resize(std::min(found.size(), kMostSuggestions));
  std::vector<std::string> names;
  for (auto& [far, name] : found) names.push_back(std::move(name));
  return names;
}

}  // namespace

base::Error missing_file(const std::string& path) {
  std::string why = "there is no such file";
  const std::vector<std::string> similar = similar_files(fs::path(path));
  why += similar.empty() ? "; check the name and the folder" : base::did_you_mean(similar);
  return {base::ErrorCode::kNoSuchFile, std::move(why), path};
}

}  // namespace explainee::files
