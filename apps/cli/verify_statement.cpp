#include "verify_statement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <vector>

#include "explainee/verify/names.h"

namespace explainee::cli {
namespace {

using verify::Certificate;

/// More candidates, or columns of what the reader has, are counted instead of listed.
constexpr std::size_t kMostListed = 30;

std::string column_name(const moments::Moments& moments, int column) {
  return moments.columns[static_cast<std::size_t>(column)].name;
}

std::vector<std::string> candidate_names(const Certificate& certificate, const moments::Moments& moments) {
  std::vector<std::string> names;
  for (const verify::CandidateFact& candidate : certificate.candidates)
    names.push_back(verify::candidate_name(candidate, moments));
  return names;
}

/// "4 directions", "1 direction".
std::string counted(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string claim(const Certificate& c, const verify::Confirmation& confirmed, const std::string& support) {
  const auto settled = static_cast<std::size_t>(c.settled);
  if (settled == confirmed.directions) return fmt::format("{} settles the prediction completely", support);
  std::string sets = fmt::format("no set of at most {}", counted(static_cast<std::size_t>(c.s), "candidate"));
  if (c.budget)
    sets += fmt::format(" that costs at most {:.6f} (costs are those that the certificate lists)",
                        static_cast<double>(*c.budget) / 1e6);
  if (settled > 0) {
    return fmt::format("{} settles {} of {}, and {} settles more; nothing is claimed about the others", support,
                       settled, counted(confirmed.directions, "independent direction") + " of the prediction", sets);
  }
  if (confirmed.optimal)
    return fmt::format("{} tells this reader more than {}: {:.6g} bits, up to 1e-9 nats", sets, support, *c.bits);
  return fmt::format("{} tells this reader more than {:.6g} bits, up to 1e-9 nats; {} tells {:.6g}", sets,
                     *c.bound_bits, support, *c.bits);
}

std::string prediction(const Certificate& c, const moments::Moments& moments) {
  std::vector<std::string> names;
  for (const int column : c.prediction.columns) names.push_back(column_name(moments, column));
  std::string text = fmt::format("{}{}", c.prediction.draws ? "one draw of " : "", fmt::join(names, ", "));
  if (c.prediction.resolution_variance > 0)
    text += fmt::format(", shown in steps of {:.6g}", std::sqrt(12 * c.prediction.resolution_variance));
  return text;
}

std::string given(const Certificate& c, const moments::Moments& moments, bool list) {
  if (c.given.empty()) return "nothing";
  std::vector<std::string> names;
  for (const verify::WeightedSum& sum : c.given) names.push_back(verify::sum_name(sum, moments));
  std::string text = list || names.size() <= kMostListed ? fmt::format("{}", fmt::join(names, ", "))
                                                         : fmt::format("{} columns", names.size());
  for (std::size_t i = 0; i < c.given_noise.size(); ++i) {
    if (c.given_noise[i][i] != 0)
      text += fmt::format("; noise of {:.6g} is taken out of {}", std::sqrt(std::abs(c.given_noise[i][i])), names[i]);
  }
  return text;
}

std::string candidates(const Certificate& c, const moments::Moments& moments, bool list) {
  const std::vector<std::string> names = candidate_names(c, moments);
  if (list || names.size() <= kMostListed) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} columns or groups, whose list has the SHA-256 {}", names.size(),
                     verify::hash_of_candidates(c, moments));
}

/// What makes candidates worth less than their columns, or keeps them apart.
std::string conditions(const Certificate& c, const verify::Confirmation& confirmed, const moments::Moments& moments) {
  const std::vector<std::string> names = candidate_names(c, moments);
  std::string text;
  for (std::size_t j = 0; j < c.noise.size(); ++j)
    if (c.noise[j] > 0) text += fmt::format("  {} is shown with noise of {:.6g}\n", names[j], std::sqrt(c.noise[j]));
  for (std::size_t j = 0; j < c.extra_degrees.size(); ++j)
    if (c.extra_degrees[j] > 0)
      text += fmt::format("  {} is charged for {} more\n", names[j],
                          counted(static_cast<std::size_t>(c.extra_degrees[j]), "degree") + " of freedom");
  std::map<int, std::vector<std::string>> groups;
  for (std::size_t j = 0; j < c.groups.size(); ++j)
    if (c.groups[j] >= 0) groups[c.groups[j]].push_back(names[j]);
  for (const auto& [group, members] : groups)
    if (members.size() > 1) text += fmt::format("  at most one of {} may be chosen\n", fmt::join(members, ", "));
  if (confirmed.most_columns > 0)
    text += fmt::format("  sets with more than {} are beyond so few rows and not considered\n",
                        counted(confirmed.most_columns, "column"));
  return text;
}

std::string labels(const Certificate& c) {
  std::string text = fmt::format("reader '{}'", c.labels.reader);
  if (!c.labels.person.empty()) text += fmt::format(" who has {}", fmt::join(c.labels.person, ", "));
  return text + fmt::format(", written by {}", c.labels.program);
}

}  // namespace

std::string statement(const Certificate& certificate, const verify::Confirmation& confirmed,
                      const moments::Moments& moments, bool list) {
  std::vector<std::string> names;
  for (const int j : certificate.support)
    names.push_back(verify::candidate_name(certificate.candidates[static_cast<std::size_t>(j)], moments));
  const std::string support = fmt::format("{{{}}}", fmt::join(names, ", "));
  return fmt::format(
      "accepted: {}\n"
      "prediction: {}\n"
      "the reader has: {}\n"
      "candidates: {}\n{}"
      "not counted: a column that others of its set determine but for a share 1e-11 of its variance\n"
      "labels, not checked: {}\n"
      "moments: SHA-256 {}, totals of {} rows\n",
      claim(certificate, confirmed, support), prediction(certificate, moments), given(certificate, moments, list),
      candidates(certificate, moments, list), conditions(certificate, confirmed, moments), labels(certificate),
      certificate.moments_sha256, moments.rows());
}

}  // namespace explainee::cli
