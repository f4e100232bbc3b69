#include "explainee/data/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace explainee::data {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

std::optional<std::size_t> find(const TableSource& table, const std::string& name) {
  const auto& columns = table.columns();
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& own) { return own.name == name; });
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

Error other_rows(const TableSource& first, std::int64_t first_rows, const TableSource& second,
                 std::int64_t second_rows) {
  return {ErrorCode::kMalformedTable,
          fmt::format("has {} rows, but {} has {}; the two must hold the same rows in the same order", first_rows,
                      second.name(), second_rows),
          first.name()};
}

ColumnView cut(const ColumnView& view, std::size_t from, std::size_t count) {
  ColumnView part;
  if (!view.numbers.empty()) part.numbers = view.numbers.subspan(from, count);
  if (!view.texts.empty()) part.texts = view.texts.subspan(from, count);
  return part;
}

/// Two missing numbers agree.
bool same(const ColumnView& a, const ColumnView& b, std::size_t row) {
  if (!a.texts.empty()) return a.texts[row] == b.texts[row];
  return a.numbers[row] == b.numbers[row] || (std::isnan(a.numbers[row]) && std::isnan(b.numbers[row]));
}

std::string cell(const ColumnView& view, std::size_t row) {
  return view.texts.empty() ? fmt::format("{}", view.numbers[row]) : fmt::format("'{}'", view.texts[row]);
}

}  // namespace

SideBySide::SideBySide(std::unique_ptr<TableSource> first, std::unique_ptr<TableSource> second) {
  sides_[0].source = std::move(first);
  sides_[1].source = std::move(second);
}

Result<std::unique_ptr<TableSource>> SideBySide::join(std::unique_ptr<TableSource> first,
                                                      std::unique_ptr<TableSource> second, const std::string& id) {
  std::unique_ptr<SideBySide> table(new SideBySide(std::move(first), std::move(second)));
  EXPLAINEE_TRY(table->join_columns(id));
  const TableSource& a = *table->sides_[0].source;
  const TableSource& b = *table->sides_[1].source;
  if (a.rows_hint() >= 0 && b.rows_hint() >= 0 && a.rows_hint() != b.rows_hint())
    return other_rows(a, a.rows_hint(), b, b.rows_hint());
  return std::unique_ptr<TableSource>(std::move(table));
}

Result<void> SideBySide::join_columns(const std::string& id) {
  const TableSource& first = *sides_[0].source;
  const TableSource& second = *sides_[1].source;
  if (!id.empty() && find(first, id) && find(second, id)) {
    for (Side& side : sides_) side.id = find(*side.source, id);
    if (first.columns()[*sides_[0].id].type != second.columns()[*sides_[1].id].type) {
      return Error{ErrorCode::kMalformedTable,
                   base::say("the column '{}' that names rows holds numbers in one of this and {} and text in the "
                             "other; make it text in both{}",
                             id, second.name(), base::hint(" with {}", base::option("categories", id))),
                   first.name()};
    }
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const auto& columns = sides_[side].source->columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (side == 1 && sides_[1].id == i) continue;
      if (side == 1 && find(first, columns[i].name)) {
        return Error{ErrorCode::kDuplicateColumn,
                     base::say("{} has a column '{}' too; rename one of them, or name it with {} if it names rows",
                               first.name(), columns[i].name, base::option("id")),
                     second.name()};
      }
      columns_.push_back(columns[i]);
      origins_.push_back({side, i});
    }
  }
  return {};
}

Result<void> SideBySide::start(std::span<const std::size_t> wanted) {
  given_.clear();
  rows_ = 0;
  for (Side& side : sides_) side.wanted.clear();
  for (const std::size_t column : wanted) {
    const Origin origin = origins_[column];
    std::vector<std::size_t>& of_side = sides_[origin.side].wanted;
    given_.push_back({origin.side, of_side.size()});
    of_side.push_back(origin.column);
  }
  for (Side& side : sides_) {
    const bool has = std::find(side.wanted.begin(), side.wanted.end(), side.id) != side.wanted.end();
    if (side.id && !ids_agree_ && !has) side.wanted.push_back(*side.id);
    side.batch = {};
    side.used = 0;
    side.over = false;
    EXPLAINEE_TRY(side.source->start(side.wanted));
  }
  return {};
}

Result<void> SideBySide::Side::refill() {
  if (over || left() > 0) return {};
  EXPLAINEE_ASSIGN(const bool more, source->next(batch));
  used = 0;
  over = !more;
  if (over) batch = {};
  return {};
}

Result<bool> SideBySide::next(Batch& batch) {
  for (Side& side : sides_) EXPLAINEE_TRY(side.refill());
  if (sides_[0].over != sides_[1].over) return unequal_rows();
  if (sides_[0].over) {
    ids_agree_ = true;
    return false;
  }
  const std::size_t rows = std::min(sides_[0].left(), sides_[1].left());
  if (sides_[0].id && !ids_agree_) EXPLAINEE_TRY(check_ids(rows));
  batch.first_row = rows_;
  batch.rows = rows;
  batch.columns.clear();
  for (const Origin& from : given_) {
    const Side& side = sides_[from.side];
    batch.columns.push_back(cut(side.batch.columns[from.column], side.used, rows));
  }
  for (Side& side : sides_) side.used += rows;
  rows_ += static_cast<std::int64_t>(rows);
  return true;
}

Result<void> SideBySide::check_ids(std::size_t rows) const {
  ColumnView views[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Side& side = sides_[i];
    const auto at = std::find(side.wanted.begin(), side.wanted.end(), *side.id) - side.wanted.begin();
    views[i] = cut(side.batch.columns[static_cast<std::size_t>(at)], side.used, rows);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    if (same(views[0], views[1], row)) continue;
    const std::int64_t at = rows_ + static_cast<std::int64_t>(row);
    const std::string& name = sides_[0].source->columns()[*sides_[0].id].name;
    const base::Subject other = sides_[1].source->where(at);
    const std::string there = other.line ? fmt::format("line {}", *other.line) : fmt::format("row {}", at);
    return Error{ErrorCode::kMalformedTable,
                 fmt::format("row {} is {} by its column '{}', but {} in {}, {}; bring both tables into the same order",
                             at, cell(views[0], row), name, cell(views[1], row), other.file, there),
                 sides_[0].source->where(at)};
  }
  return {};
}

/// Counts the longer table to its end.
Error SideBySide::unequal_rows() {
  const std::size_t longer = sides_[0].over ? 1 : 0;
  std::int64_t rows[2] = {rows_, rows_};
  while (!sides_[longer].over) {
    rows[longer] += static_cast<std::int64_t>(sides_[longer].left());
    sides_[longer].used = sides_[longer].batch.rows;
    if (const auto more = sides_[longer].refill(); !more.ok()) return more.error();
  }
  return other_rows(*sides_[0].source, rows[0], *sides_[1].source, rows[1]);
}

std::int64_t SideBySide::text_bytes_estimate() const {
  const std::int64_t first = sides_[0].source->text_bytes_estimate();
  const std::int64_t second = sides_[1].source->text_bytes_estimate();
  return first < 0 || second < 0 ? -1 : first + second;
}

Storage SideBySide::storage() const {
  const Storage first = sides_[0].source->storage();
  return first == sides_[1].source->storage() ? first : Storage::kColumns;
}

Result<std::unique_ptr<TableSource>> SideBySide::reader() const {
  EXPLAINEE_ASSIGN(auto first, sides_[0].source->reader());
  EXPLAINEE_ASSIGN(auto second, sides_[1].source->reader());
  std::unique_ptr<SideBySide> another(new SideBySide(std::move(first), std::move(second)));
  for (std::size_t i = 0; i < 2; ++i) another->sides_[i].id = sides_[i].id;
  another->columns_ = columns_;
  another->origins_ = origins_;
  return std::unique_ptr<TableSource>(std::move(another));
}

base::Subject SideBySide::where(std::int64_t row) const {
  base::Subject subject = sides_[0].source->where(row);
  const base::Subject other = sides_[1].source->where(row);
  subject.file += " beside " + other.file;
  subject.row = row;
  if (other.line != subject.line) subject.line.reset();
  return subject;
}

}  // namespace explainee::data
