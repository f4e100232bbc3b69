#include "explainee/explain/proposals/proposals.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "explainee/base/errors/edit_distance.h"
#include "explainee/base/errors/suggestion.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/gather/row_sample.h"
#include "explainee/person/table_columns.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

using Columns = std::span<const data::Column>;

Result<void> add_groups(const request::Request& request, Columns columns, family::FamilyOptions& result) {
  for (const request::ColumnGroup& group : request.facts.group) {
    const std::string& name = group.name;
    std::vector<std::size_t> members;
    for (const std::string& column : group.columns) {
      const auto found = data::find_column(columns, column);
      if (!found.ok()) return Error{found.error().code, found.error().message, base::option("group", name)};
      if (std::find(members.begin(), members.end(), found.value()) == members.end()) members.push_back(found.value());
    }
    if (data::find_column(columns, name).ok()) {
      return Error{ErrorCode::kBadOption, fmt::format("there is another fact called '{}'; choose another name", name),
                   base::option("group", name)};
    }
    if (!result.groups.emplace(name, std::move(members)).second)
      return Error{ErrorCode::kBadOption, base::say("{} is given twice", base::option("group", name))};
  }
  return {};
}

Result<void> add_cuts(const request::Request& request, Columns columns, family::FamilyOptions& result) {
  for (const request::ColumnCuts& cuts : request.facts.cuts) {
    const auto found = data::find_column(columns, cuts.column);
    if (!found.ok()) return Error{found.error().code, found.error().message, base::option("cuts")};
    if (std::adjacent_find(cuts.at.begin(), cuts.at.end(), std::greater_equal<>()) != cuts.at.end())
      return Error{ErrorCode::kBadOption, "the cuts must increase", base::option("cuts", cuts.column)};
    result.cuts[found.value()] = cuts.at;
  }
  return {};
}

Result<family::FamilyOptions> family_options(const request::Request& request, Columns columns) {
  family::FamilyOptions result;
  result.seed = static_cast<std::uint64_t>(request.how.seed);
  result.examples = request.facts.examples;
  result.plane = !request.facts.plane.empty();
  result.like = request.facts.like;
  result.windows = request.facts.windows;
  EXPLAINEE_TRY(add_groups(request, columns, result));
  EXPLAINEE_TRY(add_cuts(request, columns, result));
  return result;
}

/// The families asked for; groups that are given are meant.
Result<std::vector<const family::Family*>> families_of(const request::Request& request) {
  std::vector<const family::Family*> families;
  std::vector<std::string> names = request.facts.family;
  if (!request.facts.group.empty() && std::find(names.begin(), names.end(), "groups") == names.end())
    names.emplace_back("groups");
  if (!request.facts.like.empty() && std::find(names.begin(), names.end(), "examples") == names.end())
    names.emplace_back("examples");
  for (const std::string& name : names) {
    EXPLAINEE_ASSIGN(const family::Family* family, family::find_family(name));
    if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
  }
  return families;
}

Result<std::vector<family::Proposal>> proposals_of(const std::vector<const family::Family*>& families,
                                                   const family::Sample& sample, const family::FamilyOptions& options) {
  std::vector<family::Proposal> all;
  std::set<std::string> names;
  for (const family::Family* family : families) {
    EXPLAINEE_ASSIGN(std::vector<family::Proposal> proposals, family->make(sample, options));
    for (family::Proposal& proposal : proposals) {
      if (names.insert(proposal.description.name).second) {
        all.push_back(std::move(proposal));
      } else if (proposal.description.family == "groups") {
        return Error{ErrorCode::kBadOption,
                     fmt::format("there is another fact called '{}'; choose another name", proposal.description.name),
                     base::option("group", proposal.description.name)};
      }
    }
  }
  return all;
}

/// Known columns, by what she said; what she reasons from is not known exactly.
bool all_known(const Gathered& gathered, const std::vector<std::string>& sources) {
  const auto& known = gathered.roles.person.known;
  return std::all_of(sources.begin(), sources.end(), [&](const std::string& source) {
    return std::any_of(known.begin(), known.end(), [&](const person::Holding& held) { return held.column == source; });
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
                         const request::Request& request, IndexOf index_of) {
  family::Sample sample;
  for (const std::size_t index : chosen) {
    family::Source& source = sample.sources.emplace_back();
    source.column = index;
    source.name = columns[index].name;
    source.type = columns[index].type;
    source.index = index_of(index);
    if (const auto place = request.facts.plane.find(source.name); place != request.facts.plane.end())
      source.at = place->second;
  }
  return sample;
}

}  // namespace

Result<std::vector<family::Proposal>> make_proposals(data::TableSource& table, const Roles& roles,
                                                     const request::Request& request, int file_columns,
                                                     const base::Control& control) {
  EXPLAINEE_ASSIGN(const auto families, families_of(request));
  const std::span<const data::Column> columns = table.columns();
  EXPLAINEE_ASSIGN(const family::FamilyOptions options, family_options(request, columns));
  const bool look =
      std::any_of(families.begin(), families.end(), [](const auto* f) { return f->needs == family::Needs::kValues; });
  const auto seed = static_cast<std::uint64_t>(request.how.seed);
  const auto index_of = [&](std::size_t i) { return static_cast<int>(i) < file_columns ? static_cast<int>(i) : -1; };
  family::Sample sample = sample_of(columns, roles.eligible, request, index_of);
  if (look) EXPLAINEE_TRY(fill_sample(table, roles.weight, seed, control, sample));
  EXPLAINEE_ASSIGN(std::vector<family::Proposal> proposals, proposals_of(families, sample, options));
  const std::vector<std::size_t> known = known_but_not_offered(roles, columns);
  if (known.empty()) return proposals;
  family::Sample hers = sample_of(columns, known, request, index_of);
  if (look) EXPLAINEE_TRY(fill_sample(table, roles.weight, seed, control, hers));
  std::set<std::string> names;
  for (const family::Proposal& proposal : proposals) names.insert(proposal.description.name);
  for (const family::Family* family : families) {
    if (!family->by_columns) continue;
    EXPLAINEE_ASSIGN(std::vector<family::Proposal> implied, family->make(hers, options));
    for (family::Proposal& proposal : implied) {
      if (proposal.made.empty() || !names.insert(proposal.description.name).second) continue;
      proposal.offered = false;
      proposals.push_back(std::move(proposal));
    }
  }
  return proposals;
}

Result<std::unique_ptr<data::ExtendedTable>> add_proposals(Gathered& gathered,
                                                           std::vector<family::Proposal> proposals) {
  std::vector<data::AddedColumn> added;
  const std::size_t first = gathered.columns.size();
  for (family::Proposal& proposal : proposals) {
    proposal.columns = proposal.plain;
    for (const family::MadeColumn& made : proposal.made) {
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
    const auto& sources = proposal.description.sources;
    proposal.hers = std::all_of(sources.begin(), sources.end(), [&](const std::string& source) {
      return std::any_of(hers.begin(), hers.end(),
                         [&](std::size_t index) { return gathered.columns[index].name == source; });
    });
    if (!proposal.made.empty() && all_known(gathered, sources)) {
      for (const family::MadeColumn& made : proposal.made) gathered.roles.person.implied.push_back(made.name);
    }
    if (proposal.offered) gathered.proposals.push_back(std::move(proposal));
  }
  if (added.empty()) return std::unique_ptr<data::ExtendedTable>();
  return std::make_unique<data::ExtendedTable>(*gathered.table, std::move(added));
}

Result<void> check_judged(const Gathered& gathered) {
  for (const std::string& name : gathered.roles.judged_facts) {
    std::vector<std::string> there;
    for (const family::Proposal& proposal : gathered.proposals) there.push_back(proposal.description.name);
    if (std::find(there.begin(), there.end(), name) != there.end()) continue;
    std::string hint = base::did_you_mean(name, there, base::quoted);
    if (hint.empty() && !there.empty()) {  // who does not know how a fact is called sees one that is
      const auto far = [&](const std::string& fact) { return base::edit_distance(name, fact); };
      const auto closest = std::min_element(there.begin(), there.end(), [&](const auto& a, const auto& b) {
        return std::pair(far(a), std::string_view(a)) < std::pair(far(b), std::string_view(b));
      });
      hint = fmt::format("; the nearest is '{}'", *closest);
    }
    return Error{ErrorCode::kUnknownColumn,
                 fmt::format("there is neither a column nor a fact '{}' in these families{}", name, hint),
                 gathered.table == nullptr ? "" : gathered.table->name()};
  }
  return {};
}

Result<void> propose_from_moments(Gathered& gathered, const request::Request& request) {
  EXPLAINEE_ASSIGN(const auto families, families_of(request));
  EXPLAINEE_ASSIGN(const family::FamilyOptions options, family_options(request, gathered.columns));
  const person::TableColumns table(*gathered.moments);
  const auto parts_of = [&](std::size_t i) { return table.of(gathered.columns[i].name); };
  std::vector<std::size_t> there = gathered.roles.eligible;
  std::erase_if(there, [&](std::size_t i) { return parts_of(i).empty(); });
  const family::Sample sample = sample_of(gathered.columns, there, request, [&](std::size_t i) {
    return gathered.moments->columns[static_cast<std::size_t>(parts_of(i).front())].index;
  });
  for (const family::Family* family : families) {
    if (family->needs == family::Needs::kNames) continue;
    return Error{
        ErrorCode::kNeedsRows,
        fmt::format("the family '{}' needs the rows, and moments have none; give the table instead", family->name), ""};
  }
  EXPLAINEE_ASSIGN(std::vector<family::Proposal> proposals, proposals_of(families, sample, options));
  EXPLAINEE_TRY(add_proposals(gathered, std::move(proposals)));
  return check_judged(gathered);
}

}  // namespace explainee::explain
