#include "explainee/data/name_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "explainee/base/errors/edit_distance.h"
#include "explainee/base/errors/suggestion.h"

namespace explainee::data {
namespace {

constexpr std::size_t kMostSuggestions = 5;

/// "x12" → {"x", 12}; none when the name does not end in digits.
struct Numbered {
  std::string_view stem;
  long number = 0;
};

std::optional<Numbered> numbered(std::string_view name) {
  std::size_t start = name.size();
  while (start > 0 && std::isdigit(static_cast<unsigned char>(name[start - 1])) != 0) --start;
  if (start == name.size()) return std::nullopt;
  Numbered result{name.substr(0, start), 0};
  const auto [end, error] = std::from_chars(name.data() + start, name.data() + name.size(), result.number);
  if (error != std::errc{}) return std::nullopt;
  return result;
}

base::Error unknown_column(std::span<const Column> columns, std::string_view pattern) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const Column& column : columns) near.emplace_back(base::edit_distance(pattern, column.name), column.name);
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string nearest;
  for (std::size_t i = 0; i < std::min(near.size(), kMostSuggestions); ++i) {
    nearest += (i == 0 ? "" : ", ") + std::string(near[i].second);
  }
  std::string more;
  if (columns.size() > kMostSuggestions) more = fmt::format(" and {} more", columns.size() - kMostSuggestions);
  const bool is_name = pattern.find_first_of("*?") == std::string_view::npos;
  if (is_name && !near.empty()) {
    const std::string name(near.front().second);
    more += base::did_you_mean(pattern, std::span(&name, 1), base::quoted);
  }
  base::Subject subject;
  subject.column = std::string(pattern);
  return {base::ErrorCode::kUnknownColumn,
          fmt::format("there is no column '{}'; the table has {}{}", pattern, nearest, more), std::move(subject)};
}

/// A range from..to: by number when both ends share a stem (x1..x20), else by position in the table.
base::Result<std::vector<std::size_t>> resolve_range(std::span<const Column> columns, std::string_view from,
                                                     std::string_view to) {
  const auto find = [&](std::string_view name) {
    return std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  };
  const auto first = find(from);
  const auto last = find(to);
  if (first == columns.end()) return unknown_column(columns, from);
  if (last == columns.end()) return unknown_column(columns, to);
  const auto low = numbered(from);
  const auto high = numbered(to);
  std::vector<std::size_t> found;
  if (low && high && low->stem == high->stem) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto part = numbered(columns[i].name);
      if (!columns[i].beside && part && part->stem == low->stem && part->number >= low->number &&
          part->number <= high->number) {
        found.push_back(i);
      }
    }
  } else {
    for (auto it = first; it < last + 1; ++it) {
      if (!it->beside) found.push_back(static_cast<std::size_t>(it - columns.begin()));
    }
  }
  if (found.empty()) {
    return base::Error{base::ErrorCode::kUnknownColumn,
                       fmt::format("the range {}..{} is empty; write the smaller end first", from, to), ""};
  }
  return found;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

/// Where a part that stands in double quotes ends, at the separator or the end of the list; npos when it is not quoted.
std::size_t quoted_end(std::string_view list, std::size_t start, char separator) {
  const std::size_t open = list.find_first_not_of(" \t", start);
  if (open == std::string_view::npos || list[open] != '"') return std::string_view::npos;
  for (std::size_t close = list.find('"', open + 1); close != std::string_view::npos;
       close = list.find('"', close + 1)) {
    if (list.substr(close + 1).starts_with('"')) {  // doubled: one that is meant
      ++close;
      continue;
    }
    const std::size_t after = list.find_first_not_of(" \t", close + 1);
    if (after == std::string_view::npos) return list.size();
    if (list[after] == separator) return after;
  }
  return std::string_view::npos;
}

std::string without_doubled_quotes(std::string_view text) {
  std::string single;
  for (std::size_t i = 0; i < text.size(); ++i) {
    single += text[i];
    if (text.substr(i).starts_with("\"\"")) ++i;
  }
  return single;
}

/// The part as an element of a list.
std::string as_element(const std::string& part, char separator) {
  if (trimmed(part) == part && part.find(separator) == std::string::npos && !part.starts_with('"')) return part;
  std::string quoted = "\"";
  for (const char c : part) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

bool glob_matches(std::string_view glob, std::string_view name) {
  std::size_t g = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n]) && glob[g] != '*') {
      ++g;
      ++n;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

base::Result<std::vector<std::size_t>> resolve_name(std::span<const Column> columns, std::string_view pattern) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == pattern) return std::vector<std::size_t>{i};
  }
  if (const std::size_t dots = pattern.find(".."); dots != std::string_view::npos) {
    return resolve_range(columns, pattern.substr(0, dots), pattern.substr(dots + 2));
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].beside && glob_matches(pattern, columns[i].name)) found.push_back(i);
  }
  if (found.empty()) return unknown_column(columns, pattern);
  return found;
}

base::Result<std::size_t> find_column(std::span<const Column> columns, std::string_view name) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
  }
  return unknown_column(columns, name);
}

base::Result<std::vector<std::size_t>> resolve_names(std::span<const Column> columns,
                                                     std::span<const std::string> patterns) {
  std::vector<std::size_t> all;
  for (const std::string& pattern : patterns) {
    EXPLAINEE_ASSIGN(const std::vector<std::size_t> found, resolve_name(columns, pattern));
    for (const std::size_t index : found) {
      if (std::find(all.begin(), all.end(), index) == all.end()) all.push_back(index);
    }
  }
  return all;
}

std::vector<std::string> split_list(std::string_view list, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= list.size()) {
    const std::size_t quoted = quoted_end(list, start, separator);
    std::size_t end = quoted != std::string_view::npos ? quoted : list.find(separator, start);
    if (end == std::string_view::npos) end = list.size();
    std::string_view part = trimmed(list.substr(start, end - start));
    if (quoted != std::string_view::npos) {
      parts.push_back(without_doubled_quotes(part.substr(1, part.size() - 2)));
    } else {
      parts.emplace_back(part);
    }
    if (parts.back().empty()) parts.pop_back();
    start = end + 1;
  }
  return parts;
}

std::string join_list(std::span<const std::string> parts, char separator) {
  std::string list;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) list += separator;
    list += as_element(parts[i], separator);
  }
  return list;
}

}  // namespace explainee::data
