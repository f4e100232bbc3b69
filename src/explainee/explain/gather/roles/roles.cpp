#include "explainee/explain/gather/roles/roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/data/expression.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/gather/roles/why_no_fact.h"
#include "explainee/family/families.h"
#include "explainee/person/answered_table.h"
#include "explainee/request/grammar/formulas.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Indices = std::vector<std::size_t>;

bool contains(const Indices& list, std::size_t index) {
  return std::find(list.begin(), list.end(), index) != list.end();
}

/// Whether these families have facts that are no columns of the table; none named means all.
bool makes_facts(const std::vector<std::string>& families) {
  return families.empty() || std::any_of(families.begin(), families.end(), [](const std::string& family) {
           return family != "features" && family != "auto";
         });
}

class Resolver {
 public:
  Resolver(std::span<const data::Column> columns, const request::Request& request, const RolesOf& of)
      : columns_(columns), plain_(columns.subspan(0, columns.size() - of.expressions)), request_(request), of_(of) {}

  Result<Roles> run() {
    EXPLAINEE_TRY(find_predictions());
    EXPLAINEE_TRY(find_single_columns());
    EXPLAINEE_TRY(find_person());
    EXPLAINEE_TRY(find_candidates());
    return std::move(roles_);
  }

 private:
  /// Where these columns are, each once.
  Result<Indices> find(const std::vector<std::string>& names, std::string_view option) {
    Indices all;
    for (const std::string& name : names) {
      const auto found = data::find_column(plain_, name);
      if (!found.ok()) return Error{found.error().code, found.error().message, base::option(option)};
      if (!contains(all, found.value())) all.push_back(found.value());
    }
    return all;
  }

  Result<void> find_predictions() {
    if (request_.what.prediction.empty()) {
      return Error{ErrorCode::kBadOption,
                   base::say("say which column holds the predictions: {}", base::option("prediction", "COL"))};
    }
    EXPLAINEE_ASSIGN(roles_.predictions, find(request_.what.prediction, "prediction"));
    if (request_.what.draws) EXPLAINEE_TRY(find_draws());
    if (!request::prediction_formula(request_).empty()) return find_derived_prediction();
    for (const std::size_t index : roles_.predictions) {
      if (!columns_[index].unreadable.empty()) {
        return Error{ErrorCode::kUnfitColumn,
                     fmt::format("the prediction '{}' holds {}; explain a column of numbers", columns_[index].name,
                                 columns_[index].unreadable),
                     ""};
      }
      if (columns_[index].type == data::ColumnType::kText && roles_.predictions.size() > 1) {
        return Error{ErrorCode::kUnfitColumn,
                     fmt::format("the prediction '{}' holds text, a class; explain one class column at a time, or "
                                 "columns of numbers",
                                 columns_[index].name),
                     ""};
      }
    }
    return {};
  }

  Result<void> find_draws() {
    roles_.draws = roles_.predictions;
    if (roles_.draws.size() < 2) {
      return Error{ErrorCode::kBadOption,
                   base::say("{} needs at least two columns of draws; {} names '{}' alone", base::switched_on("draws"),
                             base::option("prediction"), columns_[roles_.draws.front()].name)};
    }
    if (request_.what.prediction.size() == roles_.draws.size()) return {};
    return Error{ErrorCode::kBadOption, base::say("{} names a column twice; with {} every column is one draw",
                                                  base::option("prediction"), base::switched_on("draws"))};
  }

  /// The difference of two predictions, the log-odds of one, or the mean of draws.
  Result<void> find_derived_prediction() {
    if (roles_.predictions.size() != 1 && !request_.what.draws) {
      return Error{ErrorCode::kBadOption, base::say("{} and {} take one prediction, not several",
                                                    base::option("versus"), base::option("prediction-scale"))};
    }
    EXPLAINEE_ASSIGN(const auto versus, single(request_.what.versus, "versus"));
    roles_.prediction_sources = roles_.predictions;
    if (versus) roles_.prediction_sources.push_back(*versus);
    const std::size_t rule = request_.facts.rule.empty() ? 0 : 1;
    roles_.predictions = {columns_.size() - 1 - rule};
    return {};
  }

  Result<std::optional<std::size_t>> single(const std::string& name, std::string_view option) {
    if (name.empty()) return std::optional<std::size_t>();
    EXPLAINEE_ASSIGN(const Indices found, find({name}, option));
    return std::optional(found.front());
  }

  Result<void> find_single_columns() {
    EXPLAINEE_ASSIGN(roles_.label, single(request_.what.label, "label"));
    EXPLAINEE_ASSIGN(roles_.id, single(request_.what.id, "id"));
    EXPLAINEE_ASSIGN(roles_.weight, single(request_.how.weight, "weight"));
    EXPLAINEE_ASSIGN(roles_.block, single(request_.how.block, "block"));
    if (roles_.weight && columns_[*roles_.weight].type == data::ColumnType::kText) {
      return Error{ErrorCode::kUnfitColumn, fmt::format("the weight column '{}' holds text", request_.how.weight), ""};
    }
    for (const auto& [role, option] :
         {std::pair{roles_.label, "label"}, {roles_.id, "id"}, {roles_.weight, "weight"}, {roles_.block, "block"}}) {
      if (!role || !contains(roles_.predictions, *role)) continue;
      return Error{ErrorCode::kBadOption, base::say("{} names '{}', which is the prediction to explain",
                                                    base::option(option), columns_[*role].name)};
    }
    EXPLAINEE_ASSIGN(roles_.inputs, find(request_.facts.inputs, "inputs"));
    roles_.inputs_given = !request_.facts.inputs.empty();
    return {};
  }

  Result<void> find_person() {
    person::Person& person = roles_.person;
    person.quadratic = request::reader_of(request_.who) == request::ReaderKind::kQuadratic;
    EXPLAINEE_TRY(add_known(request_.who.knows, "knows", person::Way::kKnows));
    EXPLAINEE_TRY(add_known(request_.who.told, "told", person::Way::kTold));
    EXPLAINEE_TRY(add_linear(request_.who.summary, "summary", person::Way::kUnderstands));
    EXPLAINEE_TRY(add_linear(request_.who.guess, "guess", person::Way::kGuesses));
    const std::size_t seen = request_.who.sees.size() + (request_.who.sees_mean.empty() ? 0 : 1);
    for (std::size_t i = 0; i < seen; ++i) {
      person.linear.push_back({columns_[plain_.size() + i].name, person::Way::kSees});
    }
    if (of_.answered) person.linear.push_back({person::kAnswerColumn, person::Way::kAnswered});
    return find_reasons();
  }

  Result<void> add_linear(const std::vector<std::string>& names, std::string_view option, person::Way way) {
    EXPLAINEE_ASSIGN(const Indices found, find(names, option));
    for (const std::size_t index : found) {
      roles_.person.linear.push_back({columns_[index].name, way});
      roles_.hers.insert(index);
    }
    return {};
  }

  Result<void> add_known(const std::vector<std::string>& names, std::string_view option, person::Way way) {
    EXPLAINEE_ASSIGN(const Indices found, find(names, option));
    for (const std::size_t index : found) {
      if (contains(roles_.predictions, index) || contains(roles_.draws, index)) {
        return Error{ErrorCode::kBadOption,
                     base::say("{} names the prediction '{}' itself; somebody who knows it needs no explanation",
                               base::option(option), columns_[index].name)};
      }
      if (roles_.hers.insert(index).second) roles_.person.known.push_back({columns_[index].name, way});
    }
    return {};
  }

  Result<void> find_reasons() {
    std::size_t weighted = 0;
    for (const request::WeightedColumn& reason : request_.who.reasons_from) {
      EXPLAINEE_ASSIGN(const Indices found, find({reason.column}, "reasons-from"));
      if (reason.weight && columns_[found.front()].type == data::ColumnType::kText) {
        return Error{ErrorCode::kBadOption,
                     fmt::format("column '{}' holds text and cannot have a weight", reason.column),
                     base::option("reasons-from")};
      }
      add_reason(found.front(), reason.weight);
      if (reason.weight) ++weighted;
    }
    if (weighted != 0 && weighted != roles_.person.reasons.size()) {
      return Error{ErrorCode::kBadOption, "give a weight to every column or to none", base::option("reasons-from")};
    }
    const bool predicts_class = columns_[roles_.predictions.front()].type == data::ColumnType::kText;
    const bool has_label = roles_.label && columns_[*roles_.label].type == data::ColumnType::kNumber;
    if (!roles_.person.reasons.empty() && weighted == 0 && predicts_class && !has_label) {
      return Error{ErrorCode::kBadOption,
                   base::say("{} fits a number, and the prediction is a class; name a number with {}, or give her own "
                             "weights",
                             base::option("reasons-from"), base::option("label"))};
    }
    if (has_label) {
      roles_.person.reasons_target = {columns_[*roles_.label].name};
    } else if (!predicts_class) {
      for (const std::size_t index : roles_.predictions) roles_.person.reasons_target.push_back(columns_[index].name);
    }
    return {};
  }

  void add_reason(std::size_t index, std::optional<double> weight) {
    roles_.person.reasons.push_back({columns_[index].name, weight});
    if (!request_.who.retell) roles_.hers.insert(index);
  }

  /// Names that are no columns may be facts of a family: those are looked up when the family has made them.
  Result<Indices> find_judged() {
    std::vector<std::string> plain;
    for (const std::string& name : request_.facts.features) {
      const bool fact = makes_facts(request_.facts.family) && !data::find_column(plain_, name).ok();
      (fact ? roles_.judged_facts : plain).push_back(name);
    }
    for (const request::ColumnGroup& group : request_.facts.group) roles_.judged_facts.push_back(group.name);
    for (const std::int64_t row : request_.facts.like)
      roles_.judged_facts.push_back(family::example_name(std::to_string(row)));
    std::sort(roles_.judged_facts.begin(), roles_.judged_facts.end());
    const auto repeats = std::unique(roles_.judged_facts.begin(), roles_.judged_facts.end());
    roles_.judged_facts.erase(repeats, roles_.judged_facts.end());
    EXPLAINEE_ASSIGN(const Indices named, find(plain, "features"));
    roles_.judged = named;
    if (!request_.facts.rule.empty()) roles_.judged.push_back(columns_.size() - 1);
    if (roles_.judged.empty() && roles_.judged_facts.empty()) {
      return Error{ErrorCode::kBadOption,
                   base::say("say which explanation to judge: {}, {}, {}, {}{}", base::option("features", "A,B"),
                             base::option("rule", "EXPR"), base::option("group", "NAME=A,B"),
                             base::option("like", "N,N"), base::hint(" or {}", base::option("map", "FILE")))};
    }
    return named;
  }

  /// The rule to judge may not look at what is explained or never told; who knows all it looks at knows the rule.
  Result<void> look_into_rule() {
    if (!of_.judging || request_.facts.rule.empty()) return {};
    EXPLAINEE_ASSIGN(const data::Expression rule, data::Expression::parse(request_.facts.rule.text, plain_));
    bool known = !rule.sources().empty();
    for (const std::size_t index : rule.sources()) {
      const auto is = [index](const std::optional<std::size_t>& role) { return role && *role == index; };
      if (contains(roles_.predictions, index) || contains(roles_.prediction_sources, index) || is(roles_.label) ||
          is(roles_.id)) {
        return Error{ErrorCode::kBadOption, base::say("{} looks at '{}', which is the prediction, the label or the id",
                                                      base::option("rule"), columns_[index].name)};
      }
      const auto& held = roles_.person.known;
      known = known && std::any_of(held.begin(), held.end(),
                                   [&](const person::Holding& h) { return h.column == columns_[index].name; });
    }
    if (known && request::reader_of(request_.who) != request::ReaderKind::kLinear)
      roles_.person.implied.push_back(columns_.back().name);
    return {};
  }

  Result<void> find_candidates() {
    EXPLAINEE_TRY(look_into_rule());
    EXPLAINEE_ASSIGN(const Indices named, of_.judging ? find_judged() : find(request_.facts.features, "features"));
    EXPLAINEE_ASSIGN(const Indices excluded, find(request_.facts.exclude, "exclude"));
    roles_.features_given = !of_.judging && !named.empty();
    for (std::size_t index = 0; index < plain_.size(); ++index) {
      if (is_taken(index)) {
        if (roles_.features_given && contains(named, index)) return taken_feature(index);
        if (of_.judging && contains(named, index)) return taken_feature(index);
        continue;
      }
      if (contains(excluded, index) || (roles_.features_given && !contains(named, index))) continue;
      if (!contains(named, index) && !roles_.hers.contains(index) && set_aside(index)) continue;
      roles_.eligible.push_back(index);
    }
    return {};
  }

  /// Predictions, label, id, weight, block and summaries are never facts.
  [[nodiscard]] bool is_taken(std::size_t index) const {
    const auto is = [index](const std::optional<std::size_t>& role) { return role && *role == index; };
    const auto& linear = roles_.person.linear;
    const bool summary = std::any_of(linear.begin(), linear.end(), [&](const person::Holding& holding) {
      return holding.column == columns_[index].name;
    });
    return contains(roles_.predictions, index) || contains(roles_.prediction_sources, index) || is(roles_.label) ||
           is(roles_.id) || is(roles_.weight) || is(roles_.block) || summary;
  }

  [[nodiscard]] Error taken_feature(std::size_t index) const {
    return {ErrorCode::kBadOption,
            base::say("{} names '{}', which is already the prediction, label, id, weight, block or summary",
                      base::option("features"), columns_[index].name)};
  }

  /// Columns that nobody asked for and that cannot, or should not, be facts.
  bool set_aside(std::size_t index) {
    const std::optional<base::Message> why = why_suspect(columns_[index]);
    if (why) roles_.set_aside.push_back({columns_[index].name, *why});
    return why.has_value();
  }

  std::span<const data::Column> columns_;
  std::span<const data::Column> plain_;  // without expressions
  const request::Request& request_;
  RolesOf of_;
  Roles roles_;
};

}  // namespace

base::Result<std::vector<data::Expression>> parse_expressions(const request::Request& request,
                                                              std::span<const data::Column> columns) {
  if (!request.what.versus.empty()) {
    const auto other = data::find_column(columns, request.what.versus);
    if (!other.ok()) return Error{other.error().code, other.error().message, base::option("versus")};
  }
  std::vector<data::Expression> parsed;
  for (const request::WrittenExpression& formula : request::formulas_of(request)) {
    EXPLAINEE_ASSIGN(data::Expression expression, data::Expression::parse(formula.text, columns));
    parsed.push_back(std::move(expression));
  }
  return parsed;
}

Result<Roles> resolve_roles(std::span<const data::Column> columns, const request::Request& request, const RolesOf& of) {
  return Resolver(columns, request, of).run();
}

}  // namespace explainee::explain
