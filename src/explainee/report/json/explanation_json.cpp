#include "explainee/report/json/explanation_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "explainee/base/bits.h"
#include "explainee/base/version.h"
#include "explainee/report/json/json_values.h"
#include "explainee/request/records/words.h"
#include "explainee/view/sentences/phrases/claim_text.h"

namespace explainee::report {
namespace {

using explain::Explanation;
using explain::FactSet;
using explain::PerPrediction;

using base::to_bits;

Json bits_or_null(const std::optional<double>& nats) { return nats ? number(to_bits(*nats)) : Json(nullptr); }

Json interval_bits(const std::optional<information::Interval>& nats) {
  if (!nats) return nullptr;
  return Json::array({number(to_bits(nats->low)), number(to_bits(nats->high))});
}

Json interval(const std::optional<information::Interval>& ends) {
  if (!ends) return nullptr;
  return Json::array({number(ends->low), number(ends->high)});
}

Json named_set(const FactSet& set) {
  return {{"features", set.features},
          {"bits", set.infinite ? Json(nullptr) : number(to_bits(set.nats))},
          {"infinite", set.infinite}};
}

Json named_set(const std::optional<FactSet>& set) { return set ? named_set(*set) : Json(nullptr); }

/// Value of the column and of the fact, to draw; null for what is no curve.
Json shape_points(const family::Shape& shape) {
  if (shape.points.empty()) return nullptr;
  Json points = Json::array();
  for (const auto& [x, y] : shape.points) points.push_back(Json::array({number(x), number(y)}));
  return points;
}

const char* used_by_model(explain::UsedByModel used) {
  switch (used) {
    case explain::UsedByModel::kNo:
      return "no";
    case explain::UsedByModel::kPartly:
      return "partly";
    case explain::UsedByModel::kYes:
      return "yes";
    default:
      return "unknown";
  }
}

Json fact_json(const explain::Fact& fact) {
  Json columns = nullptr;
  if (!fact.columns.empty()) {
    columns = Json::array();
    for (const auto& column : fact.columns) {
      columns.push_back({{"name", column.name}, {"coefficient", per_prediction(column.coefficient)}});
    }
  }
  return {{"name", fact.name},
          {"family", fact.family},
          {"sources", fact.sources},
          {"index", fact.index >= 0 ? Json(fact.index) : Json(nullptr)},
          {"coefficient", per_prediction(fact.coefficient)},
          {"lasso_coefficient", number(fact.lasso_coefficient)},
          {"columns", columns},
          {"stability", number(fact.stability)},
          {"noise", fact.shown_with.noise > 0 ? number(fact.shown_with.noise) : Json(nullptr)},
          {"shown_step", fact.shown_with.step > 0 ? number(fact.shown_with.step) : Json(nullptr)},
          {"cost", number(fact.cost)},
          {"shape", family::shape_name(fact.shape.kind)},
          {"shape_points", shape_points(fact.shape)},
          {"shape_threshold", fact.shape.kind == family::Shape::Kind::kCut ? number(fact.shape.threshold) : Json()},
          {"used_by_model", used_by_model(fact.used_by_model)},
          {"marks", fact.marks}};
}

std::string_view name_of(information::TestBasis test) {
  switch (test) {
    case information::TestBasis::kEqualVariances:
      return "equal_variances";
    case information::TestBasis::kSignFlips:
      return "sign_flips";
    case information::TestBasis::kLikelihood:
      return "likelihood";
    case information::TestBasis::kPermutation:
      return "permutation";
  }
  return "";
}

/// For which reader the bits are: without the products of what is known a linear one is left.
request::ReaderKind reader_of(const Explanation& e) {
  const bool linear_only = std::any_of(e.warnings.begin(), e.warnings.end(),
                                       [](const auto& warning) { return warning.code == "known_linear_only"; });
  return linear_only ? request::ReaderKind::kLinear : request::reader_of(e.request.who);
}

/// What decided how many facts are told.
Json decided_by(const std::optional<explain::Support>& support) {
  if (!support || !support->decided) return nullptr;
  return support->rule == explain::Support::Rule::kFoldGains ? "fold_gains" : "sign_flips";
}

Json information_json(const Explanation& e) {
  const explain::Information& info = e.information;
  const Json nothing = nullptr;
  const auto& predictive = e.predictive;
  return {{"nats", info.infinite ? nothing : number(info.nats)},
          {"bits", info.infinite ? nothing : number(to_bits(info.nats))},
          {"infinite", info.infinite},
          {"of_bits", bits_or_null(info.of_nats)},
          {"objective_bits", info.infinite ? nothing : number(to_bits(info.objective_nats))},
          {"corrected_bits", info.infinite ? nothing : number(to_bits(info.corrected_nats))},
          {"interval_bits", interval_bits(info.interval_nats)},
          {"gaussian_interval_bits", interval_bits(info.gaussian_interval_nats)},
          {"honest_bits", bits_or_null(info.honest_nats)},
          {"honest_method", info.honest_method.empty() ? nothing : Json(info.honest_method)},
          {"stability", number(info.stability)},
          {"p_value", number(info.p_value)},
          {"p_value_by", info.p_value ? Json(name_of(info.test)) : nothing},
          {"predictive_bits", predictive && !predictive->settled ? number(to_bits(predictive->nats)) : nothing},
          {"predictive_se", predictive && !predictive->settled ? number(to_bits(predictive->error)) : nothing},
          {"found", e.support && e.support->decided ? Json(e.support->facts > 0) : nothing},
          {"decided_by", decided_by(e.support)},
          {"estimator", info.estimator},
          {"reader", request::word_of(reader_of(e))}};
}

/// Typical error on rows that took no part; of a class the share named correctly.
Json cross_validated(const std::optional<explain::Predictive>& predictive) {
  if (!predictive) return nullptr;
  PerPrediction removed;
  for (std::size_t k = 0; k < predictive->before.size(); ++k)
    removed.push_back(predictive->before[k] > 0 ? 1 - predictive->after[k] / predictive->before[k] : 0.0);
  return {{"before", per_prediction(predictive->before)},
          {"after", per_prediction(predictive->after)},
          {"removed", per_prediction(removed)},
          {"closer", number(predictive->closer)},
          {"right_before", number(predictive->right_before)},
          {"right_after", number(predictive->right_after)}};
}

Json uncertainty_json(const explain::Uncertainty& uncertainty, const std::optional<explain::Predictive>& predictive) {
  return {{"before", per_prediction(uncertainty.before)},
          {"after", per_prediction(uncertainty.after)},
          {"removed", per_prediction(uncertainty.removed)},
          {"variance_removed", per_prediction(uncertainty.variance_removed)},
          {"floor", number(uncertainty.floor)},
          {"helped", per_prediction(uncertainty.helped)},
          {"cross_validated", cross_validated(predictive)}};
}

/// What readers who combine columns freely would know.
Json standing_json(const std::optional<explain::StandingCheck>& check) {
  if (!check) return nullptr;
  Json tried = Json::array();
  for (const auto& other : check->tried)
    tried.push_back({{"family", fmt::format("{}", fmt::join(other.family, ","))},
                     {"sparsity", other.sparsity},
                     {"predictive_bits", number(to_bits(other.nats))},
                     {"infinite", std::isinf(other.nats)}});
  return {{"known_bits", number(to_bits(check->known_nats))},
          {"facts_bits", number(to_bits(check->facts_nats))},
          {"all_bits", number(to_bits(check->all_nats))},
          {"rows", check->rows},
          {"columns", check->columns},
          {"tried", std::move(tried)}};
}

Json lasso_json(const std::optional<explain::LassoReport>& lasso) {
  if (!lasso) return nullptr;
  return {{"lambda", interval(lasso->lambda)},
          {"standardised", lasso->standardised},
          {"equals_exact", lasso->equals_exact},
          {"equal_for", interval(lasso->equal_for)},
          {"max_correlation_given_user", number(lasso->max_correlation_given_user)},
          {"max_correlation_with_user", number(lasso->max_correlation_with_user)}};
}

Json certificate_json(const Explanation& e) {
  const information::Claim& claim = e.claim;
  const bool settled = e.information.infinite && claim.optimal();
  Json json = {{"optimal", claim.optimal()},
               {"bound_bits", bits_or_null(claim.bound_nats)},
               {"gap", claim.bound_nats || settled ? number(to_bits(claim.gap_nats)) : Json(nullptr)},
               {"nodes", claim.nodes},
               {"statement", view::statement(e)}};
  if (e.predictions.size() > 1 && !e.label) {
    json["settled"] = claim.settled;
    json["directions"] = claim.directions;
  }
  return json;
}

Json proposed_by_json(const std::optional<explain::ProposedBy>& by) {
  if (!by) return nullptr;
  Json others = Json::array();
  for (const auto& other : by->others)
    others.push_back({{"name", other.name}, {"features", other.features}, {"margin", number(other.margin)}});
  return {{"name", by->name}, {"margin", number(by->margin)}, {"margin_se", number(by->error)}, {"others", others}};
}

Json model_asked_json(const std::optional<explain::ModelAsked>& asked) {
  if (!asked) return nullptr;
  return {{"rows", asked->rows}, {"calls", asked->calls}};
}

Json explanation_json(const Explanation& e) {
  Json facts = Json::array();
  for (const explain::Fact& fact : e.facts) facts.push_back(fact_json(fact));
  Json summary = Json::array();
  for (const auto& part : e.summary_coefficients) {
    summary.push_back({{"name", part.name}, {"coefficient", per_prediction(part.coefficient)}});
  }
  return {{"method", e.method},
          {"family", fmt::format("{}", fmt::join(e.request.facts.family, ","))},
          {"sparsity", e.sparsity},
          {"cost", number(e.cost())},
          {"budget", number(e.request.facts.budget)},
          {"features", std::move(facts)},
          {"intercept", per_prediction(e.intercept)},
          {"summary_coefficients", std::move(summary)},
          {"information", information_json(e)},
          {"uncertainty", uncertainty_json(e.uncertainty, e.predictive)},
          {"standing_check", standing_json(e.standing_check)},
          {"unsupported", named_set(e.unsupported)},
          {"proposed_by", proposed_by_json(e.proposed_by)},
          {"lasso", lasso_json(e.lasso)},
          {"certificate", certificate_json(e)}};
}

Json user_json(const Explanation& e, const base::Speech& speech) {
  Json known = Json::array();
  for (const auto& entry : e.already_known) known.push_back({{"name", entry.name}, {"by", entry.by}});
  Json aside = Json::array();
  for (const auto& entry : e.set_aside)
    aside.push_back({{"name", entry.name}, {"reason", base::text(entry.reason, speech)}});
  Json summary = Json::array();
  for (const auto& entry : e.summary) summary.push_back(entry.name);
  Json noise = Json::array();
  for (const auto& entry : e.summary_noise)
    noise.push_back({{"name", entry.name},
                     {"sd", number(entry.sd)},
                     {"used_sd", e.noise_free ? number(entry.used_sd) : Json(nullptr)},
                     {"from", entry.from}});
  return {{"summary", std::move(summary)},     {"view", e.noise_free ? "noise_free" : "as_they_are"},
          {"summary_noise", std::move(noise)}, {"quadratic_knowing", e.quadratic_knowing},
          {"already_known", std::move(known)}, {"set_aside", std::move(aside)}};
}

Json label_json(const std::optional<explain::LabelReport>& label) {
  if (!label) return nullptr;
  return {{"names", label->classes},
          {"right_before", number(label->right_before)},
          {"right_after", number(label->right_after)},
          {"measured_by", label->counted ? "counting" : "logistic"}};
}

/// The name of a prediction, the names of several, and of a class the column's.
Json prediction_json(const Explanation& e) {
  if (e.label) return e.label->column;
  return e.predictions.size() == 1 ? Json(e.predictions.front()) : Json(e.predictions);
}

/// None asked for: null.
Json diagnostics_json(const std::vector<explain::DiagnosticReport>& reports, const base::Speech& speech) {
  if (reports.empty()) return nullptr;
  Json list = Json::array();
  for (const explain::DiagnosticReport& report : reports) {
    const information::Diagnosis& diagnosis = report.diagnosis;
    const bool refused = !diagnosis.refusal.empty();
    list.push_back({{"estimator", report.estimator},
                    {"formula", refused ? Json(nullptr) : Json(diagnosis.formula)},
                    {"target", report.target},
                    {"features", report.features},
                    {"bits", bits_or_null(diagnosis.nats)},
                    {"infinite", diagnosis.infinite},
                    {"interval_bits", interval_bits(diagnosis.interval)},
                    {"p_value", number(diagnosis.p_value)},
                    {"lower_bound", diagnosis.lower_bound},
                    {"converged", diagnosis.converged ? Json(*diagnosis.converged) : Json(nullptr)},
                    {"saturated", diagnosis.saturated},
                    {"rows", diagnosis.rows},
                    {"refused", refused ? Json(base::text(diagnosis.refusal, speech)) : Json(nullptr)}});
  }
  return list;
}

Json local_json(const std::optional<explain::LocalReport>& local) {
  if (!local) return nullptr;
  return {{"row", local->row},
          {"neighbours", local->neighbours},
          {"effective_rows", number(local->effective_rows)},
          {"width", number(local->width)},
          {"metric", local->metric},
          {"everywhere", named_set(local->everywhere)}};
}

/// The best set on rows that took no part, and what the judged one lacks there.
void add_elsewhere(const std::optional<explain::BestElsewhere>& elsewhere, Json& json) {
  const auto bits = [&](double explain::BestElsewhere::*nats) {
    return elsewhere ? number(to_bits((*elsewhere).*nats)) : Json(nullptr);
  };
  json["best"]["predictive_bits"] = bits(&explain::BestElsewhere::nats);
  json["best"]["predictive_se"] = bits(&explain::BestElsewhere::error);
  json["lost_predictive_bits"] = bits(&explain::BestElsewhere::lost_nats);
  json["lost_predictive_se"] = bits(&explain::BestElsewhere::lost_error);
}

}  // namespace

Json row_json(const std::optional<explain::RowExplanation>& row) {
  if (!row) return nullptr;
  Json parts = Json::array();
  for (const explain::Contribution& part : row->contributions) {
    Json sources = Json::object();
    for (const auto& [name, value] : part.sources) sources[name] = number(value);
    parts.push_back({{"name", part.name},
                     {"sources", std::move(sources)},
                     {"value", part.value           ? number(*part.value)
                               : part.level.empty() ? Json(nullptr)
                                                    : Json(part.level)},
                     {"expected", number(part.expected)},
                     {"contribution", per_prediction(part.contribution)}});
  }
  return {{"index", row->index},
          {"id", row->id.empty() ? Json(nullptr) : Json(row->id)},
          {"prediction", per_prediction(row->prediction)},
          {"expected", per_prediction(row->expected)},
          {"contributions", std::move(parts)},
          {"remainder", per_prediction(row->remainder)},
          {"surprise_removed_bits", bits_or_null(row->surprise_removed_nats)},
          {"one_in_before", per_prediction(row->one_in_before)},
          {"one_in_after", per_prediction(row->one_in_after)}};
}

Json options_json(const std::vector<base::GivenOption>& given) {
  Json json = Json::object();
  for (const base::GivenOption& option : given) {
    std::visit([&](const auto& value) { json[option.name] = value; }, option.value);
  }
  return json;
}

Json answers_json(const std::optional<explain::AnswersReport>& answers) {
  if (!answers) return nullptr;
  Json contenders = Json::array();
  for (const explain::AnswersReport::Contender& contender : answers->contenders) {
    contenders.push_back({{"features", contender.set.features},
                          {"expected_bits", base::to_bits(contender.set.nats)},
                          {"share_best", contender.share_best}});
  }
  const bool weighed = answers->probability_best.has_value();
  const auto bits = [&](double nats) { return weighed ? Json(base::to_bits(nats)) : Json(nullptr); };
  return {{"count", answers->answers},
          {"probability_best", weighed ? Json(*answers->probability_best) : Json(nullptr)},
          {"expected_bits", bits(answers->expected_nats)},
          {"expected_loss_bits", bits(answers->lost_nats)},
          {"expected_loss_share", weighed ? Json(answers->lost_share) : Json(nullptr)},
          {"linear_share", answers->linear_share},
          {"follows_none", answers->oddity != person::Oddity::kNone},
          {"oddity", answers->oddity == person::Oddity::kNone ? Json() : Json(person::oddity_name(answers->oddity))},
          {"contenders", contenders}};
}

Json to_json(const Explanation& e, const std::vector<view::Sentence>& sentences, const base::Speech& speech) {
  Json alternatives = Json::array();
  for (const FactSet& set : e.alternatives) {
    Json entry = named_set(set);
    entry["indistinguishable"] = set.indistinguishable ? Json(*set.indistinguishable) : Json(nullptr);
    alternatives.push_back(std::move(entry));
  }
  Json curve = Json::array();
  for (const explain::CurvePoint& point : e.curve) {
    Json entry = {{"sparsity", point.sparsity}};
    entry.update(named_set(point.set));
    entry["optimal"] = point.optimal;
    curve.push_back(std::move(entry));
  }
  Json warnings = Json::array();
  for (const explain::Warning& warning : e.warnings)
    warnings.push_back({{"code", warning.code}, {"message", base::text(warning.message, speech)}});
  Json texts = Json::array();
  for (const view::Sentence& sentence : sentences) texts.push_back(sentence.text);
  Json json = {{"schema", e.score ? "explainee.score.v1" : "explainee.explanation.v1"},
               {"rows", e.rows},
               {"rows_dropped", e.rows_dropped},
               {"effort", request::word_of(e.request.how.effort)},
               {"prediction", prediction_json(e)},
               {"classes", label_json(e.label)},
               {"provenance",
                {{"version", base::kVersion},
                 {"data_sha256", e.data_sha256},
                 {"options", options_json(e.given_options)},
                 {"model_calls", e.model_asked ? Json(e.model_asked->calls) : Json(nullptr)},
                 {"seed", e.request.how.seed}}},
               {"user", user_json(e, speech)},
               {"explanation", explanation_json(e)},
               {"impersonal", {{"all", named_set(e.impersonal_all)}, {"unknown", named_set(e.impersonal_unknown)}}},
               {"alternatives", std::move(alternatives)},
               {"alternatives_proven", e.alternatives_proven},
               {"curve", std::move(curve)},
               {"row", row_json(e.row)},
               {"answers", answers_json(e.answers)},
               {"asked", model_asked_json(e.model_asked)},
               {"local", local_json(e.local)},
               {"diagnostics", diagnostics_json(e.diagnostics, speech)},
               {"sentences", std::move(texts)},
               {"warnings", std::move(warnings)}};
  if (e.score) {
    json["best"] = named_set(e.score->best);
    json["lost_bits"] = e.score->lost_infinite ? Json(nullptr) : number(to_bits(e.score->lost_nats));
    json["lost_infinite"] = e.score->lost_infinite;
    json["average"] = named_set(e.score->average);
    add_elsewhere(e.score->elsewhere, json);
  }
  return json;
}

std::string to_json_text(const Explanation& e, const std::vector<view::Sentence>& sentences) {
  return document_text(to_json(e, sentences));
}

}  // namespace explainee::report
