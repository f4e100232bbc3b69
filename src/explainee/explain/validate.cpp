#include "explainee/explain/validate.h"

#include <algorithm>

#include "explainee/base/option_check.h"
#include "explainee/explain/costs.h"
#include "explainee/explain/shown_with.h"
#include "explainee/explain/summary_noise.h"
#include "explainee/user/word_scores.h"

namespace explainee::explain {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Options of one family say nothing where that family takes no part.
Result<void> check_families(const Options& options) {
  const auto missing = [&](std::string_view family) {
    const auto& all = options.family;  // empty: all that apply
    return !all.empty() && std::find(all.begin(), all.end(), family) == all.end();
  };
  const auto bad = [](const char* why) { return Error{ErrorCode::kBadOption, why, ""}; };
  if (!options.cuts.empty() && missing("bins")) return bad("--cuts belongs to --family bins");
  if (!options.windows.empty() && missing("averages")) return bad("--windows belongs to --family averages");
  if (options.examples != Options().examples && (missing("examples") || !options.like.empty()))
    return bad("--examples belongs to --family examples, without --like");
  return {};
}

}  // namespace

Result<void> validate(const Input& input, const Options& options, bool judging,
                      const std::vector<base::Option<Options>>& records) {
  for (const auto& record : records) EXPLAINEE_TRY(base::check_option(record, options));
  const auto bad = [](const char* why) { return Error{ErrorCode::kBadOption, why, ""}; };
  if ((input.table == nullptr) == (input.moments == nullptr)) return bad("give either a table or moments to explain");
  if (!options.answers.empty() && input.moments == nullptr && input.answers == nullptr)
    return bad("--answers: give the table of answers");
  EXPLAINEE_TRY(user::check_words(options.answer_words));
  if (!options.answer_words.empty() && options.answers.empty() && !input.people.answered)
    return bad("--answer-words belongs to --answers");
  if (!options.answers.empty() && options.keep)
    return bad(
        "-o and --all-rows do not go with --answers: of other rows what she understands is known with doubt only, and "
        "an explainer does not keep doubt; put what she says in a column and name it with --summary");
  if (options.lambda && options.method != "lasso") return bad("--lambda belongs to --method lasso");
  if (options.next && (options.sparsity || options.budget || options.lambda))
    return bad("--next asks for one fact; leave out -s, --budget and --lambda");
  if (judging && options.certificate) return bad("--certificate belongs to explain");
  if (options.certificate && options.method != "exact") return bad("--certificate goes with --method exact");
  if (!options.versus.empty() && options.prediction_scale != "plain")
    return bad("--versus and --prediction-scale do not go together");
  if (options.local && !options.row && !options.keep)
    return bad("--local chooses the facts for a row: name it with --row, or ask for --all-rows");
  if (options.local && options.certificate)
    return bad("--certificate proves the facts for all rows; leave out --local");
  if (options.local && options.method == "lasso") return bad("--local goes with --method exact or greedy");
  if (options.metric != "best" && !options.local) return bad("--metric belongs to --local");
  if (options.draws && (!options.versus.empty() || options.prediction_scale != "plain"))
    return bad("--draws does not go with --versus or --prediction-scale");
  if (options.raw_units && options.method != "lasso") return bad("--raw-units belongs to --method lasso");
  EXPLAINEE_TRY(check_families(options));
  EXPLAINEE_TRY(check_summary_noise(options));
  EXPLAINEE_TRY(check_shown_with(options));
  return check_costs(options);
}

}  // namespace explainee::explain
