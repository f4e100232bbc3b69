#include "explainee/explain/gather.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "explainee/data/complete_columns.h"
#include "explainee/data/count_rows.h"
#include "explainee/data/derived_table.h"
#include "explainee/explain/answered.h"
#include "explainee/explain/proposals.h"
#include "explainee/moments/accumulate.h"
#include "explainee/moments/extend.h"
#include "explainee/moments/levels.h"
#include "explainee/user/answered_table.h"
#include "explainee/user/summary.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Above this many columns of quadratic knowing it is worth counting the rows before forming the products.
constexpr std::int64_t kManyKnownColumns = 200;
/// A text column with more levels than rows/20 is no category.
constexpr std::int64_t kRowsPerLevel = 20;

Result<std::vector<data::Expression>> parse_expressions(const Options& options, std::span<const data::Column> columns) {
  std::vector<data::Expression> parsed;
  for (const std::string& text : expressions_of(options)) {
    EXPLAINEE_ASSIGN(data::Expression expression, data::Expression::parse(text, columns));
    parsed.push_back(std::move(expression));
  }
  return parsed;
}

/// True when most levels are whole numbers with a comma and digits behind: a number column of another country.
bool looks_like_decimal_commas(const std::vector<std::string>& levels) {
  constexpr std::size_t kFew = 3;
  const auto is_decimal = [](const std::string& level) {
    const std::size_t start = !level.empty() && level.front() == '-' ? 1 : 0;
    const std::size_t comma = level.find(',');
    const auto digits = [](std::string_view part) {
      return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    return comma != std::string::npos && digits(std::string_view(level).substr(start, comma - start)) &&
           digits(std::string_view(level).substr(comma + 1));
  };
  const auto found = static_cast<std::size_t>(std::count_if(levels.begin(), levels.end(), is_decimal));
  return levels.size() >= kFew && 10 * found >= 8 * levels.size();
}

/// Why a text column is not a candidate unless somebody asks for it; empty when it is one.
std::string why_no_category(std::size_t levels, std::int64_t rows) {
  if (static_cast<std::int64_t>(levels) * kRowsPerLevel <= rows) return "";
  return fmt::format("it has {} different texts in {} rows", levels, rows);
}

/// The names of all columns that she has or reasons from.
std::set<std::string> names_of(const user::Person& person) {
  std::set<std::string> names;
  for (const user::Holding& holding : person.known) names.insert(holding.column);
  for (const user::Holding& holding : person.linear) names.insert(holding.column);
  for (const user::Reason& reason : person.reasons) names.insert(reason.name);
  names.insert(person.implied.begin(), person.implied.end());
  return names;
}

bool is_judged(const Roles& roles, std::size_t index) {
  return std::find(roles.judged.begin(), roles.judged.end(), index) != roles.judged.end();
}

void set_aside(Gathered& gathered, std::size_t index, std::string reason) {
  gathered.roles.set_aside.push_back({gathered.columns[index].name, std::move(reason)});
  std::erase(gathered.roles.eligible, index);
  std::erase(gathered.reasons, index);
  std::erase_if(gathered.proposals, [&](const Proposal& proposal) {
    return std::find(proposal.columns.begin(), proposal.columns.end(), index) != proposal.columns.end();
  });
}

class RowGatherer {
 public:
  RowGatherer(const Input& input, const Options& options, bool judging, const base::Control& control)
      : input_(input), options_(options), judging_(judging), control_(control) {}

  Result<Gathered> run() {
    EXPLAINEE_TRY(open());
    Options by_columns = options_;
    if (result_.asked) by_columns.answers.clear();  // no column of the table
    EXPLAINEE_ASSIGN(result_.roles, resolve_roles(result_.columns, expressions_, by_columns, judging_));
    if (result_.asked || input_.people.answered) EXPLAINEE_TRY(find_reasons(by_columns));
    EXPLAINEE_TRY(make_proposals());
    EXPLAINEE_TRY(plan_columns());
    EXPLAINEE_TRY(plan_products());
    finish_plan();
    EXPLAINEE_ASSIGN(moments::Moments moments, moments::accumulate(*result_.table, result_.plan, control_));
    for (moments::MomentColumn& column : moments.columns) {
      if (column.index >= plain_) column.index = -1;  // an expression has no place in the file
    }
    result_.moments = std::make_shared<const moments::Moments>(std::move(moments));
    return std::move(result_);
  }

 private:
  Result<void> open() {
    result_.table = input_.table;
    if (!options_.answers.empty()) {
      EXPLAINEE_ASSIGN(std::vector<user::Answer> answers, user::read_answers(*input_.answers, options_.answer_words));
      const bool few = too_few_to_stand_alone(answers.size(), result_.table->columns().size());
      if (options_.answers_as == "person" || (options_.answers_as == "auto" && few)) {
        result_.asked = std::move(answers);
        result_.answers = input_.answers;
      } else {
        if (options_.keep) return answers_not_kept();
        EXPLAINEE_ASSIGN(result_.answered,
                         user::AnsweredTable::make(*result_.table, answers, *input_.answers, control_));
        result_.table = result_.answered.get();
        result_.answer_noise = user::noise_of(answers);
      }
    }
    EXPLAINEE_ASSIGN(std::vector<data::Expression> expressions, parse_expressions(options_, result_.table->columns()));
    expressions_ = expressions.size();
    plain_ = static_cast<int>(result_.table->columns().size());
    if (expressions_ > 0) {
      std::optional<std::size_t> weight;
      const auto& columns = result_.table->columns();
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == options_.weight && columns[i].type == data::ColumnType::kNumber) weight = i;
      }
      EXPLAINEE_ASSIGN(result_.scales, data::measure_scales(*result_.table, expressions, weight, control_));
      for (const data::Expression& expression : expressions) result_.expressions.push_back(expression.text());
      result_.derived = data::derive(*result_.table, std::move(expressions), result_.scales);
      result_.table = result_.derived.get();
    }
    result_.columns = result_.table->columns();
    return {};
  }

  [[nodiscard]] static Error answers_not_kept() {
    return {ErrorCode::kBadOption,
            "-o and --all-rows do not go with answers that stand for themselves: they are known of the answered rows "
            "only; learn who she is from them with --answers-as person, or put them in a column and name it with "
            "--summary",
            ""};
  }

  Result<void> make_proposals() {
    EXPLAINEE_ASSIGN(std::vector<family::Member> members,
                     make_members(*result_.table, result_.roles, options_, plain_, control_));
    EXPLAINEE_ASSIGN(result_.families, add_members(result_, std::move(members)));
    EXPLAINEE_TRY(check_judged(result_));
    if (result_.families == nullptr) return {};
    result_.table = result_.families.get();
    result_.columns = result_.table->columns();
    return {};
  }

  /// Whatever may be told, she may reason from every column that is not excluded; those that nothing else needs only
  /// where they have no gaps.
  Result<void> find_reasons(Options options) {
    options.features.clear();
    EXPLAINEE_ASSIGN(const Roles all, resolve_roles(result_.columns, expressions_, options, false));
    const std::vector<std::size_t>& told = result_.roles.eligible;
    std::vector<std::size_t> further;
    std::set_difference(all.eligible.begin(), all.eligible.end(), told.begin(), told.end(),
                        std::back_inserter(further));
    if (!further.empty()) {
      EXPLAINEE_ASSIGN(further, data::complete_columns(*result_.table, further, control_));
    }
    std::set<std::size_t> reasons(told.begin(), told.end());
    reasons.insert(further.begin(), further.end());
    for (const user::Holding& holding : result_.roles.person.known) {
      for (std::size_t i = 0; i < result_.columns.size(); ++i) {
        if (result_.columns[i].name == holding.column) reasons.insert(i);
      }
    }
    result_.reasons.assign(reasons.begin(), reasons.end());
    return {};
  }

  /// Numbers and texts that take part: predictions, candidates, all that she has, her model's target.
  Result<void> plan_columns() {
    const Roles& roles = result_.roles;
    std::set<std::size_t> used(roles.predictions.begin(), roles.predictions.end());
    for (const Proposal& proposal : result_.proposals) used.insert(proposal.columns.begin(), proposal.columns.end());
    used.insert(roles.draws.begin(), roles.draws.end());
    used.insert(roles.judged.begin(), roles.judged.end());
    std::set<std::string> names = names_of(roles.person);
    if (!roles.person.reasons.empty())
      names.insert(roles.person.reasons_target.begin(), roles.person.reasons_target.end());
    const std::set<std::string> later(input_.people.columns.begin(), input_.people.columns.end());
    std::vector<std::size_t> texts;
    std::set<std::size_t> hers;
    std::set<std::size_t> reasons(result_.reasons.begin(), result_.reasons.end());
    for (std::size_t i = 0; i < result_.columns.size(); ++i) {
      const bool theirs = later.contains(result_.columns[i].name);
      if (names.contains(result_.columns[i].name)) hers.insert(i);
      if (used.contains(i) || hers.contains(i) || theirs) reasons.erase(i);
      if (!used.contains(i) && !hers.contains(i) && !theirs && !reasons.contains(i)) continue;
      if (result_.columns[i].type == data::ColumnType::kText) {
        texts.push_back(i);
      } else {
        result_.plan.numbers.push_back(i);
      }
    }
    return texts.empty() ? Result<void>() : plan_texts(texts, hers, reasons);
  }

  /// `reasons`: columns that nothing but her answers may need.
  Result<void> plan_texts(const std::vector<std::size_t>& texts, const std::set<std::size_t>& hers,
                          const std::set<std::size_t>& reasons) {
    EXPLAINEE_ASSIGN(moments::LevelScan scan, moments::scan_levels(*result_.table, texts, control_));
    rows_ = scan.rows;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      moments::Levels& levels = scan.columns[i];
      const std::string& name = result_.columns[texts[i]].name;
      const bool made = result_.columns[texts[i]].derived;  // words of a family: their number was chosen
      const bool predicted = result_.roles.predictions.front() == texts[i];
      if (predicted && levels.all_distinct) return not_classes(texts[i]);
      const bool wanted = made || predicted || result_.roles.features_given || hers.contains(texts[i]) ||
                          is_judged(result_.roles, texts[i]);
      const auto& later = input_.people.columns;
      const bool theirs = std::find(later.begin(), later.end(), name) != later.end();
      std::string reason = why_no_category(levels.levels.size(), rows_);
      if (levels.all_distinct) {
        reason = "every row has its own text";
      } else if (levels.too_many) {
        reason = fmt::format("it has more than {} different texts", moments::kMostLevels);
      }
      if (reasons.contains(texts[i])) {
        if (reason.empty()) {
          result_.plan.texts.push_back({texts[i], std::move(levels.levels)});
        } else {
          std::erase(result_.reasons, texts[i]);
        }
        continue;
      }
      if ((wanted || theirs) && levels.too_many) {
        return Error{
            ErrorCode::kUnfitColumn,
            fmt::format("the text column '{}' has more than {} different texts and cannot be a category; leave it out",
                        name, moments::kMostLevels),
            result_.table->name()};
      }
      if (looks_like_decimal_commas(levels.levels)) {
        return Error{
            ErrorCode::kUnfitColumn,
            fmt::format("column '{}' looks like numbers with commas ('{}'); write decimals with a point and thousands "
                        "without a sign, or leave the column out with --exclude",
                        name, levels.levels.front()),
            result_.table->name()};
      }
      if (!reason.empty() && hers.contains(texts[i])) {
        result_.warnings.push_back(
            {"known_many_levels", fmt::format("she knows '{}' as a category, but {}", name, reason)});
      }
      const bool aside = !reason.empty() && !wanted;
      if (aside) set_aside(result_, texts[i], reason);
      if (!aside || theirs) result_.plan.texts.push_back({texts[i], std::move(levels.levels)});
    }
    return {};
  }

  [[nodiscard]] Error not_classes(std::size_t index) const {
    return {ErrorCode::kUnfitColumn,
            fmt::format("every row has its own text in the prediction '{0}', so it holds no classes; if it holds "
                        "numbers, use --numbers {0}",
                        result_.columns[index].name),
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
    const user::Person& person = result_.roles.person;
    if (!person.quadratic) return {};
    std::vector<int> known;
    for (const user::Holding& holding : person.known) {
      if (planned(holding.column) >= 0) known.push_back(planned(holding.column));
    }
    const auto count = static_cast<std::int64_t>(known.size());
    if (user::quadratic_columns(count) > kManyKnownColumns) {
      EXPLAINEE_ASSIGN(rows_, data::count_rows(*result_.table, result_.roles.predictions.front(), control_));
      if (!user::quadratic_fits(count, rows_)) return {};
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
      for (std::size_t j = i; j < known.size(); ++j) result_.plan.products.emplace_back(known[i], known[j]);
    }
    return {};
  }

  void finish_plan() {
    moments::Plan& plan = result_.plan;
    plan.weight = result_.roles.weight;
    plan.block = result_.roles.block;
    plan.missing = options_.missing == "drop" ? moments::MissingRule::kDrop : moments::MissingRule::kError;
    plan.folds = options_.folds.value_or(moments::default_folds(plan.size()));
    plan.seed = static_cast<std::uint64_t>(options_.seed);
  }

  const Input& input_;
  const Options& options_;
  bool judging_;
  const base::Control& control_;
  std::size_t expressions_ = 0;
  int plain_ = 0;  // columns of the file
  std::int64_t rows_ = -1;
  Gathered result_;
};

Error needs_rows(const std::string& what) {
  return {ErrorCode::kNeedsRows,
          fmt::format("{} needs the rows, and a moments file has none; give the table instead", what), ""};
}

/// Appends an expression that is affine; others cannot be had from moments.
Result<void> append_expression(moments::Moments& moments, data::Expression& expression,
                               const std::vector<data::Column>& columns) {
  const moments::Fold total = moments::sum_folds(moments.folds);
  for (const std::size_t source : expression.standardised()) {
    const int at = moments.find(columns[source].name);
    const double sd = std::sqrt(total.scatter(at, at) / total.weight);
    if (!(sd > 0)) {
      return Error{ErrorCode::kUnfitColumn,
                   fmt::format("column '{0}' is constant, so z({0}) has no meaning", columns[source].name), ""};
    }
    expression.set_scale(source, moments.columns[static_cast<std::size_t>(at)].shift + total.mean[at], sd);
  }
  const std::vector<double> affine = expression.affine_weights();
  if (affine.empty())
    return needs_rows(fmt::format("the expression '{}' is not a weighted sum and", expression.text()));
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(moments.columns.size()));
  for (std::size_t i = 0; i < expression.sources().size(); ++i) {
    weights[moments.find(columns[expression.sources()[i]].name)] = affine[i + 1];
  }
  moments::append_affine_column(moments, expression.text(), weights, affine[0]);
  return {};
}

Result<void> check_moments_options(const Options& options, const moments::Moments& moments) {
  if (!options.answers.empty()) return needs_rows("--answers");
  if (options.row) return needs_rows("--row");
  if (options.local) return needs_rows("--local");
  const auto fixed = [](const std::string& wanted, const std::string& has, std::string_view option) -> Result<void> {
    if (wanted.empty() || wanted == has) return {};
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("--{0} {1} must be given to 'explainee moments'; this file was made with {2}", option,
                             wanted, has.empty() ? "none" : "'" + has + "'"),
                 ""};
  };
  EXPLAINEE_TRY(fixed(options.weight, moments.weight_column, "weight"));
  EXPLAINEE_TRY(fixed(options.block, moments.block_column, "block"));
  if (options.seed != 0 && static_cast<std::uint64_t>(options.seed) != moments.seed) {
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("the rows were dealt to folds with --seed {}; --seed {} needs the rows", moments.seed,
                             options.seed),
                 ""};
  }
  if (options.folds && *options.folds != static_cast<int>(moments.folds.size())) {
    return Error{ErrorCode::kNeedsRows,
                 fmt::format("the moments are kept in {} folds; --folds {} needs the rows", moments.folds.size(),
                             *options.folds),
                 ""};
  }
  return {};
}

Result<Gathered> gather_moments(const Input& input, const Options& options, bool judging) {
  EXPLAINEE_TRY(check_moments_options(options, *input.moments));
  Options without_row_columns = options;
  without_row_columns.weight.clear();
  without_row_columns.block.clear();
  Gathered result;
  result.moments = input.moments;
  result.columns = table_columns(*result.moments);
  const std::vector<data::Column> plain = result.columns;
  EXPLAINEE_ASSIGN(std::vector<data::Expression> expressions, parse_expressions(options, plain));
  if (!expressions.empty()) {
    moments::Moments extended = *input.moments;
    for (data::Expression& expression : expressions) {
      EXPLAINEE_TRY(append_expression(extended, expression, plain));
      result.columns.push_back({expression.text(), data::ColumnType::kNumber});
    }
    result.moments = std::make_shared<const moments::Moments>(std::move(extended));
  }
  EXPLAINEE_ASSIGN(result.roles, resolve_roles(result.columns, expressions.size(), without_row_columns, judging));
  if (result.columns[result.roles.predictions.front()].type == data::ColumnType::kText)
    return needs_rows("a prediction that is a class");
  EXPLAINEE_TRY(propose_from_moments(result, options));
  const std::set<std::string> hers = names_of(result.roles.person);
  const std::vector<std::size_t> eligible = result.roles.eligible;
  for (const std::size_t index : eligible) {
    const data::Column& column = result.columns[index];
    if (column.type != data::ColumnType::kText || result.roles.features_given || hers.contains(column.name) ||
        is_judged(result.roles, index))
      continue;
    const auto& columns = result.moments->columns;
    const auto levels = std::count_if(columns.begin(), columns.end(), [&](const auto& c) {
      return c.kind == moments::ColumnKind::kLevel && c.source == column.name;
    });
    const std::string reason = why_no_category(static_cast<std::size_t>(levels), result.moments->rows());
    if (!reason.empty()) set_aside(result, index, reason);
  }
  return result;
}

}  // namespace

std::vector<data::Column> table_columns(const moments::Moments& moments) {
  std::vector<std::pair<int, data::Column>> found;
  for (const moments::MomentColumn& column : moments.columns) {
    if (column.kind == moments::ColumnKind::kNumber)
      found.push_back({column.index, {column.name, data::ColumnType::kNumber}});
    if (column.kind == moments::ColumnKind::kLevel && (found.empty() || found.back().second.name != column.source)) {
      found.push_back({column.index, {column.source, data::ColumnType::kText}});
    }
  }
  // In the order of the table, which decides ties.
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<data::Column> columns;
  columns.reserve(found.size());
  for (auto& [index, column] : found) columns.push_back(std::move(column));
  return columns;
}

Result<Gathered> gather(const Input& input, const Options& options, bool judging, const base::Control& control) {
  if (input.moments != nullptr) return gather_moments(input, options, judging);
  return RowGatherer(input, options, judging, control).run();
}

}  // namespace explainee::explain
