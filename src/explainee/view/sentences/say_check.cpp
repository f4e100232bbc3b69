#include "explainee/view/sentences/say_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/sentences.h"
#include "explainee/view/sentences/thresholds.h"

namespace explainee::view {
namespace {

/// "0.9 bits", or "everything".
std::string told_bits(bool infinite, double nats) {
  return infinite ? std::string("everything") : number_text(base::to_bits(nats)) + " bits";
}

std::string verdict(const explain::Explainer& explainer, const explain::CheckReport& report) {
  std::vector<std::string> names;
  for (const family::Description& fact : explainer.facts) names.push_back(base::printable(fact.name));
  return fmt::format(
      "{{{}}} told {} on {} rows then and {} on {} rows now: {}.", fmt::join(names, ", "),
      told_bits(report.then.infinite, report.then.corrected_nats), report.then.rows,
      told_bits(report.now.infinite, report.now.corrected_nats), report.now.rows,
      report.changed ? "more of a change than chance explains" : "no more of a change than chance explains");
}

}  // namespace

std::vector<std::string> rows_sentences(const explain::Explainer& explainer, const explain::RowsSummary& rows) {
  std::string text = fmt::format("{} rows", rows.rows);
  if (rows.dropped > 0) text += fmt::format(", {} more left out for missing cells", rows.dropped);
  if (rows.unseen > 0)
    text += fmt::format("; {} hold a text that did not occur when the facts were chosen", rows.unseen);
  if (rows.outside > 0) text += fmt::format("; {} hold a number beyond the range of that time", rows.outside);
  std::vector<std::string> lines = {text + "."};
  for (Eigen::Index k = 0; k < rows.before.size(); ++k) {
    lines.push_back(
        fmt::format("Typical error about {}: {} before the facts, {} with them; {} of the rows come closer.",
                    base::printable(explainer.predictions[static_cast<std::size_t>(k)]), number_text(rows.before[k]),
                    number_text(rows.after[k]), percent_text(rows.helped[k])));
  }
  lines.emplace_back(kNotCauses);
  return lines;
}

std::vector<std::string> check_sentences(const explain::Explainer& explainer, const explain::CheckReport& report) {
  std::vector<std::string> lines = {verdict(explainer, report)};
  for (Eigen::Index k = 0; k < report.rows.drift.size(); ++k) {
    const bool none = std::abs(report.rows.drift[k]) <= kRoundedMean * report.rows.before[k];
    lines.push_back(fmt::format("What she expects of {} is off by {} on average now (0 then; typical error {}).",
                                base::printable(explainer.predictions[static_cast<std::size_t>(k)]),
                                number_text(none ? 0 : report.rows.drift[k]), number_text(report.rows.before[k])));
  }
  const std::vector<std::string> rest = rows_sentences(explainer, report.rows);
  lines.insert(lines.end(), rest.begin(), rest.end());
  return lines;
}

}  // namespace explainee::view
