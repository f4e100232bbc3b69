#include "verify_statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explainee/verify/names.h"

namespace explainee::cli {
namespace {

using verify::Certificate;
using verify::Names;

/// More candidates, or columns of what the reader has, are counted instead of listed.
constexpr std::size_t kMostListed = 30;

/// "4 directions", "1 direction".
std::string counted(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string claim(const Certificate& c, const verify::Confirmation& confirmed, const std::string& support) {
  const auto settled = static_cast<std::size_t>(c.settled);
  if (settled == confirmed.directions) return fmt::format("{} settles the prediction completely", support);
  std::string sets = fmt::format("no set of at most {}", counted(static_cast<std::size_t>(c.s), "candidate"));
  if (c.budget) sets += fmt::format(" that costs at most {}", static_cast<double>(*c.budget) / 1e6);
  if (settled > 0) {
    return fmt::format("{} settles {} of {}, and {} settles more; nothing is claimed about the others", support,
                       settled, counted(confirmed.directions, "independent direction") + " of the prediction", sets);
  }
  if (confirmed.optimal)
    return fmt::format("{} tells this reader more than {}: {:.12g} bits, up to 1e-9 nats", sets, support, *c.bits);
  return fmt::format("{} tells this reader more than {:.12g} bits, up to 1e-9 nats; {} tells {:.12g}", sets,
                     *c.bound_bits, support, *c.bits);
}

std::string prediction(const Certificate& c, const Names& names) {
  std::vector<std::string> columns;
  for (const int column : c.prediction.columns) columns.push_back(names.column(column));
  std::string text = fmt::format("{}{}", c.prediction.draws ? "one draw of " : "", fmt::join(columns, ", "));
  if (c.prediction.resolution_variance > 0)
    text += fmt::format(", shown in steps of {:.6g}", std::sqrt(12 * c.prediction.resolution_variance));
  return text;
}

std::string given(const Certificate& c, const Names& names, bool list) {
  if (c.given.empty()) return "nothing";
  if (!list && c.given.size() > kMostListed)
    return fmt::format("{} columns, whose list has the SHA-256 {}", c.given.size(), names.hash_of_given(c));
  std::vector<std::string> all;
  for (std::size_t i = 0; i < c.given.size(); ++i) all.push_back(names.given_in_full(c, i));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string candidates(const Certificate& c, const Names& names, bool list) {
  if (!list && c.candidates.size() > kMostListed)
    return fmt::format("{} columns or groups, whose list has the SHA-256 {}", c.candidates.size(),
                       names.hash_of_candidates(c));
  std::vector<std::string> all;
  for (std::size_t j = 0; j < c.candidates.size(); ++j) all.push_back(names.candidate_in_full(c, j));
  return fmt::format("{}", fmt::join(all, ", "));
}

/// What is said of sets that are not considered.
std::string conditions(const Certificate& c, const verify::Confirmation& confirmed) {
  std::string text;
  if (std::any_of(c.groups.begin(), c.groups.end(), [](int group) { return group >= 0; }))
    text += "  at most one candidate of a group may be chosen\n";
  if (confirmed.most_columns)
    text += fmt::format(
        "  sets with more than {}, extra degrees of freedom among them, are beyond so few rows and not considered\n",
        counted(*confirmed.most_columns, "column"));
  return text;
}

std::string labels(const Certificate& c) {
  std::vector<std::string> person;
  for (const std::string& line : c.labels.person) person.push_back(verify::quoted(line));
  std::string text = "reader " + verify::quoted(c.labels.reader);
  if (!person.empty()) text += fmt::format(" who has {}", fmt::join(person, ", "));
  return text + ", written by " + verify::quoted(c.labels.program);
}

}  // namespace

std::string statement(const Certificate& certificate, const verify::Confirmation& confirmed,
                      const moments::Moments& moments, bool list) {
  const Names names(moments);
  std::vector<std::string> chosen;
  for (const int j : certificate.support)
    chosen.push_back(names.candidate(certificate.candidates[static_cast<std::size_t>(j)]));
  const std::string support = fmt::format("{{{}}}", fmt::join(chosen, ", "));
  return fmt::format(
      "accepted: {}\n"
      "prediction: {}\n"
      "the reader has: {}\n"
      "candidates: {}\n{}"
      "not counted: a column that others of its set determine but for a share 1e-11 of its variance; a set with a "
      "candidate that adds nothing to the others\n"
      "labels, not checked: {}\n"
      "moments: SHA-256 {}, totals of {} rows\n",
      claim(certificate, confirmed, support), prediction(certificate, names), given(certificate, names, list),
      candidates(certificate, names, list), conditions(certificate, confirmed), labels(certificate),
      certificate.moments_sha256, moments.rows());
}

}  // namespace explainee::cli
