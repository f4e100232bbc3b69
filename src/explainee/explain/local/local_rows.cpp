#include "explainee/explain/local/local_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "explainee/base/bits.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/data/id_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/rows/decomposition.h"
#include "explainee/explain/shapes/held_rows.h"
#include "explainee/explain/supported/told.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kLocalBlockRows = 1024;
constexpr std::size_t kTaskRows = 32;
constexpr double kNotComputed = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kThin = "thin";
/// Draws of signs that decide about one row of many.
constexpr int kLocalDraws = 249;

/// All that is said of one row.
struct RowAnswer {
  std::vector<double> prediction;
  std::vector<double> expected;
  std::vector<double> remainder;
  std::vector<int> facts;  ///< candidates, weightiest first
  Eigen::MatrixXd parts;   ///< facts × predictions
  double surprise_removed_bits = kNotComputed;
  double bits = kNotComputed;
  bool thin = false;
};

/// A problem, the best set in it, and the rows behind it.
struct Solved {
  Setting setting;
  moments::Fold total;
  PersonProblem problem;
  search::Scored best;
};

bool enough_rows(const Solved& solved) {
  return solved.problem.effective_rows >= rows_needed(solved.setting, solved.problem, solved.best.value.rank);
}

/// How many facts are more than chance near a row, on one thread; rows of a block count together. 0 when stopped.
int supported_near(const LocalRows& rows, const Neighbourhood& near, const Setting& setting,
                   const base::Control& control) {
  ToldRules rules;
  rules.reader = {false, false};
  rules.measure = false;
  rules.draws = kLocalDraws;
  rules.seed = rows.seed;
  rules.sets.most_facts = rows.sparsity;
  rules.sets.budget = setting.budget;
  for (const Candidate& candidate : setting.candidates) rules.sets.costs.push_back(candidate.cost);
  base::Control alone;
  alone.cancel = control.cancel;
  alone.threads = 1;
  const Eigen::MatrixXd cells = rows.cells(near.rows, Eigen::all);
  const Eigen::VectorXd weights =
      Eigen::Map<const Eigen::VectorXd>(near.weights.data(), static_cast<Eigen::Index>(near.weights.size()));
  std::vector<int> blocks;
  for (const std::uint32_t row : near.rows)
    if (!rows.blocks.empty()) blocks.push_back(rows.blocks[row]);
  const Result<Told> told = tell(hold_cells(cells, weights, setting, blocks), rules, alone);
  return told.ok() ? told.value().facts : 0;
}

/// The facts for the rows near one.
Solved solve(const LocalRows& rows, const Neighbourhood& near, const base::Control& control) {
  Solved solved{rows.setting, sum_near(rows, near), {}, {}};
  solved.setting.independent = open_predictions(solved.setting, solved.total);
  solved.problem = make_problem(solved.setting, solved.total);
  if (solved.setting.independent.empty() || solved.setting.candidates.empty()) return solved;
  search::SearchOptions options;
  options.sparsity = rows.decide ? supported_near(rows, near, solved.setting, control) : rows.sparsity;
  if (options.sparsity == 0) return solved;
  options.budget = solved.setting.budget;
  options.gap_nats = rows.gap_nats;
  options.control.cancel = control.cancel;
  options.most_steps = rows.most_steps;
  solved.best = finder(rows.method)(solved.problem.problem, options).best;
  return solved;
}

/// The facts for all rows, where those near a row are too few.
Solved solved_everywhere(const LocalRows& rows) {
  Solved solved{rows.setting, rows.total, {}, rows.everywhere};
  solved.problem = make_problem(solved.setting, solved.total);
  return solved;
}

/// Takes row `at` apart by the facts found.
RowAnswer answer_row(const LocalRows& rows, std::size_t at, const Solved& solved) {
  const Fit fit = fit_set(solved.setting, solved.problem, solved.total, solved.best.set);
  const bool infinite = solved.best.value.determined > 0;
  const RowModel model = make_row_model(solved.setting, solved.total, fit, rows.columns, infinite);
  const FittedFacts facts = fitted_facts(fit, model, rows.columns);
  Eigen::MatrixXd one = rows.cells.row(static_cast<Eigen::Index>(at));
  const Decomposition apart = take_apart(facts, one);
  RowAnswer answer;
  for (std::size_t k = 0; k < solved.setting.predictions.size(); ++k) {
    const int column = solved.setting.predictions[k];
    const double shift = rows.columns[static_cast<std::size_t>(column)].shift;
    answer.prediction.push_back(rows.predicted[k][at]);
    answer.expected.push_back(middle_of(model, column, shift) + apart.expected(0, static_cast<Eigen::Index>(k)));
    answer.remainder.push_back(apart.gaps.after(0, static_cast<Eigen::Index>(k)));
  }
  answer.parts.resize(static_cast<Eigen::Index>(facts.order.size()), fit.beta.cols());
  for (const std::size_t fact : facts.order) {
    answer.parts.row(static_cast<Eigen::Index>(answer.facts.size())) = apart.contributions[fact].row(0);
    answer.facts.push_back(solved.best.set[fact]);
  }
  if (infinite) return answer;
  answer.bits = base::to_bits(solved.best.value.objective_nats());
  if (apart.surprise_removed_nats.size() > 0)
    answer.surprise_removed_bits = base::to_bits(apart.surprise_removed_nats[0]);
  return answer;
}

RowAnswer explain_one(const LocalRows& rows, std::size_t at, NeighbourFinder& finder, const Solved& everywhere,
                      const base::Control& control) {
  if (const std::optional<Neighbourhood> near = finder.find(at, rows.wanted)) {
    const Solved solved = solve(rows, *near, control);
    if (enough_rows(solved)) return answer_row(rows, at, solved);
  }
  RowAnswer answer = answer_row(rows, at, everywhere);
  answer.thin = true;
  return answer;
}

/// The ids of rows that are asked for in increasing order; no more than a batch of them is held.
class IdReader {
 public:
  explicit IdReader(const IdSource& source) : table_(source.table), column_(source.column) {}

  Result<void> start() {
    if (table_ == nullptr) return {};
    EXPLAINEE_ASSIGN(const std::size_t at, data::find_column(table_->columns(), column_));
    return table_->start(std::span(&at, 1));
  }

  /// Empty where rows have no ids.
  Result<std::string> at(std::int64_t row) {
    if (table_ == nullptr) return std::string();
    while (row >= batch_.first_row + static_cast<std::int64_t>(batch_.rows)) {
      EXPLAINEE_ASSIGN(const bool more, table_->next(batch_));
      if (!more) return Error{ErrorCode::kUnreadableFile, "the table changed while it was read", table_->name()};
    }
    return data::id_text(batch_.columns.front(), static_cast<std::size_t>(row - batch_.first_row));
  }

 private:
  data::TableSource* table_;
  std::string column_;
  data::Batch batch_;
};

/// Columns of a block of rows, as a sink takes them.
class LocalBlock {
 public:
  explicit LocalBlock(const LocalRows& rows) : rows_(rows), numbers_(4 * rows.predictions.size()) {}

  void add(std::int64_t number, std::string id, const RowAnswer& answer) {
    row_.push_back(static_cast<double>(number));
    ids_.push_back(std::move(id));
    for (std::size_t k = 0; k < rows_.predictions.size(); ++k) {
      numbers_[4 * k].push_back(answer.prediction[k]);
      numbers_[4 * k + 1].push_back(answer.expected[k]);
      numbers_[4 * k + 3].push_back(answer.remainder[k]);
      for (std::size_t i = 0; i < answer.facts.size(); ++i)
        numbers_[4 * k + 2].push_back(answer.parts(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
    }
    for (const int fact : answer.facts)
      features_.push_back(rows_.setting.candidates[static_cast<std::size_t>(fact)].description.name);
    ends_.push_back(features_.size());
    surprise_.push_back(answer.surprise_removed_bits);
    bits_.push_back(answer.bits);
    marks_.push_back(answer.thin ? kThin : std::string_view());
  }

  [[nodiscard]] std::vector<data::ColumnView> views(bool with_ids) {
    std::vector<data::ColumnView> all = {{row_, {}, {}}};
    shown_ids_.assign(ids_.begin(), ids_.end());
    if (with_ids) all.push_back({{}, shown_ids_, {}});
    for (std::size_t k = 0; k < rows_.predictions.size(); ++k) {
      all.push_back({numbers_[4 * k], {}, {}});
      all.push_back({numbers_[4 * k + 1], {}, {}});
      if (k == 0) all.push_back({{}, features_, ends_});
      all.push_back({numbers_[4 * k + 2], {}, ends_});
      all.push_back({numbers_[4 * k + 3], {}, {}});
    }
    all.push_back({surprise_, {}, {}});
    all.push_back({bits_, {}, {}});
    all.push_back({{}, marks_, {}});
    return all;
  }

 private:
  const LocalRows& rows_;
  std::vector<double> row_;
  std::vector<std::string> ids_;
  std::vector<std::string_view> shown_ids_;
  std::vector<std::vector<double>> numbers_;  // per prediction: itself, expected, contributions, remainder
  std::vector<std::string_view> features_;
  std::vector<std::size_t> ends_;
  std::vector<double> surprise_;
  std::vector<double> bits_;
  std::vector<std::string_view> marks_;
};

}  // namespace

std::vector<data::Column> local_row_columns(const LocalRows& rows, bool ids) {
  using data::ColumnType;
  std::vector<data::Column> columns = {{.name = "row", .whole = true}};
  if (ids) columns.push_back({"id", ColumnType::kText});
  for (std::size_t k = 0; k < rows.predictions.size(); ++k) {
    const std::string of = rows.predictions.size() == 1 ? "" : "." + rows.predictions[k];
    columns.push_back({"prediction" + of});
    columns.push_back({"expected" + of});
    if (k == 0) columns.push_back({"features", ColumnType::kText, "", false, true});
    columns.push_back({"contributions" + of, ColumnType::kNumber, "", false, true});
    columns.push_back({"remainder" + of});
  }
  columns.push_back({"surprise_removed_bits"});
  columns.push_back({"bits"});
  columns.push_back({"marks", ColumnType::kText});
  return columns;
}

Result<void> explain_rows_locally(const LocalRows& rows, data::TableSink& sink, const base::Control& control,
                                  const IdSource& ids) {
  IdReader reader(ids);
  EXPLAINEE_TRY(reader.start());
  base::ThreadPool pool(control.threads);
  const Solved everywhere = solved_everywhere(rows);
  const std::size_t count = rows.numbers.size();
  for (std::size_t first = 0; first < count; first += kLocalBlockRows) {
    if (control.cancelled()) return base::interrupted();
    const std::size_t size = std::min(kLocalBlockRows, count - first);
    std::vector<RowAnswer> answers(size);
    pool.run((size + kTaskRows - 1) / kTaskRows, [&](std::size_t task) {
      NeighbourFinder finder(rows.metric, rows.weights);
      const std::size_t end = std::min(size, (task + 1) * kTaskRows);
      for (std::size_t i = task * kTaskRows; i < end && !control.cancelled(); ++i)
        answers[i] = explain_one(rows, first + i, finder, everywhere, control);
    });
    if (control.cancelled()) return base::interrupted();
    LocalBlock block(rows);
    for (std::size_t i = 0; i < size; ++i) {
      EXPLAINEE_ASSIGN(std::string id, reader.at(rows.numbers[first + i]));
      block.add(rows.numbers[first + i], std::move(id), answers[i]);
    }
    EXPLAINEE_TRY(sink.write(block.views(ids.table != nullptr)));
    control.report("explaining rows", static_cast<double>(first + size) / static_cast<double>(count));
  }
  return {};
}

}  // namespace explainee::explain
