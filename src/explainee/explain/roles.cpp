#include "explainee/explain/roles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "explainee/base/number_of_text.h"
#include "explainee/data/expression.h"
#include "explainee/data/expression_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/family/families.h"
#include "explainee/user/answered_table.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Indices = std::vector<std::size_t>;

constexpr std::array<std::string_view, 7> kSuspectNames = {"y", "target", "label", "outcome", "id", "index", "row"};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool contains(const Indices& list, std::size_t index) {
  return std::find(list.begin(), list.end(), index) != list.end();
}

/// The mean of these columns as an expression.
std::string mean_of(const std::vector<std::string>& patterns) {
  std::vector<std::string> names;
  for (const std::string& name : patterns) names.push_back(data::quoted_in_expression(name));
  return fmt::format("mean({})", fmt::join(names, ","));
}

/// What is explained when it is no plain column; empty when it is.
std::string prediction_expression(const Options& options) {
  if (options.prediction.empty()) return "";
  if (options.draws) return mean_of(options.prediction);
  const std::string first = data::quoted_in_expression(options.prediction.front());
  if (!options.versus.empty()) return fmt::format("{} - {}", first, data::quoted_in_expression(options.versus));
  if (options.prediction_scale != "logit") return "";
  if (!(options.resolution > 0)) return fmt::format("logit({})", first);
  return fmt::format("logit({},{})", first, options.resolution);
}

class Resolver {
 public:
  Resolver(std::span<const data::Column> columns, std::size_t expressions, const Options& options, bool judging)
      : columns_(columns),
        plain_(columns.subspan(0, columns.size() - expressions)),
        options_(options),
        judging_(judging) {}

  Result<Roles> run() {
    EXPLAINEE_TRY(find_predictions());
    EXPLAINEE_TRY(find_single_columns());
    EXPLAINEE_TRY(find_person());
    EXPLAINEE_TRY(find_candidates());
    return std::move(roles_);
  }

 private:
  Result<Indices> resolve(const std::vector<std::string>& patterns, std::string_view option) {
    auto found = data::resolve_names(plain_, patterns);
    if (!found.ok()) found.error().message = fmt::format("--{}: {}", option, found.error().message);
    return found;
  }

  Result<void> find_predictions() {
    if (options_.prediction.empty()) {
      return Error{ErrorCode::kBadOption, "say which column holds the predictions: --prediction COL", ""};
    }
    EXPLAINEE_ASSIGN(roles_.predictions, resolve(options_.prediction, "prediction"));
    if (options_.draws) EXPLAINEE_TRY(find_draws());
    if (!prediction_expression(options_).empty()) return find_derived_prediction();
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
                   fmt::format("--draws needs at least two columns of draws; --prediction names '{}' alone",
                               columns_[roles_.draws.front()].name),
                   ""};
    }
    std::size_t named = 0;
    for (const std::string& pattern : options_.prediction) {
      EXPLAINEE_ASSIGN(const Indices found, resolve({pattern}, "prediction"));
      named += found.size();
    }
    if (named == roles_.draws.size()) return {};
    return Error{ErrorCode::kBadOption, "--prediction names a column twice; with --draws every column is one draw", ""};
  }

  /// The difference of two predictions, the log-odds of one, or the mean of draws.
  Result<void> find_derived_prediction() {
    if (roles_.predictions.size() != 1 && !options_.draws) {
      return Error{ErrorCode::kBadOption, "--versus and --prediction-scale take one prediction, not several", ""};
    }
    EXPLAINEE_ASSIGN(const auto versus, single(options_.versus, "versus"));
    roles_.prediction_sources = roles_.predictions;
    if (versus) roles_.prediction_sources.push_back(*versus);
    const std::size_t rule = options_.rule.empty() ? 0 : 1;
    roles_.predictions = {columns_.size() - 1 - rule};
    return {};
  }

  Result<std::optional<std::size_t>> single(const std::string& name, std::string_view option) {
    if (name.empty()) return std::optional<std::size_t>();
    EXPLAINEE_ASSIGN(const Indices found, resolve({name}, option));
    if (found.size() > 1) {
      return Error{ErrorCode::kBadOption, fmt::format("--{} takes one column, {} names {}", option, name, found.size()),
                   ""};
    }
    return std::optional(found.front());
  }

  Result<void> find_single_columns() {
    EXPLAINEE_ASSIGN(roles_.label, single(options_.label, "label"));
    EXPLAINEE_ASSIGN(roles_.id, single(options_.id, "id"));
    EXPLAINEE_ASSIGN(roles_.weight, single(options_.weight, "weight"));
    EXPLAINEE_ASSIGN(roles_.block, single(options_.block, "block"));
    if (roles_.weight && columns_[*roles_.weight].type == data::ColumnType::kText) {
      return Error{ErrorCode::kUnfitColumn, fmt::format("the weight column '{}' holds text", options_.weight), ""};
    }
    for (const auto& [role, option] :
         {std::pair{roles_.label, "label"}, {roles_.id, "id"}, {roles_.weight, "weight"}, {roles_.block, "block"}}) {
      if (!role || !contains(roles_.predictions, *role)) continue;
      return Error{ErrorCode::kBadOption,
                   fmt::format("--{} names '{}', which is the prediction to explain", option, columns_[*role].name),
                   ""};
    }
    EXPLAINEE_ASSIGN(roles_.inputs, resolve(options_.inputs, "inputs"));
    roles_.inputs_given = !options_.inputs.empty();
    return {};
  }

  Result<void> find_person() {
    user::Person& person = roles_.person;
    person.quadratic = !options_.linear;
    EXPLAINEE_TRY(add_known(options_.knows, "knows", user::Way::kKnows));
    EXPLAINEE_TRY(add_known(options_.told, "told", user::Way::kTold));
    EXPLAINEE_TRY(add_linear(options_.summary, "summary", user::Way::kUnderstands));
    EXPLAINEE_TRY(add_linear(options_.guess, "guess", user::Way::kGuesses));
    const std::size_t seen = options_.sees.size() + (options_.sees_mean.empty() ? 0 : 1);
    for (std::size_t i = 0; i < seen; ++i) {
      person.linear.push_back({columns_[plain_.size() + i].name, user::Way::kSees});
    }
    if (!options_.answers.empty()) person.linear.push_back({user::kAnswerColumn, user::Way::kAnswered});
    return find_reasons();
  }

  Result<void> add_linear(const std::vector<std::string>& patterns, std::string_view option, user::Way way) {
    EXPLAINEE_ASSIGN(const Indices found, resolve(patterns, option));
    for (const std::size_t index : found) {
      roles_.person.linear.push_back({columns_[index].name, way});
      roles_.hers.insert(index);
    }
    return {};
  }

  Result<void> add_known(const std::vector<std::string>& patterns, std::string_view option, user::Way way) {
    EXPLAINEE_ASSIGN(const Indices found, resolve(patterns, option));
    for (const std::size_t index : found) {
      if (contains(roles_.predictions, index) || contains(roles_.draws, index)) {
        return Error{ErrorCode::kBadOption,
                     fmt::format("--{} names the prediction '{}' itself; somebody who knows it needs no explanation",
                                 option, columns_[index].name),
                     ""};
      }
      if (roles_.hers.insert(index).second) roles_.person.known.push_back({columns_[index].name, way});
    }
    return {};
  }

  Result<void> find_reasons() {
    std::size_t weighted = 0;
    for (const std::string& entry : options_.reasons_from) {
      const std::size_t equals = entry.rfind('=');
      const bool literal = std::any_of(plain_.begin(), plain_.end(), [&](const auto& c) { return c.name == entry; });
      if (equals == std::string::npos || literal) {
        EXPLAINEE_ASSIGN(const Indices found, resolve({entry}, "reasons-from"));
        for (const std::size_t index : found) add_reason(index, std::nullopt);
        continue;
      }
      const std::optional<double> weight = base::number_of_text<double>(std::string_view(entry).substr(equals + 1));
      if (!weight || !std::isfinite(*weight)) {
        return Error{ErrorCode::kBadOption, fmt::format("--reasons-from: '{}' does not end in a finite number", entry),
                     ""};
      }
      EXPLAINEE_ASSIGN(const Indices found, resolve({entry.substr(0, equals)}, "reasons-from"));
      for (const std::size_t index : found) {
        if (columns_[index].type == data::ColumnType::kText) {
          return Error{
              ErrorCode::kBadOption,
              fmt::format("--reasons-from: column '{}' holds text and cannot have a weight", columns_[index].name), ""};
        }
        add_reason(index, weight);
        ++weighted;
      }
    }
    if (weighted != 0 && weighted != roles_.person.reasons.size()) {
      return Error{ErrorCode::kBadOption, "--reasons-from: give a weight to every column or to none", ""};
    }
    const bool predicts_class = columns_[roles_.predictions.front()].type == data::ColumnType::kText;
    const bool has_label = roles_.label && columns_[*roles_.label].type == data::ColumnType::kNumber;
    if (!roles_.person.reasons.empty() && weighted == 0 && predicts_class && !has_label) {
      return Error{ErrorCode::kBadOption,
                   "--reasons-from fits a number, and the prediction is a class; name a number with --label, or give "
                   "her own weights",
                   ""};
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
    if (!options_.retell) roles_.hers.insert(index);
  }

  /// Names that are no columns may be facts of a family: those are looked up when the family has made them.
  Result<Indices> find_judged() {
    std::vector<std::string> plain;
    for (const std::string& name : options_.features) {
      const bool families = options_.family != std::vector<std::string>{"features"};
      if (families && !data::resolve_name(plain_, name).ok()) {
        roles_.judged_facts.push_back(name);
      } else {
        plain.push_back(name);
      }
    }
    for (const std::string& group : options_.group) {
      const std::size_t equals = group.find('=');
      if (equals != std::string::npos) roles_.judged_facts.push_back(group.substr(0, equals));
    }
    for (const std::string& row : options_.like) roles_.judged_facts.push_back(family::example_name(row));
    std::sort(roles_.judged_facts.begin(), roles_.judged_facts.end());
    const auto repeats = std::unique(roles_.judged_facts.begin(), roles_.judged_facts.end());
    roles_.judged_facts.erase(repeats, roles_.judged_facts.end());
    EXPLAINEE_ASSIGN(const Indices named, resolve(plain, "features"));
    roles_.judged = named;
    if (!options_.rule.empty()) roles_.judged.push_back(columns_.size() - 1);
    if (roles_.judged.empty() && roles_.judged_facts.empty()) {
      return Error{
          ErrorCode::kBadOption,
          "say which explanation to judge: --features A,B, --rule EXPR, --group NAME=A,B, --like N,N or --map FILE",
          ""};
    }
    return named;
  }

  /// The rule to judge may not look at what is explained or never told; who knows all it looks at knows the rule.
  Result<void> look_into_rule() {
    if (!judging_ || options_.rule.empty()) return {};
    EXPLAINEE_ASSIGN(const data::Expression rule, data::Expression::parse(options_.rule, plain_));
    bool known = !rule.sources().empty();
    for (const std::size_t index : rule.sources()) {
      const auto is = [index](const std::optional<std::size_t>& role) { return role && *role == index; };
      if (contains(roles_.predictions, index) || contains(roles_.prediction_sources, index) || is(roles_.label) ||
          is(roles_.id)) {
        return Error{
            ErrorCode::kBadOption,
            fmt::format("--rule looks at '{}', which is the prediction, the label or the id", columns_[index].name),
            ""};
      }
      const auto& held = roles_.person.known;
      known = known && std::any_of(held.begin(), held.end(),
                                   [&](const user::Holding& h) { return h.column == columns_[index].name; });
    }
    if (known && !options_.linear) roles_.person.implied.push_back(columns_.back().name);
    return {};
  }

  Result<void> find_candidates() {
    EXPLAINEE_TRY(look_into_rule());
    EXPLAINEE_ASSIGN(const Indices named, judging_ ? find_judged() : resolve(options_.features, "features"));
    EXPLAINEE_ASSIGN(const Indices excluded, resolve(options_.exclude, "exclude"));
    roles_.features_given = !judging_ && !named.empty();
    for (std::size_t index = 0; index < plain_.size(); ++index) {
      if (is_taken(index)) {
        if (roles_.features_given && contains(named, index)) return taken_feature(index);
        if (judging_ && contains(named, index)) return taken_feature(index);
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
    const bool summary = std::any_of(linear.begin(), linear.end(), [&](const user::Holding& holding) {
      return holding.column == columns_[index].name;
    });
    return contains(roles_.predictions, index) || contains(roles_.prediction_sources, index) || is(roles_.label) ||
           is(roles_.id) || is(roles_.weight) || is(roles_.block) || summary;
  }

  [[nodiscard]] Error taken_feature(std::size_t index) const {
    return {ErrorCode::kBadOption,
            fmt::format("--features names '{}', which is already the prediction, label, id, weight, block or summary",
                        columns_[index].name),
            ""};
  }

  /// Columns that nobody asked for and that cannot, or should not, be facts.
  bool set_aside(std::size_t index) {
    if (!columns_[index].unreadable.empty()) {
      roles_.set_aside.push_back(
          {columns_[index].name, "it holds " + columns_[index].unreadable + ", neither numbers nor text"});
      return true;
    }
    const std::string name = lower(columns_[index].name);
    if (std::find(kSuspectNames.begin(), kSuspectNames.end(), name) == kSuspectNames.end()) return false;
    roles_.set_aside.push_back(
        {columns_[index].name, "its name suggests an outcome or an id; name it in --features to use it"});
    return true;
  }

  std::span<const data::Column> columns_;
  std::span<const data::Column> plain_;  // without expressions
  const Options& options_;
  bool judging_;
  Roles roles_;
};

}  // namespace

std::vector<std::string> expressions_of(const Options& options) {
  std::vector<std::string> all = options.sees;
  if (!options.sees_mean.empty()) all.push_back(mean_of(options.sees_mean));
  if (const std::string prediction = prediction_expression(options); !prediction.empty()) all.push_back(prediction);
  if (!options.rule.empty()) all.push_back(options.rule);
  return all;
}

base::Result<std::vector<data::Expression>> parse_expressions(const Options& options,
                                                              std::span<const data::Column> columns) {
  if (!options.versus.empty()) {
    const auto other = data::resolve_name(columns, options.versus);
    if (!other.ok()) return Error{other.error().code, "--versus: " + other.error().message, ""};
  }
  std::vector<data::Expression> parsed;
  for (const std::string& text : expressions_of(options)) {
    EXPLAINEE_ASSIGN(data::Expression expression, data::Expression::parse(text, columns));
    parsed.push_back(std::move(expression));
  }
  return parsed;
}

Result<Roles> resolve_roles(std::span<const data::Column> columns, std::size_t expressions, const Options& options,
                            bool judging) {
  return Resolver(columns, expressions, options, judging).run();
}

}  // namespace explainee::explain
