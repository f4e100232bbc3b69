#include "explainee/explain/rows/row_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "explainee/base/tolerances.h"
#include "explainee/data/id_text.h"
#include "explainee/explain/rows/decomposition.h"
#include "explainee/moments/accumulate/column_filler.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

std::vector<double> number_shifts(const Gathered& gathered) {
  std::vector<double> shifts;
  for (std::size_t i = 0; i < gathered.plan.numbers.size(); ++i) shifts.push_back(gathered.moments->columns[i].shift);
  return shifts;
}

/// What the table itself says of one row.
struct RowCells {
  std::vector<double> numbers;            ///< exactly as in the table, in the order of the plan
  std::map<std::string, double> by_name;  ///< all number cells that were read
  std::string id;                         ///< the cell of the id column, when there is one
};

RowCells take_cells(const Gathered& gathered, const data::Batch& batch, std::size_t row,
                    const std::vector<std::size_t>& wanted) {
  RowCells cells;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const data::ColumnView& view = batch.columns[i];
    if (i < gathered.plan.numbers.size()) cells.numbers.push_back(view.numbers[row]);
    if (!view.numbers.empty()) cells.by_name.emplace(gathered.columns[wanted[i]].name, view.numbers[row]);
    if (gathered.roles.id && *gathered.roles.id == wanted[i]) cells.id = data::id_text(view, row);
  }
  return cells;
}

/// Reads the numbers of the plan, the id, and the number columns of these names.
Result<RowCells> read_cells(Gathered& gathered, std::int64_t number, const std::set<std::string>& names,
                            const base::Control& control) {
  std::vector<std::size_t> wanted = gathered.plan.numbers;
  const std::set<std::size_t> planned(wanted.begin(), wanted.end());
  for (std::size_t i = 0; i < gathered.columns.size(); ++i) {
    const data::Column& column = gathered.columns[i];
    const bool is_id = gathered.roles.id && *gathered.roles.id == i;
    const bool source = column.type == data::ColumnType::kNumber && names.contains(column.name);
    if ((is_id || source) && !planned.contains(i)) wanted.push_back(i);
  }
  EXPLAINEE_TRY(gathered.table->start(wanted));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, gathered.table->next(batch));
    if (!more) return Error{ErrorCode::kUnreadableFile, "the table changed while it was read", gathered.table->name()};
    const std::int64_t at = number - batch.first_row;
    if (at < static_cast<std::int64_t>(batch.rows))
      return take_cells(gathered, batch, static_cast<std::size_t>(at), wanted);
  }
}

PerPrediction to_list(const Eigen::RowVectorXd& values) { return {values.begin(), values.end()}; }

/// Which text of a category the row has.
std::string level_of(const Gathered& gathered, const std::string& category, const Eigen::RowVectorXd& z) {
  for (std::size_t c = 0; c < gathered.moments->columns.size(); ++c) {
    const moments::MomentColumn& column = gathered.moments->columns[c];
    const bool level = column.kind == moments::ColumnKind::kLevel && column.source == category;
    if (level && z[static_cast<Eigen::Index>(c)] == 1.0) return column.level;
  }
  return "";
}

/// The parts of one row; `z` are its moment columns measured from the shifts, `cells` its numbers as they are.
RowParts decompose(const Gathered& gathered, const Setting& setting, const Fit& fit, const RowModel& model,
                   const search::Set& set, const Eigen::RowVectorXd& z, const RowCells& cells) {
  RowParts parts;
  RowExplanation& row = parts.row;
  const std::vector<moments::MomentColumn>& columns = gathered.moments->columns;
  const auto middle = [&](int column) {
    return middle_of(model, column, columns[static_cast<std::size_t>(column)].shift);
  };
  const FittedFacts fitted = fitted_facts(fit, model, columns);
  Eigen::MatrixXd one = z;
  Decomposition apart = take_apart(fitted, one);
  for (std::size_t k = 0; k < setting.predictions.size(); ++k) {
    const int column = setting.predictions[k];
    const bool number = static_cast<std::size_t>(column) < cells.numbers.size();  // else a class: 1 or 0
    row.prediction.push_back(number ? cells.numbers[static_cast<std::size_t>(column)] : z[column]);
    row.expected.push_back(middle(column) + apart.expected(0, static_cast<Eigen::Index>(k)));
  }
  for (const person::Holding& holding : gathered.roles.person.linear) {
    const auto cell = cells.by_name.find(holding.column);
    if (holding.way == person::Way::kGuesses && cell != cells.by_name.end()) row.guesses.push_back(*cell);
  }
  const Eigen::MatrixXd expected = expected_columns(fitted, one);
  for (std::size_t fact = 0; fact < set.size(); ++fact) {
    const Candidate& facts = setting.candidates[static_cast<std::size_t>(set[fact])];
    Contribution part;
    part.name = facts.description.name;
    part.shown = facts.description.shown;
    for (const std::string& source : facts.description.sources) {
      if (const auto cell = cells.by_name.find(source); cell != cells.by_name.end()) part.sources.push_back(*cell);
    }
    const bool made = facts.description.shape.kind != family::Shape::Kind::kAsIs || facts.description.family == "auto";
    if (made && part.sources.size() == 1) part.value = part.sources.front().second;
    for (std::size_t i = 0; i < fit.columns.size() && !facts.description.block && !made; ++i) {
      if (fit.fact_of[i] != static_cast<int>(fact)) continue;
      part.value = facts.shown_with.shown(cells.numbers[static_cast<std::size_t>(fit.columns[i])]);
      part.expected = middle(fit.columns[i]) + expected(0, static_cast<Eigen::Index>(i));
    }
    if (part.shown == family::Shown::kLevel) part.level = level_of(gathered, facts.description.name, z);
    part.contribution = to_list(apart.contributions[fact].row(0));
    row.contributions.push_back(std::move(part));
  }
  row.remainder = to_list(apart.gaps.after.row(0));
  if (apart.surprise_removed_nats.size() > 0) row.surprise_removed_nats = apart.surprise_removed_nats[0];
  parts.residuals = std::move(apart.gaps);
  return parts;
}

void widen(const Eigen::Ref<const Eigen::MatrixXd>& rows, RowSums& sums) {
  const Eigen::VectorXd low = rows.colwise().minCoeff();
  const Eigen::VectorXd high = rows.colwise().maxCoeff();
  sums.low = sums.low.size() > 0 ? sums.low.cwiseMin(low) : low;
  sums.high = sums.high.size() > 0 ? sums.high.cwiseMax(high) : high;
}

}  // namespace

Result<void> visit_rows(Gathered& gathered, const base::Control& control, const RowVisitor& visit) {
  const moments::Plan& plan = gathered.plan;
  const moments::ColumnFiller filler(plan, number_shifts(gathered));
  base::ThreadPool pool(control.threads);
  EXPLAINEE_TRY(gathered.table->start(plan.table_columns()));
  data::Batch batch;
  const std::size_t weight_at = plan.weight ? plan.position(*plan.weight) : 0;
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(kBlockRows), static_cast<Eigen::Index>(plan.size()));
  std::vector<std::uint32_t> offsets;
  std::vector<double> weights;
  std::vector<std::int64_t> numbers;
  const auto visit_block = [&] {
    const auto count = static_cast<Eigen::Index>(numbers.size());
    const bool more = visit(rows.topRows(count), Eigen::Map<const Eigen::VectorXd>(weights.data(), count), numbers);
    weights.clear();
    numbers.clear();
    return more;
  };
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, gathered.table->next(batch));
    if (!more) break;
    const moments::UsableRows usable = moments::usable_rows(batch);
    for (std::size_t start = 0; start < usable.rows.size();) {
      // Blocks are filled across batches, so that sums over them do not depend on where a batch ends.
      const std::size_t count = std::min(kBlockRows - numbers.size(), usable.rows.size() - start);
      const auto chosen = std::span(usable.rows).subspan(start, count);
      offsets.resize(count);
      std::iota(offsets.begin(), offsets.end(), static_cast<std::uint32_t>(numbers.size()));
      static_cast<void>(filler.fill(batch, chosen, {rows.data(), kBlockRows, offsets}, pool));
      for (const std::uint32_t row : chosen) {
        numbers.push_back(batch.first_row + row);
        weights.push_back(plan.weight ? batch.columns[weight_at].numbers[row] : 1.0);
        if (!gathered.near.empty()) weights.back() *= gathered.near[static_cast<std::size_t>(numbers.back())];
      }
      start += count;
      if (numbers.size() == kBlockRows && !visit_block()) return {};
    }
    control.report("looking at the rows", -1.0);
  }
  if (!numbers.empty()) static_cast<void>(visit_block());
  return {};
}

Result<RowSums> sum_rows(Gathered& gathered, const RowModel& model, const Residuals* row, bool ranges,
                         const base::Control& control) {
  RowSums sums;
  const auto d = static_cast<Eigen::Index>(model.predictions.size());
  sums.helped = sums.as_far_before = sums.as_far_after = Eigen::VectorXd::Zero(d);
  EXPLAINEE_TRY(visit_rows(gathered, control, [&](const auto& rows, const Eigen::VectorXd& weights, const auto&) {
    const Residuals parts = residuals(model, rows);
    if (ranges) widen(rows, sums);
    sums.weight += weights.sum();
    if (!model.infinite && !model.independent.empty()) {
      sums.surprise_removed_nats += weights.dot(surprise_removed_nats(model, parts));
    }
    for (Eigen::Index k = 0; k < d; ++k) {
      const Eigen::ArrayXd before = parts.before.col(k).array().abs();
      const Eigen::ArrayXd after = parts.after.col(k).array().abs();
      sums.helped[k] +=
          weights.dot(brought_closer(parts.before.col(k), parts.after.col(k), model.noise_variance[k]).matrix());
      if (row == nullptr) continue;
      // The row itself was computed alone and may be rounded otherwise here; it must count too.
      sums.as_far_before[k] +=
          (before >= base::kAlmost * std::abs(row->before(0, k))).select(weights.array(), 0.0).sum();
      sums.as_far_after[k] += (after >= base::kAlmost * std::abs(row->after(0, k))).select(weights.array(), 0.0).sum();
    }
    return true;
  }));
  return sums;
}

Result<RowParts> explain_row(Gathered& gathered, const Setting& setting, const Fit& fit, const RowModel& model,
                             const search::Set& set, std::int64_t number, const base::Control& control) {
  std::optional<Eigen::RowVectorXd> found;
  std::int64_t last = -1;
  EXPLAINEE_TRY(
      visit_rows(gathered, control, [&](const auto& rows, const auto&, const std::vector<std::int64_t>& numbers) {
        for (std::size_t i = 0; i < numbers.size() && !found; ++i) {
          if (numbers[i] == number) found = rows.row(static_cast<Eigen::Index>(i));
        }
        last = numbers.back();
        return !found && last < number;
      }));
  if (!found) {
    if (last < number) {
      base::Subject subject(gathered.table->name());
      subject.option = base::option("row", number);
      return Error{ErrorCode::kBadOption,
                   fmt::format("the last row that can be used is row {}; rows count from 0", last), std::move(subject)};
    }
    return Error{ErrorCode::kMissingCell,
                 fmt::format("row {} was dropped because a cell is missing or infinite; choose another row", number),
                 gathered.table->where(number)};
  }
  std::set<std::string> names;
  for (const int fact : set) {
    const auto& sources = setting.candidates[static_cast<std::size_t>(fact)].description.sources;
    names.insert(sources.begin(), sources.end());
  }
  EXPLAINEE_ASSIGN(const RowCells cells, read_cells(gathered, number, names, control));
  RowParts parts = decompose(gathered, setting, fit, model, set, *found, cells);
  parts.row.index = number;
  parts.row.id = cells.id;
  return parts;
}

}  // namespace explainee::explain
