#include "explainee/explain/gather/categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace explainee::explain {
namespace {

/// A text column with more levels than rows/20 is no category.
constexpr std::int64_t kRowsPerLevel = 20;

}  // namespace

std::string why_no_category(std::size_t levels, std::int64_t rows) {
  if (static_cast<std::int64_t>(levels) * kRowsPerLevel <= rows) return "";
  return fmt::format("it has {} different texts in {} rows", levels, rows);
}

bool looks_like_decimal_commas(const std::vector<std::string>& levels) {
  constexpr std::size_t kFew = 3;
  const auto is_decimal = [](const std::string& level) {
    const std::size_t start = !level.empty() && level.front() == '-' ? 1 : 0;
    const std::size_t comma = level.find(',');
    const auto digits = [](std::string_view part) {
      return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return comma != std::string::npos && digits(std::string_view(level).substr(start, comma - start)) &&
           digits(std::string_view(level).substr(comma + 1));
  };
  const auto found = static_cast<std::size_t>(std::count_if(levels.begin(), levels.end(), is_decimal));
  return levels.size() >= kFew && 10 * found >= 8 * levels.size();
}

void set_aside(Gathered& gathered, std::size_t index, std::string reason) {
  gathered.roles.set_aside.push_back({gathered.columns[index].name, std::move(reason)});
  std::erase(gathered.roles.eligible, index);
  std::erase(gathered.reasons, index);
  std::erase_if(gathered.proposals, [&](const family::Proposal& proposal) {
    return std::find(proposal.columns.begin(), proposal.columns.end(), index) != proposal.columns.end();
  });
}

}  // namespace explainee::explain
