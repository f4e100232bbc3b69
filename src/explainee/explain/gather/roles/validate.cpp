#include "explainee/explain/gather/roles/validate.h"

#include <algorithm>

#include "explainee/explain/compose/summary_noise.h"
#include "explainee/explain/proposals/costs.h"
#include "explainee/information/registry.h"
#include "explainee/person/model/word_scores.h"
#include "explainee/request/grammar/values.h"

namespace explainee::explain {

using base::Error;
using base::ErrorCode;
using base::option;
using base::Result;
using base::say;
using base::switched_on;
using request::Method;

namespace {

/// What is said of one family says nothing where that family takes no part.
Result<void> check_families(const request::Request& request) {
  const auto missing = [&](std::string_view family) {
    const auto& all = request.facts.family;  // empty: all that apply
    return !all.empty() && std::find(all.begin(), all.end(), family) == all.end();
  };
  const auto bad = [](const base::Message& why) { return Error{ErrorCode::kBadOption, why}; };
  if (!request.facts.cuts.empty() && missing("bins"))
    return bad(say("{} belongs to {}", option("cuts"), option("family", "bins")));
  if (!request.facts.windows.empty() && missing("averages"))
    return bad(say("{} belongs to {}", option("windows"), option("family", "averages")));
  if (request.facts.examples != request::FactRules().examples && (missing("examples") || !request.facts.like.empty()))
    return bad(say("{} belongs to {}, without {}", option("examples"), option("family", "examples"), option("like")));
  return {};
}

/// What a model that is asked about one row after another can tell nothing about.
Result<void> check_asking(const Input& input, const request::Request& request, bool judging) {
  const auto bad = [](const base::Message& why) { return Error{ErrorCode::kBadOption, why}; };
  const base::OptionRef asking = option(input.asking.model ? "ask-model" : "asked");
  const auto without = [&](const base::OptionRef& other) {
    return bad(say("{} and {} do not go together", asking, other));
  };
  if (input.asking.model && input.asking.table != nullptr) return without(option("asked"));
  if (judging) return bad(say("{} belongs to {}", asking, base::command("explain")));
  if (input.table == nullptr)
    return Error{
        ErrorCode::kNeedsRows,
        say("{} draws rows like those of a table, and moments have none; give the table", option("ask-model"))};
  if (input.answers != nullptr) return without(option("answers"));
  if (request.rows.local) return without(switched_on("local"));
  if (request.how.paper) return without(switched_on("paper"));
  if (request.how.method == Method::kLasso) return without(option("method", "lasso"));
  if (request.what.draws) return without(switched_on("draws"));
  if (!request.what.versus.empty()) return without(option("versus"));
  if (request.who.noise_free) return without(switched_on("noise-free"));
  if (!request.who.summary_noise.empty()) return without(option("summary-noise"));
  if (request.what.prediction.size() != 1)
    return bad(say("the model is asked for one prediction of a row, and {} are explained; explain one of them",
                   request.what.prediction.size()));
  for (const data::Column& column : input.table->columns()) {
    if (column.name == request.what.prediction.front() && column.type == data::ColumnType::kText)
      return bad(
          say("the model is asked for numbers, and the prediction '{}' is a class; explain the chance of a class, "
              "and ask for that",
              column.name));
  }
  return {};
}

}  // namespace

Result<void> validate(const Input& input, const request::Request& request, bool judging,
                      std::span<const request::Record> records) {
  EXPLAINEE_TRY(request::check_request(records, request));
  EXPLAINEE_TRY(information::check_estimator(request.how.estimator));
  const auto bad = [](const base::Message& why) { return Error{ErrorCode::kBadOption, why}; };
  if ((input.table == nullptr) == (input.moments == nullptr)) return bad("give either a table or moments to explain");
  EXPLAINEE_TRY(person::check_words(request.who.answer_words));
  if (!request.who.answer_words.empty() && input.answers == nullptr && !input.people.answered)
    return bad(say("{} belongs to {}", option("answer-words"), option("answers")));
  if (input.answers != nullptr && request.how.keep)
    return bad(say(
        "{} and {} do not go with {}: of other rows what she understands is known with doubt only, and an explainer "
        "does not keep doubt; put what she says in a column and name it with {}",
        option("output"), option("all-rows"), option("answers"), option("summary")));
  if (request.how.lambda && request.how.method != Method::kLasso)
    return bad(say("{} belongs to {}", option("lambda"), option("method", "lasso")));
  if (request.facts.next && (request.facts.sparsity || request.facts.budget || request.how.lambda))
    return bad(say("{} asks for one fact; leave out {}, {} and {}", switched_on("next"), option("sparsity"),
                   option("budget"), option("lambda")));
  if (judging && request.how.certificate)
    return bad(say("{} belongs to {}", option("certificate"), base::command("explain")));
  if (request.how.certificate && request.how.method != Method::kExact)
    return bad(say("{} goes with {}", option("certificate"), option("method", "exact")));
  if (!request.what.versus.empty() && request.what.prediction_scale != request::Scale::kPlain)
    return bad(say("{} and {} do not go together", option("versus"), option("prediction-scale")));
  if (request.rows.local && !request.rows.row && request.rows.row_id.empty() && !request.how.keep)
    return bad(say("{} chooses the facts for a row: name it with {}, or ask for {}", switched_on("local"),
                   option("row"), option("all-rows")));
  if (request.rows.local && request.how.certificate)
    return bad(say("{} proves the facts for all rows; leave out {}", option("certificate"), option("local")));
  if (request.rows.local && request.how.method == Method::kLasso)
    return bad(say("{} goes with {} or greedy", switched_on("local"), option("method", "exact")));
  if (request.rows.metric != request::Metric::kBest && !request.rows.local)
    return bad(say("{} belongs to {}", option("metric"), switched_on("local")));
  if (request.what.draws && (!request.what.versus.empty() || request.what.prediction_scale != request::Scale::kPlain))
    return bad(say("{} does not go with {} or {}", switched_on("draws"), option("versus"), option("prediction-scale")));
  if (request.how.raw_units && request.how.method != Method::kLasso)
    return bad(say("{} belongs to {}", switched_on("raw-units"), option("method", "lasso")));
  if (input.asking.possible()) EXPLAINEE_TRY(check_asking(input, request, judging));
  EXPLAINEE_TRY(check_families(request));
  EXPLAINEE_TRY(check_summary_noise(request, input.answers != nullptr));
  return check_costs(request);
}

}  // namespace explainee::explain
