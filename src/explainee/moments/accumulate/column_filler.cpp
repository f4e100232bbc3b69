#include "explainee/moments/accumulate/column_filler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace explainee::moments {
namespace {

/// Columns that are written side by side, so that the place of a row is looked up once for all of them.
constexpr std::size_t kTogether = 2;

}  // namespace

ColumnFiller::ColumnFiller(Plan plan, std::vector<double> shifts) : plan_(std::move(plan)), shifts_(std::move(shifts)) {
  std::size_t next = plan_.numbers.size();
  for (const TextColumn& text : plan_.texts) {
    first_level_.push_back(next);
    next += text.levels.size();
    auto& codes = codes_.emplace_back();
    for (std::size_t i = 0; i < text.levels.size(); ++i) codes.emplace(text.levels[i], i);
  }
  first_product_ = next;
}

bool ColumnFiller::fill(const data::Batch& batch, std::span<const std::uint32_t> rows, const FillTarget& target,
                        base::ThreadPool& pool) const {
  const std::size_t groups = (plan_.numbers.size() + kTogether - 1) / kTogether;
  std::vector<char> known(plan_.texts.size(), 0);
  pool.run(groups + known.size(), [&](std::size_t task) {
    if (task < groups) {
      fill_some_numbers(kTogether * task, batch, rows, target);
    } else {
      known[task - groups] = fill_text(task - groups, batch, rows, target) ? 1 : 0;
    }
  });
  pool.run(plan_.products.size(), [&](std::size_t task) {
    const auto [a, b] = plan_.products[task];
    double* out = target.out + (first_product_ + task) * target.stride;
    const double* first = target.out + static_cast<std::size_t>(a) * target.stride;
    const double* second = target.out + static_cast<std::size_t>(b) * target.stride;
    for (std::size_t i = 0; i < target.offsets.size(); ++i) {
      const std::size_t offset = target.offsets[i];
      const double product = first[offset] * second[offset];
      out[offset] = target.roots.empty() ? product : product / target.roots[i];  // both factors have the root
    }
  });
  return std::find(known.begin(), known.end(), 0) == known.end();
}

void ColumnFiller::fill_some_numbers(std::size_t first, const data::Batch& batch, std::span<const std::uint32_t> rows,
                                     const FillTarget& target) const {
  const std::size_t end = std::min(first + kTogether, plan_.numbers.size());
  // Mostly all rows of a stretch are chosen: then their positions need not be read.
  const bool stretch = !rows.empty() && rows.back() - rows.front() + 1 == rows.size();
  if (end - first < kTogether || !stretch || !target.roots.empty()) {
    for (std::size_t number = first; number < end; ++number) fill_number(number, batch, rows, target);
    return;
  }
  const double* from[kTogether];
  double shift[kTogether];
  double* out[kTogether];
  for (std::size_t k = 0; k < kTogether; ++k) {
    from[k] = batch.columns[first + k].numbers.data() + rows.front();
    shift[k] = shifts_[first + k];
    out[k] = target.out + (first + k) * target.stride;
  }
  const std::uint32_t* offsets = target.offsets.data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t offset = offsets[i];
    for (std::size_t k = 0; k < kTogether; ++k) out[k][offset] = from[k][i] - shift[k];
  }
}

void ColumnFiller::fill_number(std::size_t number, const data::Batch& batch, std::span<const std::uint32_t> rows,
                               const FillTarget& target) const {
  const double* values = batch.columns[number].numbers.data();
  const double shift = shifts_[number];
  double* out = target.out + number * target.stride;
  const std::uint32_t* offsets = target.offsets.data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double value = values[rows[i]] - shift;
    out[offsets[i]] = target.roots.empty() ? value : value * target.roots[i];
  }
}

bool ColumnFiller::fill_text(std::size_t text, const data::Batch& batch, std::span<const std::uint32_t> rows,
                             const FillTarget& target) const {
  const std::span<const std::string_view> values = batch.columns[plan_.numbers.size() + text].texts;
  const auto& codes = codes_[text];
  double* first = target.out + first_level_[text] * target.stride;
  bool known = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t level = 0; level < codes.size(); ++level) first[level * target.stride + target.offsets[i]] = 0.0;
    const auto found = codes.find(values[rows[i]]);
    if (found == codes.end()) {
      known = false;
    } else {
      first[found->second * target.stride + target.offsets[i]] = target.roots.empty() ? 1.0 : target.roots[i];
    }
  }
  return known;
}

UsableRows usable_rows(const data::Batch& batch) {
  UsableRows result;
  std::vector<bool> bad;
  const auto mark = [&](std::size_t row, std::size_t column) {
    if (bad.empty()) bad.assign(batch.rows, false);
    bad[row] = true;
    const auto position = static_cast<std::int64_t>(row);
    if (result.first_bad_row < 0 || position < result.first_bad_row) {
      result.first_bad_row = position;
      result.first_bad_column = column;
    }
  };
  for (std::size_t column = 0; column < batch.columns.size(); ++column) {
    const data::ColumnView& view = batch.columns[column];
    double probe = 0;  // stays 0 exactly when every number is finite: x − x is NaN for NaN and ±∞
    for (const double value : view.numbers) probe += value - value;
    if (probe != 0) {  // NaN compares unequal
      for (std::size_t row = 0; row < view.numbers.size(); ++row) {
        if (!std::isfinite(view.numbers[row])) mark(row, column);
      }
    }
    for (std::size_t row = 0; row < view.texts.size(); ++row) {
      if (view.texts[row].empty()) mark(row, column);
    }
  }
  result.rows.reserve(batch.rows);
  for (std::size_t row = 0; row < batch.rows; ++row) {
    if (bad.empty() || !bad[row]) result.rows.push_back(static_cast<std::uint32_t>(row));
  }
  return result;
}

base::Error missing_cell(const data::TableSource& table, const data::Batch& batch, const UsableRows& usable,
                         const std::vector<std::size_t>& table_columns) {
  const data::Column& column = table.columns()[table_columns[usable.first_bad_column]];
  const auto row = static_cast<std::size_t>(usable.first_bad_row);
  const data::ColumnView& view = batch.columns[usable.first_bad_column];
  const bool infinite = !view.numbers.empty() && view.numbers[row] == view.numbers[row];
  const base::OptionRef drop = base::option("missing", "drop");
  const base::Message why =
      column.derived
          ? base::say("the expression '{}' has no finite value here; change it, or use {}", column.name, drop)
          : base::say("the cell in column '{}' is {}; fill it in, leave the column out, or use {}", column.name,
                      infinite ? "infinite" : "missing", drop);
  base::Subject subject = table.where(batch.first_row + usable.first_bad_row);
  subject.column = column.name;
  return {base::ErrorCode::kMissingCell, why, std::move(subject)};
}

base::Error negative_weight(const data::TableSource& table, std::size_t column, double weight, std::int64_t row) {
  return {base::ErrorCode::kUnfitColumn,
          fmt::format("the weight in column '{}' is {}; weights must not be negative", table.columns()[column].name,
                      weight),
          table.where(row)};
}

}  // namespace explainee::moments
