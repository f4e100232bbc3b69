#include "explainee/explain/proposals/shown_with.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "explainee/data/name_pattern.h"
#include "explainee/request/grammar/pairs.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMostNamed = 5;

/// One part of `noise` or `shown_as`.
struct ShownEntry {
  std::string_view option;
  std::string pattern;
  ShownWith shown;
};

Error bad(std::string_view option, const std::string& why) {
  return {ErrorCode::kBadOption, why, base::option(option)};
}

Result<std::vector<ShownEntry>> entries_of(const request::Request& request) {
  std::vector<ShownEntry> entries;
  for (const request::FactNoise& noise : request.facts.noise) {
    if (!(noise.sd >= 0 && noise.sd <= request::kLargestSd))
      return bad("noise", fmt::format("{} is no standard deviation", noise.sd));
    entries.push_back({"noise", noise.facts.text, {noise.sd, 0}});
  }
  for (const request::FactSteps& steps : request.facts.shown_as) {
    if (!(steps.step > 0 && steps.step <= request::kLargestSd))
      return bad("shown-as", fmt::format("{} is no step above 0", steps.step));
    entries.push_back({"shown-as", steps.facts.text, {0, steps.step}});
  }
  return entries;
}

bool is_one_number(const Candidate& facts) { return facts.columns.size() == 1 && !facts.description.block; }

Error unknown_fact(const ShownEntry& entry, const std::vector<Candidate*>& all) {
  std::string named;
  for (std::size_t i = 0; i < std::min(kMostNamed, all.size()); ++i)
    named += (i == 0 ? "" : ", ") + all[i]->description.name;
  const std::string more = all.size() > kMostNamed ? fmt::format(" and {} more", all.size() - kMostNamed) : "";
  return bad(entry.option, fmt::format("'{}' is none of the facts that can be told: {}{}", entry.pattern, named, more));
}

/// The facts that an entry means: of a pattern those that are single numbers.
Result<std::vector<Candidate*>> meant(const ShownEntry& entry, const std::vector<Candidate*>& all) {
  std::vector<data::Column> names;
  for (const Candidate* facts : all) names.push_back({facts->description.name});
  const auto found = data::resolve_name(names, entry.pattern);
  if (!found.ok()) return unknown_fact(entry, all);
  std::vector<Candidate*> numbers;
  for (const std::size_t index : found.value()) {
    if (is_one_number(*all[index])) numbers.push_back(all[index]);
  }
  if (numbers.empty())
    return bad(entry.option, fmt::format("'{}' is not told as one number, so it has no {}", entry.pattern,
                                         entry.option == "noise" ? "noise of its own" : "steps"));
  return numbers;
}

}  // namespace

Result<void> set_shown_with(const request::Request& request, std::vector<Candidate>& facts,
                            std::vector<Candidate>& judged) {
  EXPLAINEE_ASSIGN(const std::vector<ShownEntry> entries, entries_of(request));
  if (entries.empty()) return {};
  std::vector<Candidate*> all;
  for (Candidate& one : facts) all.push_back(&one);
  for (Candidate& one : judged) {
    const auto same = [&](const Candidate* other) { return other->description.name == one.description.name; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(&one);
  }
  for (const ShownEntry& entry : entries) {
    EXPLAINEE_ASSIGN(const std::vector<Candidate*> named, meant(entry, all));
    for (Candidate* one : named) {
      if (entry.option == "noise") one->shown_with.noise = entry.shown.noise;
      if (entry.option == "shown-as") one->shown_with.step = entry.shown.step;
    }
  }
  for (Candidate& one : judged) {
    for (const Candidate* other : all) {
      if (other->description.name == one.description.name) one.shown_with = other->shown_with;
    }
  }
  return {};
}

}  // namespace explainee::explain
