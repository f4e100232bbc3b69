#include "explainee/explain/compose/summary_noise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/tolerances.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/request/grammar/pairs.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kOption = "summary-noise";

/// Columns of u that are numbers of her own: summaries, guesses, answers. Positions in the summary.
std::vector<std::size_t> own_numbers(const Composition& c) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
    const person::SummaryColumn& column = c.summary.columns[i];
    const bool hers = column.way == person::Way::kUnderstands || column.way == person::Way::kGuesses ||
                      column.way == person::Way::kAnswered;
    if (hers && column.name == column.statement) found.push_back(i);  // a level of a category has a name of its own
  }
  return found;
}

Result<void> state(Composition& c, const std::string& name, double sd, const std::string& from) {
  for (SummaryNoise& noise : c.answer.summary_noise) {
    if (noise.name != name) continue;
    noise = {name, sd, 0, from};
    return {};
  }
  c.answer.summary_noise.push_back({name, sd, 0, from});
  return {};
}

Result<void> state_all(Composition& c, const std::vector<std::size_t>& numbers) {
  std::vector<data::Column> names;
  for (const std::size_t i : numbers) names.push_back({c.summary.columns[i].name});
  if (c.gathered.answer_noise)
    EXPLAINEE_TRY(
        state(c, person::kAnswerColumn, std::sqrt(c.gathered.answer_noise->variance), c.gathered.answer_noise->from));
  for (const request::OwnNoise& stated : c.request.who.summary_noise) {
    if (c.gathered.asked && stated.name == person::kAnswerColumn) {
      for (person::Answer& answer : *c.gathered.asked) answer.noise = stated.sd;
      continue;
    }
    const auto found = data::find_column(names, stated.name);
    if (!found.ok()) {
      std::vector<std::string> hers;
      for (const data::Column& column : names) hers.push_back(column.name);
      return Error{ErrorCode::kBadOption,
                   base::say("'{}' is no number of hers; noise is known of {}, {} and {}{}", stated.name,
                             base::option("summary"), base::option("guess"), base::option("answers"),
                             hers.empty() ? ", and there are none" : fmt::format(": {}", fmt::join(hers, ", "))),
                   base::option(kOption)};
    }
    EXPLAINEE_TRY(state(c, stated.name, stated.sd, "option"));
  }
  return {};
}

void warn_reduced(Composition& c) {
  std::vector<std::string> parts;
  for (const SummaryNoise& noise : c.answer.summary_noise) {
    if (noise.used_sd < noise.sd * (1 - base::kNoticeableCut))
      parts.push_back(fmt::format("of {} {:.4g} instead of {:.4g}", noise.name, noise.used_sd, noise.sd));
  }
  if (parts.empty()) return;
  c.answer.warnings.push_back(
      {"noise_too_large",
       fmt::format("more noise was stated than the facts and the prediction leave open of her answers; taken out: {}",
                   fmt::join(parts, ", "))});
}

}  // namespace

Result<void> check_summary_noise(const request::Request& request, bool asked) {
  for (const request::OwnNoise& stated : request.who.summary_noise) {
    if (!(stated.sd >= 0 && stated.sd <= request::kLargestSd))
      return Error{ErrorCode::kBadOption, fmt::format("{} is no standard deviation", stated.sd), base::option(kOption)};
  }
  if (!request.who.noise_free) return {};
  if (request.who.summary_noise.empty() && !asked) {
    return Error{ErrorCode::kBadOption,
                 base::say("say how noisy her answers are, with {} or {}", base::option(kOption, "U=SD"),
                           base::option("answers")),
                 base::option("noise-free")};
  }
  if (request.rows.row || request.how.keep) {
    return Error{ErrorCode::kBadOption,
                 base::say("{0} does not go with {1}, {2} or {3}: of a single row her answer is known with its noise "
                           "only; leave out {0} for rows",
                           base::switched_on("noise-free"), base::option("row"), base::option("output"),
                           base::option("all-rows"))};
  }
  return {};
}

Result<void> set_summary_noise(Composition& c) {
  const std::vector<std::size_t> numbers = own_numbers(c);
  EXPLAINEE_TRY(state_all(c, numbers));
  c.answer.noise_free = c.setting.noise_free = c.request.who.noise_free;
  if (!c.request.who.noise_free) return {};
  if (c.gathered.asked && c.answer.summary_noise.empty()) return {};  // learnt with the person
  if (c.answer.summary_noise.empty()) {
    return Error{ErrorCode::kBadOption,
                 base::say("the answers have neither a column 'noise' nor a row that was answered twice; say how noisy "
                           "they are with {}",
                           base::option(kOption, "answer=SD")),
                 base::option("noise-free")};
  }
  Setting all = c.setting;
  const auto k = static_cast<Eigen::Index>(c.summary.columns.size());
  all.summary_noise = Eigen::MatrixXd::Zero(k, k);
  const auto position = [&](const std::string& name) {
    const auto at =
        std::find_if(numbers.begin(), numbers.end(), [&](std::size_t i) { return c.summary.columns[i].name == name; });
    return static_cast<Eigen::Index>(*at);
  };
  for (const SummaryNoise& noise : c.answer.summary_noise) {
    const Eigen::Index i = position(noise.name);
    all.summary_noise(i, i) = noise.sd * noise.sd;
  }
  c.setting.summary_noise = information::fitting_noise(all, columns_of(c.everyone), moments::covariance(c.total()));
  for (SummaryNoise& noise : c.answer.summary_noise) {
    const Eigen::Index i = position(noise.name);
    if (c.setting.summary_noise.size() > 0) noise.used_sd = std::sqrt(std::max(0.0, c.setting.summary_noise(i, i)));
  }
  warn_reduced(c);
  return {};
}

}  // namespace explainee::explain
