#include "explainee/explain/gather/roles/why_no_fact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace explainee::explain {
namespace {

/// A text column with more levels than rows/20 is no category.
constexpr std::int64_t kRowsPerLevel = 20;

/// What outcomes and row numbers are called, in lower case.
constexpr std::array<std::string_view, 7> kSuspectNames = {"y", "target", "label", "outcome", "id", "index", "row"};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

}  // namespace

std::optional<base::Message> why_suspect(const data::Column& column) {
  if (!column.unreadable.empty()) return "it holds " + column.unreadable + ", neither numbers nor text";
  if (std::find(kSuspectNames.begin(), kSuspectNames.end(), lower(column.name)) == kSuspectNames.end())
    return std::nullopt;
  return base::say("its name suggests an outcome or an id; name it in {} to use it", base::option("features"));
}

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

}  // namespace explainee::explain
