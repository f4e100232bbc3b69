#include "explainee/explain/local/local.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "explainee/base/bits.h"
#include "explainee/explain/compose/work_limit.h"
#include "explainee/explain/gather/read_rows.h"
#include "explainee/explain/shapes/held_rows.h"
#include "explainee/moments/moments_file.h"
#include "explainee/search/greedy.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// A neighbourhood is worth at least so many rows, and so many per number that is fitted to it.
constexpr double kFewestRows = 100;
constexpr double kRowsPerNumber = 10;

/// Columns of the table that the candidates which decide about likeness are made of.
std::vector<std::size_t> metric_columns(const Composition& c, int most_facts) {
  std::set<std::string> names;
  if (c.request.rows.metric == request::Metric::kAll) {
    for (const Candidate& facts : c.everyone)
      names.insert(facts.description.sources.begin(), facts.description.sources.end());
  } else if (!c.answer.nothing_to_explain && c.problem.problem.size() > 0) {
    const int size = std::min(2 * most_facts, c.problem.problem.size());
    for (const int index : search::greedy_set(c.problem.problem, {size}, c.control)) {
      const auto& sources = c.setting.candidates[static_cast<std::size_t>(index)].description.sources;
      names.insert(sources.begin(), sources.end());
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < c.gathered.columns.size(); ++i) {
    if (names.contains(c.gathered.columns[i].name)) columns.push_back(i);
  }
  return columns;
}

Result<void> read_cells(Composition& c, LocalRows& rows) {
  std::vector<double> cells;
  const auto columns = static_cast<Eigen::Index>(c.gathered.moments->columns.size());
  EXPLAINEE_TRY(visit_rows(c.gathered, c.control,
                           [&](const Eigen::Ref<const Eigen::MatrixXd>& block, const Eigen::VectorXd& weights,
                               const std::vector<std::int64_t>& numbers) {
                             for (Eigen::Index i = 0; i < block.rows(); ++i) {
                               for (Eigen::Index j = 0; j < columns; ++j) cells.push_back(block(i, j));
                             }
                             rows.weights.insert(rows.weights.end(), weights.begin(), weights.end());
                             rows.numbers.insert(rows.numbers.end(), numbers.begin(), numbers.end());
                             return true;
                           }));
  rows.cells = Eigen::Map<const LocalRows::Rows>(cells.data(), static_cast<Eigen::Index>(rows.numbers.size()), columns);
  return {};
}

Result<void> read_predictions(Composition& c, LocalRows& rows) {
  const std::vector<std::size_t>& columns = c.gathered.roles.predictions;
  rows.predicted.resize(columns.size());
  if (c.gathered.columns[columns.front()].type == data::ColumnType::kText) return {};
  return read_rows(*c.gathered.table, columns, rows.numbers, c.control, [&](const data::Batch& batch, std::size_t row) {
    for (std::size_t k = 0; k < columns.size(); ++k) rows.predicted[k].push_back(batch.columns[k].numbers[row]);
  });
}

/// Rows are dealt to as many folds as all rows were; rows that hang together would be torn apart, so not with blocks.
std::vector<moments::Fold> near_folds(const Composition& c, const LocalRows& rows, const Neighbourhood& near) {
  const std::size_t count = c.gathered.roles.block ? 1 : c.gathered.moments->folds.size();
  std::vector<moments::Fold> folds;
  for (std::size_t fold = 0; fold < count; ++fold) folds.push_back(sum_near(rows, near, fold, count));
  return folds;
}

LocalReport report_of(const Composition& c, const LocalRows& rows, const Neighbourhood& near) {
  LocalReport report;
  report.row = *c.request.rows.row;
  report.neighbours = static_cast<std::int64_t>(near.rows.size());
  report.effective_rows = near.effective_rows;
  report.width = near.width;
  report.metric = rows.metric.columns;
  for (const Fact& fact : c.answer.facts) report.everywhere.features.push_back(fact.name);
  const Information& info = c.answer.information;
  report.everywhere.nats = c.answer.label ? info.nats : info.objective_nats;
  report.everywhere.infinite = info.infinite;
  return report;
}

}  // namespace

Warning thin_neighbourhood(const request::Rows& asked, double wanted) {
  const std::string name = asked.row_id.empty() ? fmt::format("row {}", *asked.row) : "the one asked for";
  return {
      "thin_neighbourhood",
      fmt::format("fewer than {:.0f} rows can be called like {}, so the facts are those for all rows", wanted, name)};
}

Result<std::shared_ptr<const LocalRows>> read_local_rows(Composition& c, int most_facts) {
  auto rows = std::make_shared<LocalRows>();
  EXPLAINEE_TRY(read_cells(c, *rows));
  EXPLAINEE_TRY(read_predictions(c, *rows));
  EXPLAINEE_ASSIGN(rows->blocks, read_blocks(c.gathered, rows->numbers, c.control));
  EXPLAINEE_ASSIGN(rows->metric, measure_metric(*c.gathered.table, metric_columns(c, most_facts), rows->numbers,
                                                rows->weights, c.control));
  const bool decided = c.answer.support && c.answer.support->decided;
  const int facts = decided ? std::max(most_facts, c.solution.best.value.rank) : c.solution.best.value.rank;
  const int numbers = facts + c.problem.conditioning.rank() + 2;
  rows->wanted = std::max(kFewestRows, kRowsPerNumber * numbers);
  rows->setting = c.setting;
  rows->setting.folds = {};
  rows->total = c.total();
  rows->columns = c.gathered.moments->columns;
  rows->predictions = c.answer.predictions;
  rows->sparsity = decided ? most_facts : c.answer.sparsity;
  rows->decide = decided;
  rows->seed = static_cast<std::uint64_t>(c.request.how.seed);
  rows->method = c.request.how.method;
  rows->gap_nats = base::to_nats(c.request.how.gap_bits);
  rows->most_steps = most_steps(c.request.how, kWorkOfMany);
  rows->everywhere = c.solution.best;
  return std::shared_ptr<const LocalRows>(std::move(rows));
}

moments::Fold sum_near(const LocalRows& rows, const Neighbourhood& near, std::size_t first, std::size_t step) {
  const Eigen::Index columns = rows.cells.cols();
  moments::Fold fold = moments::empty_fold(static_cast<int>(columns));
  for (std::size_t i = first; i < near.rows.size(); i += step) {
    ++fold.rows;
    fold.weight += near.weights[i];
    fold.weight_squares += near.weights[i] * near.weights[i];
    // From the first row, so that what is constant here varies by exactly nothing.
    fold.mean += near.weights[i] * (rows.cells.row(near.rows[i]) - rows.cells.row(near.rows[first])).transpose();
  }
  if (fold.rows == 0) return fold;
  fold.mean /= fold.weight;
  const Eigen::VectorXd origin = rows.cells.row(near.rows[first]).transpose();
  Eigen::MatrixXd centred(columns, fold.rows);
  Eigen::Index at = 0;
  for (std::size_t i = first; i < near.rows.size(); i += step) {
    const Eigen::VectorXd apart = rows.cells.row(near.rows[i]).transpose() - origin;
    centred.col(at++) = std::sqrt(near.weights[i]) * (apart - fold.mean);
  }
  fold.mean += origin;
  fold.scatter.selfadjointView<Eigen::Lower>().rankUpdate(centred);
  return fold;
}

Result<std::optional<Composition>> compose_near_row(Composition& c, const LocalRows& rows, Explanation prepared) {
  EXPLAINEE_ASSIGN(const std::int64_t number, position_of(c.gathered, *c.request.rows.row));
  const auto place = std::lower_bound(rows.numbers.begin(), rows.numbers.end(), number);
  const auto at = static_cast<std::size_t>(place - rows.numbers.begin());
  const std::optional<Neighbourhood> near = NeighbourFinder(rows.metric, rows.weights).find(at, rows.wanted);
  if (!near) return std::optional<Composition>();
  Composition local;
  local.request = c.request;
  local.request.how.keep = false;
  local.control = c.control;
  local.searching = c.searching;
  local.summary = c.summary;
  local.everyone = c.everyone;
  local.open = c.open;
  local.setting = c.setting;
  local.gathered = std::move(c.gathered);
  auto moments = std::make_shared<moments::Moments>(*local.gathered.moments);
  moments->folds = near_folds(local, rows, *near);
  local.gathered.moments = std::move(moments);
  local.gathered.near.assign(static_cast<std::size_t>(rows.numbers.back()) + 1, 0.0);
  for (std::size_t i = 0; i < near->rows.size(); ++i) {
    const std::uint32_t row = near->rows[i];
    local.gathered.near[static_cast<std::size_t>(rows.numbers[row])] = near->weights[i] / rows.weights[row];
  }
  local.setting.folds = local.gathered.moments->folds;
  local.summed = std::make_unique<moments::Fold>(moments::sum_folds(local.setting.folds));
  local.setting.independent = open_predictions(local.setting, local.total());
  local.problem = make_problem(local.setting, local.total());
  local.answer = std::move(prepared);
  local.answer.support.reset();
  local.answer.predictive.reset();
  local.answer.proposed_by.reset();
  local.answer.rows = local.total().rows;
  local.answer.data_sha256 = moments::fingerprint(*local.gathered.moments);
  local.answer.nothing_to_explain = local.setting.independent.empty();
  local.answer.local = report_of(c, rows, *near);
  return std::optional<Composition>(std::move(local));
}

}  // namespace explainee::explain
