#include <fmt/format.h>

#include <algorithm>

#include "explainee/family/families.h"
#include "explainee/family/quantile.h"

namespace explainee::family {
namespace {

/// Where the knots lie among the sampled values (Harrell, Regression Modeling Strategies, for five knots).
constexpr double kShares[] = {0.05, 0.275, 0.5, 0.725, 0.95};
constexpr std::size_t kFewestKnots = 3;

std::vector<double> knots_of(const Source& source, const Sample& sample) {
  std::vector<double> knots;
  for (const double share : kShares) knots.push_back(quantile(source.values, sample.weights, share));
  knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
  return knots;
}

}  // namespace

Proposals make_curves(const Sample& sample, const FamilyOptions& /*options*/) {
  std::vector<Proposal> proposals;
  for (const Source& source : sample.sources) {
    if (source.type == data::ColumnType::kText || source.values.empty()) continue;
    const std::vector<double> knots = knots_of(source, sample);
    if (knots.size() < kFewestKnots) continue;  // a few values: a line through them bends nowhere
    Proposal proposal{{fmt::format("curve({})", source.name), {source.name}, -1, true, "curves"}, {}, {}};
    proposal.description.saying = {column(source.name), text(" (curved)")};
    proposal.description.shown = Shown::kValues;
    for (int term = 0; term + 1 < static_cast<int>(knots.size()); ++term) {
      proposal.made.push_back(
          {fmt::format("curve({})#{}", source.name, term), {source.column}, SplineTerm{knots, term}});
    }
    proposals.push_back(std::move(proposal));
  }
  return proposals;
}

}  // namespace explainee::family
