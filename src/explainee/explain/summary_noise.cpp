#include "explainee/explain/summary_noise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "explainee/data/name_pattern.h"
#include "explainee/explain/composer.h"
#include "explainee/explain/named_sd.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kOption = "summary-noise";
/// A noise that was made smaller by less was not made smaller.
constexpr double kNoticeableCut = 1e-9;

/// Columns of u that are numbers of her own: summaries, guesses, answers. Positions in the summary.
std::vector<std::size_t> own_numbers(const Composition& c) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < c.summary.columns.size(); ++i) {
    const user::SummaryColumn& column = c.summary.columns[i];
    const bool hers = column.way == user::Way::kUnderstands || column.way == user::Way::kGuesses ||
                      column.way == user::Way::kAnswered;
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
        state(c, user::kAnswerColumn, std::sqrt(c.gathered.answer_noise->variance), c.gathered.answer_noise->from));
  for (const std::string& part : c.options.summary_noise) {
    EXPLAINEE_ASSIGN(const auto named, read_named_sd(kOption, part));
    if (c.gathered.asked && named.first == user::kAnswerColumn) {
      for (user::Answer& answer : *c.gathered.asked) answer.noise = named.second;
      continue;
    }
    const auto found = data::resolve_name(names, named.first);
    if (!found.ok()) {
      std::vector<std::string> hers;
      for (const data::Column& column : names) hers.push_back(column.name);
      return Error{
          ErrorCode::kBadOption,
          fmt::format("--{}: '{}' is no number of hers; noise is known of --summary, --guess and --answers{}", kOption,
                      named.first, hers.empty() ? ", and there are none" : fmt::format(": {}", fmt::join(hers, ", "))),
          ""};
    }
    for (const std::size_t i : found.value()) EXPLAINEE_TRY(state(c, names[i].name, named.second, "option"));
  }
  return {};
}

void warn_reduced(Composition& c) {
  std::vector<std::string> parts;
  for (const SummaryNoise& noise : c.answer.summary_noise) {
    if (noise.used_sd < noise.sd * (1 - kNoticeableCut))
      parts.push_back(fmt::format("of {} {:.4g} instead of {:.4g}", noise.name, noise.used_sd, noise.sd));
  }
  if (parts.empty()) return;
  c.answer.warnings.push_back(
      {"noise_too_large",
       fmt::format("more noise was stated than the facts and the prediction leave open of her answers; taken out: {}",
                   fmt::join(parts, ", "))});
}

}  // namespace

Result<void> check_summary_noise(const Options& options) {
  for (const std::string& part : options.summary_noise) EXPLAINEE_TRY(read_named_sd(kOption, part));
  const auto bad = [](const char* why) { return Error{ErrorCode::kBadOption, why, ""}; };
  if (!options.noise_free) return {};
  if (options.summary_noise.empty() && options.answers.empty())
    return bad("--noise-free: say how noisy her answers are, with --summary-noise U=SD or --answers");
  if (options.row || options.keep)
    return bad(
        "--noise-free does not go with --row, -o or --all-rows: of a single row her answer is known with its noise "
        "only; leave out --noise-free for rows");
  return {};
}

Result<void> set_summary_noise(Composition& c) {
  const std::vector<std::size_t> numbers = own_numbers(c);
  EXPLAINEE_TRY(state_all(c, numbers));
  c.answer.noise_free = c.options.noise_free;
  if (!c.options.noise_free) return {};
  if (c.gathered.asked && c.answer.summary_noise.empty()) return {};  // learnt with the person
  if (c.answer.summary_noise.empty()) {
    return Error{ErrorCode::kBadOption,
                 "--noise-free: the answers have neither a column 'noise' nor a row that was answered twice; say how "
                 "noisy they are with --summary-noise answer=SD",
                 ""};
  }
  Setting all = c.setting;
  all.candidates = c.everyone;
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
  c.setting.summary_noise = fitting_noise(all, moments::covariance(c.total()));
  for (SummaryNoise& noise : c.answer.summary_noise) {
    const Eigen::Index i = position(noise.name);
    if (c.setting.summary_noise.size() > 0) noise.used_sd = std::sqrt(std::max(0.0, c.setting.summary_noise(i, i)));
  }
  warn_reduced(c);
  return {};
}

}  // namespace explainee::explain
