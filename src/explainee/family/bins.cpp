#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"
#include "explainee/family/quantile.h"

namespace explainee::family {
namespace {

std::vector<std::string> words_for(const std::vector<double>& cuts) {
  if (cuts.size() == 1) return {"low", "high"};
  if (cuts.size() == 2) return {"low", "middle", "high"};
  std::vector<std::string> words = {fmt::format("up to {}", cuts.front())};
  for (std::size_t i = 1; i < cuts.size(); ++i) words.push_back(fmt::format("{} to {}", cuts[i - 1], cuts[i]));
  words.push_back(fmt::format("above {}", cuts.back()));
  return words;
}

/// The cuts that were given, else thirds; such that every band has sampled rows.
std::vector<double> cuts_of(const Source& source, const Sample& sample, const FamilyOptions& options) {
  std::vector<double> cuts;
  if (const auto given = options.cuts.find(source.column); given != options.cuts.end()) {
    cuts = given->second;
  } else {
    for (const double share : {1.0 / 3, 2.0 / 3}) {
      cuts.push_back(rounded_for_people(quantile(source.values, sample.weights, share), source.sd));
    }
  }
  const auto [low, high] = std::minmax_element(source.values.begin(), source.values.end());
  std::erase_if(cuts, [&](double cut) { return cut < *low || cut >= *high; });
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

Proposals make_bins(const Sample& sample, const FamilyOptions& options) {
  std::vector<Proposal> proposals;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText || source.values.empty()) continue;
    const std::vector<double> cuts = cuts_of(source, sample, options);
    if (cuts.empty()) continue;
    Bands bands{cuts, words_for(cuts)};
    const std::string list = fmt::format("{}", fmt::join(bands.words, "/"));
    Proposal proposal{{fmt::format("{} ({})", source.name, list), {source.name}, -1, true, "bins"}, {}, {}};
    proposal.description.saying = {column(source.name), text(" as ")};
    for (std::size_t i = 0; i < bands.words.size(); ++i) {
      proposal.description.saying.push_back(text((i == 0                        ? ""
                                                  : i + 1 == bands.words.size() ? " or "
                                                                                : ", ") +
                                                 bands.words[i]));
    }
    proposal.description.shown = Shown::kLevel;
    proposal.made.push_back({proposal.description.name, {source.column}, std::move(bands)});
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

}  // namespace explainee::family
