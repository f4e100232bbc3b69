#include "explainee/report/json/view_json.h"

#include <nlohmann/json.hpp>

#include "explainee/report/json/json_values.h"

namespace explainee::report {
namespace {

Json figure_json(const view::Figure& figure) { return {{"value", number(figure.value)}, {"text", figure.text}}; }

Json step_json(const view::Step& step) {
  return {{"kind", view::kind_name(step.kind)}, {"label", step.label},       {"value", step.value},
          {"amount", number(step.amount)},      {"from", number(step.from)}, {"to", number(step.to)},
          {"share", number(step.share)},        {"text", step.text},         {"precise", step.precise}};
}

Json set_json(const view::SetView& set) {
  return {{"facts", set.facts},
          {"text", set.text},
          {"bits", figure_json(set.bits)},
          {"infinite", set.infinite},
          {"indistinguishable", set.indistinguishable ? Json(*set.indistinguishable) : Json(nullptr)}};
}

Json gaps_json(const view::View& view) {
  Json gaps = Json::array();
  for (const view::Gap& gap : view.gaps) {
    gaps.push_back({{"label", gap.label},
                    {"before", figure_json(gap.before)},
                    {"after", figure_json(gap.after)},
                    {"left", number(gap.left)},
                    {"summed", gap.summed}});
  }
  return gaps;
}

Json facts_json(const view::View& view) {
  Json facts = Json::array();
  for (const view::FactView& fact : view.facts) {
    facts.push_back({{"name", fact.name},
                     {"label", fact.label},
                     {"weight", figure_json(fact.weight)},
                     {"share", number(fact.share)},
                     {"coefficient", fact.coefficient},
                     {"chosen_again", fact.chosen_again}});
  }
  return facts;
}

Json curve_json(const view::View& view) {
  Json curve = Json::array();
  for (const view::CurveStep& step : view.curve) {
    Json entry = {{"count", step.count}};
    entry.update(set_json(step.set));
    entry["share"] = number(step.share);
    entry["optimal"] = step.optimal;
    entry["adds_none"] = step.adds_none;
    curve.push_back(std::move(entry));
  }
  return curve;
}

Json sentences_json(const view::View& view) {
  Json sentences = Json::array();
  for (const view::Sentence& sentence : view.sentences) {
    sentences.push_back({{"text", sentence.text},
                         {"weight", view::weight_name(sentence.weight)},
                         {"topic", view::topic_name(sentence.topic)}});
  }
  return sentences;
}

}  // namespace

Json row_view_json(const view::RowView& row) {
  Json steps = Json::array();
  for (const view::Step& step : row.steps) steps.push_back(step_json(step));
  return {{"name", row.name}, {"known", row.known}, {"steps", std::move(steps)}};
}

std::string view_json_text(const view::View& view) {
  Json alternatives = Json::array();
  for (const view::SetView& set : view.alternatives) alternatives.push_back(set_json(set));
  Json rows = Json::array();
  for (const view::RowView& row : view.row) rows.push_back(row_view_json(row));
  Json right = nullptr;
  if (view.right) right = {{"before", figure_json(view.right->before)}, {"after", figure_json(view.right->after)}};
  return document_text({{"schema", "explainee.view.v1"},
                        {"subject", view.subject},
                        {"person", view.person},
                        {"title", view.title},
                        {"rows", view.rows},
                        {"gaps", gaps_json(view)},
                        {"all_together", view.all_together},
                        {"measured_on", view.measured_on.empty() ? Json(nullptr) : Json(view.measured_on)},
                        {"right", std::move(right)},
                        {"weight_title", view.weight_title},
                        {"facts", facts_json(view)},
                        {"curve", curve_json(view)},
                        {"alternatives", std::move(alternatives)},
                        {"row", std::move(rows)},
                        {"notes", view.notes},
                        {"sentences", sentences_json(view)}});
}

}  // namespace explainee::report
