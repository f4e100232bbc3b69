#include "explainee/explain/shown_with.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "explainee/base/number_of_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/named_sd.h"
#include "explainee/explain/setting.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kRound = "round:";
constexpr std::size_t kMostNamed = 5;

/// One part of --noise or --shown-as.
struct ShownEntry {
  std::string_view option;
  std::string pattern;
  ShownWith shown;
};

Error bad(std::string_view option, const std::string& why) {
  return {ErrorCode::kBadOption, fmt::format("--{}: {}", option, why), ""};
}

Result<ShownEntry> read_noise(const std::string& part) {
  EXPLAINEE_ASSIGN(const auto named, read_named_sd("noise", part));
  return ShownEntry{"noise", named.first, {named.second, 0}};
}

Result<ShownEntry> read_rounding(const std::string& part) {
  const std::size_t equals = part.rfind('=');
  const std::string_view said = equals == std::string::npos ? "" : std::string_view(part).substr(equals + 1);
  if (equals == 0 || !said.starts_with(kRound))
    return bad("shown-as", fmt::format("'{}' names no fact or nothing that is known; write A=round:10", part));
  const std::optional<double> step = base::number_of_text<double>(said.substr(kRound.size()));
  if (!step || !(*step > 0 && *step <= kLargestSd))
    return bad("shown-as", fmt::format("'{}' does not end in a step above 0; write A=round:10", part));
  return ShownEntry{"shown-as", part.substr(0, equals), {0, *step}};
}

Result<std::vector<ShownEntry>> read_entries(const Options& options) {
  std::vector<ShownEntry> entries;
  for (const std::string& part : options.noise) {
    EXPLAINEE_ASSIGN(ShownEntry entry, read_noise(part));
    entries.push_back(std::move(entry));
  }
  for (const std::string& part : options.shown_as) {
    EXPLAINEE_ASSIGN(ShownEntry entry, read_rounding(part));
    entries.push_back(std::move(entry));
  }
  return entries;
}

bool is_one_number(const Facts& facts) { return facts.columns.size() == 1 && !facts.candidate.block; }

Error unknown_fact(const ShownEntry& entry, const std::vector<Facts*>& all) {
  std::string named;
  for (std::size_t i = 0; i < std::min(kMostNamed, all.size()); ++i)
    named += (i == 0 ? "" : ", ") + all[i]->candidate.name;
  const std::string more = all.size() > kMostNamed ? fmt::format(" and {} more", all.size() - kMostNamed) : "";
  return bad(entry.option, fmt::format("'{}' is none of the facts that can be told: {}{}", entry.pattern, named, more));
}

/// The facts that an entry means: of a pattern those that are single numbers.
Result<std::vector<Facts*>> meant(const ShownEntry& entry, const std::vector<Facts*>& all) {
  std::vector<data::Column> names;
  for (const Facts* facts : all) names.push_back({facts->candidate.name});
  const auto found = data::resolve_name(names, entry.pattern);
  if (!found.ok()) return unknown_fact(entry, all);
  std::vector<Facts*> numbers;
  for (const std::size_t index : found.value()) {
    if (is_one_number(*all[index])) numbers.push_back(all[index]);
  }
  if (numbers.empty())
    return bad(entry.option, fmt::format("'{}' is not told as one number, so it has no {}", entry.pattern,
                                         entry.option == "noise" ? "noise of its own" : "steps"));
  return numbers;
}

}  // namespace

double ShownWith::shown(double value) const {
  if (!(step > 0)) return value;
  const double steps = std::abs(value / step);
  const double whole = std::floor(steps + 0.5 + 1e-9 + 1e-12 * steps);
  return std::copysign(whole * step, value);
}

Result<void> check_shown_with(const Options& options) {
  EXPLAINEE_TRY(read_entries(options));
  return {};
}

Result<void> set_shown_with(const Options& options, std::vector<Facts>& facts, std::vector<Facts>& judged) {
  EXPLAINEE_ASSIGN(const std::vector<ShownEntry> entries, read_entries(options));
  if (entries.empty()) return {};
  std::vector<Facts*> all;
  for (Facts& one : facts) all.push_back(&one);
  for (Facts& one : judged) {
    const auto same = [&](const Facts* other) { return other->candidate.name == one.candidate.name; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(&one);
  }
  for (const ShownEntry& entry : entries) {
    EXPLAINEE_ASSIGN(const std::vector<Facts*> named, meant(entry, all));
    for (Facts* one : named) {
      if (entry.option == "noise") one->shown_with.noise = entry.shown.noise;
      if (entry.option == "shown-as") one->shown_with.step = entry.shown.step;
    }
  }
  for (Facts& one : judged) {
    for (const Facts* other : all) {
      if (other->candidate.name == one.candidate.name) one.shown_with = other->shown_with;
    }
  }
  return {};
}

}  // namespace explainee::explain
