#include "explainee/explain/proposals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "explainee/base/edit_distance.h"
#include "explainee/base/number_of_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/row_sample.h"
#include "explainee/user/table_columns.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// "lab=s1", "s2", "size=bmi" → lab: s1, s2; size: bmi.
Result<std::vector<std::pair<std::string, std::vector<std::string>>>> parse_named_lists(
    const std::vector<std::string>& entries, std::string_view option) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  for (const std::string& entry : entries) {
    const std::size_t equals = entry.find('=');
    if (equals == 0 || (equals == std::string::npos && lists.empty())) {
      return Error{ErrorCode::kBadOption, fmt::format("--{}: '{}' must begin with NAME=", option, entry), ""};
    }
    if (equals == std::string::npos) {
      lists.back().second.push_back(entry);
    } else {
      lists.push_back({entry.substr(0, equals), {entry.substr(equals + 1)}});
    }
  }
  return lists;
}

Result<double> parse_number(const std::string& text, std::string_view option) {
  if (const std::optional<double> number = base::number_of_text<double>(text)) return *number;
  return Error{ErrorCode::kBadOption, fmt::format("--{}: '{}' is no number", option, text), ""};
}

using Columns = std::span<const data::Column>;

Result<std::vector<std::int64_t>> read_like(const Options& options) {
  std::vector<std::int64_t> rows;
  for (const std::string& text : options.like) {
    EXPLAINEE_ASSIGN(const double row, parse_number(text, "like"));
    if (!(row <= 1e15) || text.find_first_not_of("0123456789") != std::string::npos)
      return Error{ErrorCode::kBadOption, fmt::format("--like: '{}' is no row; rows count from 0", text), ""};
    rows.push_back(static_cast<std::int64_t>(row));
  }
  return rows;
}

Result<void> read_groups(const Options& options, Columns columns, family::FamilyOptions& result) {
  EXPLAINEE_ASSIGN(const auto groups, parse_named_lists(options.group, "group"));
  for (const auto& [name, patterns] : groups) {
    auto found = data::resolve_names(columns, patterns);
    if (!found.ok()) return Error{found.error().code, fmt::format("--group {}: {}", name, found.error().message), ""};
    if (std::any_of(columns.begin(), columns.end(),
                    [&name = name](const auto& column) { return column.name == name; })) {
      return Error{ErrorCode::kBadOption,
                   fmt::format("--group {0}: there is another fact called '{0}'; choose another name", name), ""};
    }
    if (!result.groups.emplace(name, std::move(found).value()).second)
      return Error{ErrorCode::kBadOption, fmt::format("--group {} is given twice", name), ""};
  }
  return {};
}

Result<void> read_cuts(const Options& options, Columns columns, family::FamilyOptions& result) {
  EXPLAINEE_ASSIGN(const auto cuts, parse_named_lists(options.cuts, "cuts"));
  for (const auto& [name, numbers] : cuts) {
    auto found = data::resolve_name(columns, name);
    if (!found.ok()) return Error{found.error().code, fmt::format("--cuts: {}", found.error().message), ""};
    std::vector<double> values;
    for (const std::string& text : numbers) {
      EXPLAINEE_ASSIGN(const double value, parse_number(text, "cuts"));
      if (!values.empty() && value <= values.back())
        return Error{ErrorCode::kBadOption, fmt::format("--cuts {}: the cuts must increase", name), ""};
      values.push_back(value);
    }
    for (const std::size_t column : found.value()) result.cuts[column] = values;
  }
  return {};
}

Result<std::vector<int>> read_windows(const Options& options) {
  constexpr double kLongest = 1e6;
  std::vector<int> windows;
  for (const std::string& text : options.windows) {
    EXPLAINEE_ASSIGN(const double length, parse_number(text, "windows"));
    if (!(length >= 2 && length <= kLongest) || length != std::floor(length))
      return Error{ErrorCode::kBadOption, fmt::format("--windows: '{}' is no whole number above 1", text), ""};
    windows.push_back(static_cast<int>(length));
  }
  return windows;
}

Result<family::FamilyOptions> family_options(const Options& options, Columns columns) {
  family::FamilyOptions result;
  result.seed = static_cast<std::uint64_t>(options.seed);
  result.examples = options.examples;
  result.plane = !options.plane.empty();
  EXPLAINEE_ASSIGN(result.like, read_like(options));
  EXPLAINEE_TRY(read_groups(options, columns, result));
  EXPLAINEE_TRY(read_cuts(options, columns, result));
  EXPLAINEE_ASSIGN(result.windows, read_windows(options));
  return result;
}

/// The families asked for; groups that are given are meant.
Result<std::vector<const family::Family*>> families_of(const Options& options) {
  std::vector<const family::Family*> families;
  std::vector<std::string> names = options.family;
  if (!options.group.empty() && std::find(names.begin(), names.end(), "groups") == names.end())
    names.emplace_back("groups");
  if (!options.like.empty() && std::find(names.begin(), names.end(), "examples") == names.end())
    names.emplace_back("examples");
  for (const std::string& name : names) {
    EXPLAINEE_ASSIGN(const family::Family* family, family::find_family(name));
    if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
  }
  return families;
}

Result<std::vector<family::Member>> members_of(const std::vector<const family::Family*>& families,
                                               const family::Sample& sample, const family::FamilyOptions& options) {
  std::vector<family::Member> all;
  std::set<std::string> names;
  for (const family::Family* family : families) {
    EXPLAINEE_ASSIGN(std::vector<family::Member> members, family->make(sample, options));
    for (family::Member& member : members) {
      if (names.insert(member.candidate.name).second) {
        all.push_back(std::move(member));
      } else if (member.candidate.family == "groups") {
        return Error{
            ErrorCode::kBadOption,
            fmt::format("--group {0}: there is another fact called '{0}'; choose another name", member.candidate.name),
            ""};
      }
    }
  }
  return all;
}

/// Known columns, by what she said; what she reasons from is not known exactly.
bool all_known(const Gathered& gathered, const std::vector<std::string>& sources) {
  const auto& known = gathered.roles.person.known;
  return std::all_of(sources.begin(), sources.end(), [&](const std::string& source) {
    return std::any_of(known.begin(), known.end(), [&](const user::Holding& held) { return held.column == source; });
  });
}

}  // namespace

namespace {

/// Known number columns, when one of them may not be told: then what is made of them is not among the candidates.
std::vector<std::size_t> known_but_not_offered(const Roles& roles, std::span<const data::Column> columns) {
  std::vector<std::size_t> known;
  bool hidden = false;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& held = roles.person.known;
    const bool hers = std::any_of(held.begin(), held.end(), [&](const auto& h) { return h.column == columns[i].name; });
    if (!hers || columns[i].type != data::ColumnType::kNumber) continue;
    known.push_back(i);
    hidden = hidden || std::find(roles.eligible.begin(), roles.eligible.end(), i) == roles.eligible.end();
  }
  return hidden ? known : std::vector<std::size_t>();
}

/// These columns as sources; `index_of` tells their place in the file.
template <class IndexOf>
family::Sample sample_of(std::span<const data::Column> columns, const std::vector<std::size_t>& chosen,
                         const Options& options, IndexOf index_of) {
  family::Sample sample;
  for (const std::size_t index : chosen) {
    family::Source& source = sample.sources.emplace_back();
    source.column = index;
    source.name = columns[index].name;
    source.type = columns[index].type;
    source.index = index_of(index);
    if (const auto place = options.plane.find(source.name); place != options.plane.end()) source.at = place->second;
  }
  return sample;
}

}  // namespace

Result<std::vector<family::Member>> make_members(data::TableSource& table, const Roles& roles, const Options& options,
                                                 int file_columns, const base::Control& control) {
  EXPLAINEE_ASSIGN(const auto families, families_of(options));
  const std::span<const data::Column> columns = table.columns();
  EXPLAINEE_ASSIGN(const family::FamilyOptions said, family_options(options, columns));
  const bool look =
      std::any_of(families.begin(), families.end(), [](const auto* f) { return f->needs == family::Needs::kValues; });
  const auto seed = static_cast<std::uint64_t>(options.seed);
  const auto index_of = [&](std::size_t i) { return static_cast<int>(i) < file_columns ? static_cast<int>(i) : -1; };
  family::Sample sample = sample_of(columns, roles.eligible, options, index_of);
  if (look) EXPLAINEE_TRY(fill_sample(table, roles.weight, seed, control, sample));
  EXPLAINEE_ASSIGN(std::vector<family::Member> members, members_of(families, sample, said));
  const std::vector<std::size_t> known = known_but_not_offered(roles, columns);
  if (known.empty()) return members;
  family::Sample hers = sample_of(columns, known, options, index_of);
  if (look) EXPLAINEE_TRY(fill_sample(table, roles.weight, seed, control, hers));
  std::set<std::string> names;
  for (const family::Member& member : members) names.insert(member.candidate.name);
  for (const family::Family* family : families) {
    if (!family->by_columns) continue;
    EXPLAINEE_ASSIGN(std::vector<family::Member> implied, family->make(hers, said));
    for (family::Member& member : implied) {
      if (member.made.empty() || !names.insert(member.candidate.name).second) continue;
      member.offered = false;
      members.push_back(std::move(member));
    }
  }
  return members;
}

Result<std::unique_ptr<data::ExtendedTable>> add_members(Gathered& gathered, std::vector<family::Member> members) {
  std::vector<data::AddedColumn> added;
  const std::size_t first = gathered.columns.size();
  for (family::Member& member : members) {
    Proposal proposal{std::move(member.candidate), std::move(member.plain)};
    for (const family::MadeColumn& made : member.made) {
      const bool taken = std::any_of(gathered.columns.begin(), gathered.columns.end(),
                                     [&](const data::Column& column) { return column.name == made.name; });
      if (taken) {
        return Error{
            ErrorCode::kDuplicateColumn,
            fmt::format("the table has a column '{}', which is also the name of a derived fact; rename it", made.name),
            ""};
      }
      proposal.columns.push_back(first + added.size());
      added.push_back(family::added_column(made));
      gathered.made.push_back(made);
    }
    const auto& hers = gathered.roles.hers;
    const auto& sources = proposal.candidate.sources;
    proposal.hers = std::all_of(sources.begin(), sources.end(), [&](const std::string& source) {
      return std::any_of(hers.begin(), hers.end(),
                         [&](std::size_t index) { return gathered.columns[index].name == source; });
    });
    if (!member.made.empty() && all_known(gathered, sources)) {
      for (const family::MadeColumn& made : member.made) gathered.roles.person.implied.push_back(made.name);
    }
    if (member.offered) gathered.proposals.push_back(std::move(proposal));
  }
  if (added.empty()) return std::unique_ptr<data::ExtendedTable>();
  return std::make_unique<data::ExtendedTable>(*gathered.table, std::move(added));
}

Result<void> check_judged(const Gathered& gathered) {
  for (const std::string& name : gathered.roles.judged_facts) {
    std::pair<std::size_t, std::string> nearest{std::string::npos, ""};
    for (const Proposal& proposal : gathered.proposals)
      nearest = std::min(nearest, {base::edit_distance(name, proposal.candidate.name), proposal.candidate.name});
    if (nearest.first == 0 && nearest.second == name) continue;
    return Error{ErrorCode::kUnknownColumn,
                 fmt::format("there is neither a column nor a fact '{}' in these families{}", name,
                             nearest.second.empty() ? "" : fmt::format("; the nearest is '{}'", nearest.second)),
                 gathered.table == nullptr ? "" : gathered.table->name()};
  }
  return {};
}

Result<void> propose_from_moments(Gathered& gathered, const Options& options) {
  EXPLAINEE_ASSIGN(const auto families, families_of(options));
  EXPLAINEE_ASSIGN(const family::FamilyOptions said, family_options(options, gathered.columns));
  const user::TableColumns table(*gathered.moments);
  const auto parts_of = [&](std::size_t i) { return table.of(gathered.columns[i].name); };
  std::vector<std::size_t> there = gathered.roles.eligible;
  std::erase_if(there, [&](std::size_t i) { return parts_of(i).empty(); });
  const family::Sample sample = sample_of(gathered.columns, there, options, [&](std::size_t i) {
    return gathered.moments->columns[static_cast<std::size_t>(parts_of(i).front())].index;
  });
  for (const family::Family* family : families) {
    if (family->needs == family::Needs::kNames) continue;
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("the family '{}' needs the rows, and a moments file has none; give the table instead",
                             family->name),
                 ""};
  }
  EXPLAINEE_ASSIGN(std::vector<family::Member> members, members_of(families, sample, said));
  EXPLAINEE_TRY(add_members(gathered, std::move(members)));
  return check_judged(gathered);
}

}  // namespace explainee::explain
