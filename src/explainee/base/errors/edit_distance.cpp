#include "explainee/base/errors/edit_distance.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace explainee::base {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row.back();
}

std::string nearest(std::string_view written, std::span<const std::string> names) {
  std::pair<std::size_t, std::string_view> best{std::max<std::size_t>(2, written.size() / 2) + 1, ""};
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(written, name);
    if (distance < best.first) best = {distance, name};
  }
  return std::string(best.second);
}

}  // namespace explainee::base
