#include "explainee/moments/column_filler.h"

#include <cmath>
#include <numeric>

namespace explainee::moments {

ColumnFiller::ColumnFiller(const Plan& plan, std::vector<double> shifts) : plan_(plan), shifts_(std::move(shifts)) {
  std::size_t next = plan_.numbers.size();
  for (const TextColumn& text : plan_.texts) {
    first_level_.push_back(next);
    next += text.levels.size();
    auto& codes = codes_.emplace_back();
    for (std::size_t i = 0; i < text.levels.size(); ++i) codes.emplace(text.levels[i], i);
  }
  first_product_ = next;
}

std::int64_t ColumnFiller::fill(const data::Batch& batch, std::span<const std::uint32_t> rows, const FillTarget& target,
                                base::ThreadPool& pool) const {
  const std::size_t numbers = plan_.numbers.size();
  std::vector<std::int64_t> unknown(plan_.texts.size(), -1);
  pool.run(numbers + plan_.texts.size(), [&](std::size_t task) {
    if (task < numbers) {
      fill_number(task, batch, rows, target);
    } else {
      unknown[task - numbers] = fill_text(task - numbers, batch, rows, target);
    }
  });
  pool.run(plan_.products.size(), [&](std::size_t task) {
    const auto [a, b] = plan_.products[task];
    double* out = target.out + (first_product_ + task) * target.stride;
    const double* first = target.out + static_cast<std::size_t>(a) * target.stride;
    const double* second = target.out + static_cast<std::size_t>(b) * target.stride;
    for (const std::size_t offset : target.offsets) out[offset] = first[offset] * second[offset];
  });
  for (const std::int64_t row : unknown) {
    if (row >= 0) return row;
  }
  return -1;
}

void ColumnFiller::fill_number(std::size_t number, const data::Batch& batch, std::span<const std::uint32_t> rows,
                               const FillTarget& target) const {
  const double* values = batch.columns[number].numbers.data();
  const double shift = shifts_[number];
  double* out = target.out + number * target.stride;
  for (std::size_t i = 0; i < rows.size(); ++i) out[target.offsets[i]] = values[rows[i]] - shift;
}

std::int64_t ColumnFiller::fill_text(std::size_t text, const data::Batch& batch, std::span<const std::uint32_t> rows,
                                     const FillTarget& target) const {
  const std::span<const std::string_view> values = batch.columns[plan_.numbers.size() + text].texts;
  const auto& codes = codes_[text];
  double* first = target.out + first_level_[text] * target.stride;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t level = 0; level < codes.size(); ++level) first[level * target.stride + target.offsets[i]] = 0.0;
    const auto found = codes.find(values[rows[i]]);
    if (found == codes.end()) return rows[i];
    first[found->second * target.stride + target.offsets[i]] = 1.0;
  }
  return -1;
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

}  // namespace explainee::moments
