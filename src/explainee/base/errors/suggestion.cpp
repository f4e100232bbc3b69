#include "explainee/base/errors/suggestion.h"

#include <fmt/format.h>

#include <utility>

#include "explainee/base/errors/edit_distance.h"

namespace explainee::base {

std::string nearest(std::string_view written, std::span<const std::string> names) {
  std::pair<std::size_t, std::string_view> best{written.size() / 3 + 1, ""};
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(written, name);
    if (distance < best.first) best = {distance, name};
  }
  return std::string(best.second);
}

std::string quoted(const std::string& name) { return fmt::format("'{}'", name); }

std::string did_you_mean(std::string_view written, std::span<const std::string> names,
                         const std::function<std::string(const std::string&)>& shown) {
  const std::string near = nearest(written, names);
  if (near.empty()) return "";
  const std::string said = shown ? shown(near) : near;
  return did_you_mean(std::span(&said, 1));
}

std::string did_you_mean(std::span<const std::string> near) {
  std::string listed;
  for (std::size_t i = 0; i < near.size(); ++i) {
    listed += (i == 0 ? "" : i + 1 == near.size() ? " or " : ", ") + near[i];
  }
  return listed.empty() ? "" : fmt::format("; did you mean {}?", listed);
}

}  // namespace explainee::base
