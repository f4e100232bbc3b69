#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"
#include "explainee/family/quantile.h"

namespace explainee::family {
namespace {

/// With more rules than this, pairs of conditions are made of the middle thresholds only, then not at all.
constexpr std::size_t kMostRules = 4000;

struct Threshold {
  const Source* source = nullptr;
  double at = 0;
};

std::vector<double> thresholds_of(const Source& source, const Sample& sample, std::span<const double> shares) {
  const auto [low, high] = std::minmax_element(source.values.begin(), source.values.end());
  std::vector<double> found;
  for (const double share : shares) {
    const double exact = quantile(source.values, sample.weights, share);
    const double nice = rounded_for_people(exact, source.sd);
    const bool splits = nice >= *low && nice < *high;
    const double at = splits ? nice : exact;
    if (at >= *high || std::find(found.begin(), found.end(), at) != found.end()) continue;
    found.push_back(at);
  }
  return found;
}

std::vector<Threshold> all_thresholds(const Sample& sample, std::span<const double> shares) {
  std::vector<Threshold> all;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText || source.values.empty()) continue;
    for (const double at : thresholds_of(source, sample, shares)) all.push_back({&source, at});
  }
  return all;
}

Proposal rule(const std::vector<std::pair<Threshold, bool>>& parts) {
  Proposal proposal{{"", {}, -1, false, "rules"}, {}, {}};
  MadeColumn made{"", {}, Rule{}};
  Description& candidate = proposal.description;
  candidate.shown = Shown::kYesNo;
  for (const auto& [threshold, above] : parts) {
    const bool first = candidate.sources.empty();
    candidate.name +=
        fmt::format("{}{} {} {}", first ? "" : " and ", threshold.source->name, above ? ">" : "<=", threshold.at);
    candidate.saying.push_back(text(first ? "\"" : " and "));
    candidate.saying.push_back(column(threshold.source->name));
    candidate.saying.push_back(text(above ? " above " : " at most "));
    candidate.saying.push_back(value(threshold.source->name, threshold.at));
    candidate.sources.push_back(threshold.source->name);
    made.sources.push_back(threshold.source->column);
    std::get<Rule>(made.formula).conditions.push_back({above, threshold.at});
  }
  candidate.saying.push_back(text("\""));
  made.name = candidate.name;
  proposal.made.push_back(std::move(made));
  return proposal;
}

/// Two conditions on two columns, each either way.
std::vector<Proposal> conjunctions(const std::vector<Threshold>& thresholds) {
  std::vector<Proposal> proposals;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    for (std::size_t j = i + 1; j < thresholds.size(); ++j) {
      if (thresholds[i].source == thresholds[j].source) continue;
      for (const bool first : {true, false}) {
        for (const bool second : {true, false}) {
          proposals.push_back(rule({{thresholds[i], first}, {thresholds[j], second}}));
        }
      }
    }
  }
  return proposals;
}

}  // namespace

Proposals make_rules(const Sample& sample, const FamilyOptions& /*options*/) {
  const std::vector<Threshold> quarters = all_thresholds(sample, std::vector<double>{0.25, 0.5, 0.75});
  std::vector<Proposal> proposals;
  for (const Threshold& threshold : quarters) proposals.push_back(rule({{threshold, true}}));
  std::vector<Threshold> joined = quarters;
  if (2 * joined.size() * joined.size() > kMostRules) joined = all_thresholds(sample, std::vector<double>{0.5});
  if (2 * joined.size() * joined.size() > kMostRules) return proposals;
  std::vector<Proposal> both = conjunctions(joined);
  proposals.insert(proposals.end(), std::make_move_iterator(both.begin()), std::make_move_iterator(both.end()));
  return proposals;
}

}  // namespace explainee::family
