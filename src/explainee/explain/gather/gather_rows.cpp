#include "explainee/explain/gather/gather_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "explainee/data/complete_columns.h"
#include "explainee/data/derived_table.h"
#include "explainee/explain/gather/kept_moments.h"
#include "explainee/explain/gather/moment_columns.h"
#include "explainee/explain/gather/roles/why_no_fact.h"
#include "explainee/explain/gather/set_aside.h"
#include "explainee/explain/proposals/proposals.h"
#include "explainee/moments/levels.h"
#include "explainee/person/answered_table.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

class RowGatherer {
 public:
  RowGatherer(const Input& input, const request::Request& request, bool judging, const base::Control& control,
              std::optional<std::vector<family::Proposal>> given)
      : input_(input), request_(request), judging_(judging), control_(control), given_(std::move(given)) {}

  Result<Gathered> run() {
    EXPLAINEE_TRY(open());
    const bool answered = result_.answered != nullptr;
    EXPLAINEE_ASSIGN(result_.roles, resolve_roles(result_.columns, request_, {expressions_, judging_, answered}));
    if (result_.asked || input_.people.answered) EXPLAINEE_TRY(find_reasons(request_));
    EXPLAINEE_TRY(propose());
    EXPLAINEE_TRY(plan_columns());
    EXPLAINEE_TRY(plan_products());
    finish_plan();
    EXPLAINEE_ASSIGN(result_.moments, moments_of(*input_.table, result_, plain_, control_));
    return std::move(result_);
  }

 private:
  Result<void> open() {
    result_.cursor = input_.table->cursor();
    result_.table = result_.cursor.get();
    if (input_.answers != nullptr) {
      EXPLAINEE_ASSIGN(std::vector<person::Answer> answers,
                       person::read_answers(*input_.answers, request_.who.answer_words));
      const request::AnswersAs as = request_.who.answers_as;
      const bool few = person::too_few_to_stand_alone(answers.size(), result_.table->columns().size());
      if (as == request::AnswersAs::kPerson || (as == request::AnswersAs::kAuto && few)) {
        EXPLAINEE_ASSIGN(const std::string knows, person::read_knows(*input_.answers));
        if (!knows.empty() && request_.who.knows.empty()) {
          result_.warnings.push_back(
              {"knows_left_out",
               base::say("by the answers she had {} in front of her; say so with {}", knows, base::option("knows"))});
        }
        result_.asked = std::move(answers);
        result_.answers = input_.answers;
      } else {
        EXPLAINEE_ASSIGN(result_.answered,
                         person::AnsweredTable::make(*result_.table, answers, *input_.answers, control_));
        result_.table = result_.answered.get();
        result_.answer_noise = person::noise_of(answers);
      }
    }
    EXPLAINEE_ASSIGN(std::vector<data::Expression> expressions, parse_expressions(request_, result_.table->columns()));
    expressions_ = expressions.size();
    plain_ = static_cast<int>(result_.table->columns().size());
    if (expressions_ > 0) {
      std::optional<std::size_t> weight;
      const auto& columns = result_.table->columns();
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == request_.how.weight && columns[i].type == data::ColumnType::kNumber) weight = i;
      }
      EXPLAINEE_ASSIGN(result_.scales, data::measure_scales(*result_.table, expressions, weight, control_));
      for (const data::Expression& expression : expressions) result_.expressions.push_back(expression.text());
      result_.derived = data::derive(*result_.table, std::move(expressions), result_.scales);
      result_.table = result_.derived.get();
    }
    result_.columns = result_.table->columns();
    return {};
  }

  Result<void> propose() {
    if (!given_) {
      EXPLAINEE_ASSIGN(given_, explain::make_proposals(*result_.table, result_.roles, request_, plain_, control_));
    }
    std::vector<family::Proposal> proposals = std::move(*given_);
    EXPLAINEE_ASSIGN(result_.families, add_proposals(result_, std::move(proposals)));
    EXPLAINEE_TRY(check_judged(result_));
    if (result_.families == nullptr) return {};
    result_.table = result_.families.get();
    result_.columns = result_.table->columns();
    return {};
  }

  /// Whatever may be told, she may reason from every column that is not excluded; those that nothing else needs only
  /// where they have no gaps.
  Result<void> find_reasons(request::Request request) {
    request.facts.features.clear();
    EXPLAINEE_ASSIGN(const Roles all,
                     resolve_roles(result_.columns, request, {expressions_, false, result_.answered != nullptr}));
    const std::vector<std::size_t>& told = result_.roles.eligible;
    std::vector<std::size_t> further;
    std::set_difference(all.eligible.begin(), all.eligible.end(), told.begin(), told.end(),
                        std::back_inserter(further));
    if (!further.empty()) {
      EXPLAINEE_ASSIGN(further, data::complete_columns(*result_.table, further, control_));
    }
    std::set<std::size_t> reasons(told.begin(), told.end());
    reasons.insert(further.begin(), further.end());
    for (const person::Holding& holding : result_.roles.person.known) {
      for (std::size_t i = 0; i < result_.columns.size(); ++i) {
        if (result_.columns[i].name == holding.column) reasons.insert(i);
      }
    }
    result_.reasons.assign(reasons.begin(), reasons.end());
    return {};
  }

  /// Who needs a column; what comes later needs it more.
  enum class Need { kNobody, kHerReasons, kLater, kCandidate, kHers };

  /// Predictions and candidates, all that she has, her model's target, what people who come later may have.
  [[nodiscard]] std::vector<Need> needs() const {
    const Roles& roles = result_.roles;
    std::vector<Need> needs(result_.columns.size(), Need::kNobody);
    const auto raise = [&](std::size_t index, Need need) { needs[index] = std::max(needs[index], need); };
    for (const std::size_t index : result_.reasons) raise(index, Need::kHerReasons);
    for (const auto* used : {&roles.predictions, &roles.draws, &roles.judged}) {
      for (const std::size_t index : *used) raise(index, Need::kCandidate);
    }
    for (const family::Proposal& proposal : result_.proposals) {
      for (const std::size_t index : proposal.columns) raise(index, Need::kCandidate);
    }
    std::set<std::string> hers = person::names_of(roles.person);
    if (!roles.person.reasons.empty())
      hers.insert(roles.person.reasons_target.begin(), roles.person.reasons_target.end());
    const std::set<std::string> later(input_.people.columns.begin(), input_.people.columns.end());
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (later.contains(result_.columns[i].name)) raise(i, Need::kLater);
      if (hers.contains(result_.columns[i].name)) raise(i, Need::kHers);
    }
    return needs;
  }

  /// Numbers and texts that take part.
  Result<void> plan_columns() {
    const std::vector<Need> need = needs();
    std::vector<std::size_t> texts;
    for (std::size_t i = 0; i < need.size(); ++i) {
      if (need[i] == Need::kNobody) continue;
      (result_.columns[i].type == data::ColumnType::kText ? texts : result_.plan.numbers).push_back(i);
    }
    if (texts.empty()) return {};
    EXPLAINEE_ASSIGN(moments::LevelScan scan, levels_of(*input_.table, result_, texts, plain_, control_));
    rows_ = scan.rows;
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPLAINEE_TRY(plan_text(texts[i], need[texts[i]], std::move(scan.columns[i])));
    return {};
  }

  /// Why the levels of a text make no fact; empty when they do.
  [[nodiscard]] std::string why_no_fact(const moments::Levels& levels) const {
    if (levels.all_distinct) return "every row has its own text";
    if (levels.too_many) return fmt::format("it has more than {} different texts", moments::kMostLevels);
    return why_no_category(levels.levels.size(), rows_);
  }

  Result<void> plan_text(std::size_t index, Need need, moments::Levels levels) {
    const data::Column& column = result_.columns[index];
    const bool predicted = result_.roles.predictions.front() == index;
    if (predicted && levels.all_distinct) return not_classes(index);
    const std::string reason = why_no_fact(levels);
    if (need == Need::kHerReasons) {
      if (!reason.empty()) {
        std::erase(result_.reasons, index);
      } else {
        result_.plan.texts.push_back({index, std::move(levels.levels)});
      }
      return {};
    }
    const auto& later = input_.people.columns;
    const bool theirs = std::find(later.begin(), later.end(), column.name) != later.end();
    // The words of a family are wanted: their number was chosen.
    const bool wanted = column.derived || predicted || asked_for(result_.roles, index, need == Need::kHers);
    EXPLAINEE_TRY(check_levels(column.name, levels, wanted || theirs));
    if (!reason.empty() && need == Need::kHers) {
      result_.warnings.push_back(
          {"known_many_levels", fmt::format("she knows '{}' as a category, but {}", column.name, reason)});
    }
    const bool aside = !reason.empty() && !wanted;
    if (aside) set_aside(result_, index, reason);
    if (!aside || theirs) result_.plan.texts.push_back({index, std::move(levels.levels)});
    return {};
  }

  /// Texts that cannot be a category: `needed`, somebody asks for them as one.
  [[nodiscard]] Result<void> check_levels(const std::string& name, const moments::Levels& levels, bool needed) const {
    if (needed && levels.too_many) {
      return Error{
          ErrorCode::kUnfitColumn,
          fmt::format("the text column '{}' has more than {} different texts and cannot be a category; leave it out",
                      name, moments::kMostLevels),
          result_.table->name()};
    }
    if (!looks_like_decimal_commas(levels.levels)) return {};
    return Error{
        ErrorCode::kUnfitColumn,
        base::say("column '{}' looks like numbers with commas ('{}'); write decimals with a point and thousands "
                  "without a sign, or leave the column out with {}",
                  name, levels.levels.front(), base::option("exclude")),
        result_.table->name()};
  }

  [[nodiscard]] Error not_classes(std::size_t index) const {
    return {ErrorCode::kUnfitColumn,
            base::say("every row has its own text in the prediction '{}', so it holds no classes; if it holds numbers, "
                      "make them numbers{}",
                      result_.columns[index].name,
                      base::hint(" with {}", base::option("numbers", result_.columns[index].name))),
            result_.table->name()};
  }

  /// Which of the planned numbers a column is; −1 for none.
  [[nodiscard]] int planned(const std::string& name) const {
    for (std::size_t i = 0; i < result_.plan.numbers.size(); ++i) {
      if (result_.columns[result_.plan.numbers[i]].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  Result<void> plan_products() {
    for (const auto& [one, other] : input_.people.products) {
      if (planned(one) >= 0 && planned(other) >= 0) result_.plan.products.emplace_back(planned(one), planned(other));
    }
    const person::Person& person = result_.roles.person;
    if (!person.quadratic) return {};
    std::vector<int> known;
    for (const person::Holding& holding : person.known) {
      if (planned(holding.column) >= 0) known.push_back(planned(holding.column));
    }
    EXPLAINEE_ASSIGN(const bool fit, products_fit(static_cast<std::int64_t>(known.size()), *result_.table,
                                                  result_.roles.predictions.front(), rows_, control_));
    for (std::size_t i = 0; fit && i < known.size(); ++i) {
      for (std::size_t j = i; j < known.size(); ++j) result_.plan.products.emplace_back(known[i], known[j]);
    }
    return {};
  }

  void finish_plan() {
    moments::Plan& plan = result_.plan;
    plan.weight = result_.roles.weight;
    plan.block = result_.roles.block;
    plan.missing =
        request_.how.missing == request::Missing::kDrop ? moments::MissingRule::kDrop : moments::MissingRule::kError;
    plan.folds = request_.how.folds.value_or(moments::default_folds(plan.size()));
    plan.seed = static_cast<std::uint64_t>(request_.how.seed);
  }

  const Input& input_;
  const request::Request& request_;
  bool judging_;
  const base::Control& control_;
  std::optional<std::vector<family::Proposal>> given_;
  std::size_t expressions_ = 0;
  int plain_ = 0;  // columns of the file
  std::int64_t rows_ = -1;
  Gathered result_;
};

}  // namespace

Result<Gathered> gather_rows(const Input& input, const request::Request& request, bool judging,
                             const base::Control& control, std::optional<std::vector<family::Proposal>> proposals) {
  return RowGatherer(input, request, judging, control, std::move(proposals)).run();
}

}  // namespace explainee::explain
