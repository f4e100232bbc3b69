#include "explainee/files/joined_table.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "explainee/files/bytes/utf8.h"

namespace explainee::files {
namespace {

using base::Error;
using base::ErrorCode;

/// For each column of the table its index in the file.
base::Result<std::vector<std::size_t>> match(const std::vector<data::Column>& table, const data::TableSource& file,
                                             const std::string& first) {
  std::unordered_map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < file.columns().size(); ++i) positions.emplace(file.columns()[i].name, i);
  std::vector<std::size_t> indices;
  for (const data::Column& column : table) {
    const auto found = positions.find(column.name);
    if (found == positions.end()) {
      return Error{ErrorCode::kMalformedTable, "lacks the column " + in_quotes(column.name) + " that " + first + " has",
                   file.name()};
    }
    if (file.columns()[found->second].type != column.type) {
      const bool text = column.type == data::ColumnType::kText;
      return Error{ErrorCode::kMalformedTable,
                   base::say("column {} holds {}, but in {} it holds {}; read it the same way with {}",
                             in_quotes(column.name), text ? "numbers" : "text", first, text ? "text" : "numbers",
                             base::option(text ? "categories" : "numbers", column.name)),
                   file.name()};
    }
    indices.push_back(found->second);
    positions.erase(found);
  }
  if (!positions.empty()) {
    return Error{ErrorCode::kMalformedTable,
                 "has a column " + in_quotes(positions.begin()->first) + " that " + first + " lacks", file.name()};
  }
  return indices;
}

/// Rows of a file, by a pass when there is no other way; −1 when that fails.
std::int64_t count_rows(data::TableSource& file) {
  if (file.rows_hint() >= 0) return file.rows_hint();
  if (!file.start({}).ok()) return -1;
  std::int64_t rows = 0;
  data::Batch batch;
  while (true) {
    const auto more = file.next(batch);
    if (!more.ok()) return -1;
    if (!more.value()) return rows;
    rows += static_cast<std::int64_t>(batch.rows);
  }
}

}  // namespace

JoinedTable::JoinedTable(std::string name, std::vector<std::string> paths, std::vector<data::Column> columns, Open open)
    : name_(std::move(name)), paths_(std::move(paths)), columns_(std::move(columns)), open_(std::move(open)) {}

base::Result<std::unique_ptr<data::TableSource>> JoinedTable::join(std::string name, std::vector<std::string> paths,
                                                                   std::vector<data::Column> columns, Open open) {
  std::unique_ptr<JoinedTable> table(
      new JoinedTable(std::move(name), std::move(paths), std::move(columns), std::move(open)));
  EXPLAINEE_TRY(table->check_files());
  return std::unique_ptr<data::TableSource>(std::move(table));
}

base::Result<void> JoinedTable::check_files() {
  for (const std::string& path : paths_) {
    EXPLAINEE_ASSIGN(const auto file, open_(path, columns_));
    EXPLAINEE_TRY(match(columns_, *file, paths_.front()));
    const auto add = [](std::int64_t& sum, std::int64_t part) { sum = sum < 0 || part < 0 ? -1 : sum + part; };
    add(rows_, file->rows_hint());
    add(rows_estimate_, file->rows_estimate());
    add(text_bytes_, file->text_bytes_estimate());
    storage_ = file->storage();  // files of one kind
  }
  return {};
}

base::Result<std::unique_ptr<data::TableSource>> JoinedTable::reader() const {
  std::unique_ptr<JoinedTable> another(new JoinedTable(name_, paths_, columns_, open_));
  another->rows_ = rows_;
  another->rows_estimate_ = rows_estimate_;
  another->text_bytes_ = text_bytes_;
  another->storage_ = storage_;
  return std::unique_ptr<data::TableSource>(std::move(another));
}

base::Result<void> JoinedTable::start(std::span<const std::size_t> wanted) {
  wanted_.assign(wanted.begin(), wanted.end());
  current_.reset();
  next_file_ = 0;
  next_row_ = 0;
  first_rows_.clear();
  EXPLAINEE_TRY(open_next());
  return {};
}

base::Result<bool> JoinedTable::open_next() {
  current_.reset();
  if (next_file_ == paths_.size()) return false;
  EXPLAINEE_ASSIGN(current_, open_(paths_[next_file_], columns_));
  EXPLAINEE_ASSIGN(const auto indices, match(columns_, *current_, paths_.front()));
  std::vector<std::size_t> wanted;
  for (const std::size_t column : wanted_) wanted.push_back(indices[column]);
  EXPLAINEE_TRY(current_->start(wanted));
  first_rows_.push_back(next_row_);
  ++next_file_;
  return true;
}

base::Result<bool> JoinedTable::next(data::Batch& batch) {
  while (current_ != nullptr) {
    EXPLAINEE_ASSIGN(const bool more, current_->next(batch));
    if (more) {
      batch.first_row = next_row_;
      next_row_ += static_cast<std::int64_t>(batch.rows);
      return true;
    }
    EXPLAINEE_TRY(open_next());
  }
  return false;
}

base::Subject JoinedTable::where(std::int64_t row) const {
  std::size_t file = 0;
  std::int64_t first = 0;
  while (file + 1 < first_rows_.size() && first_rows_[file + 1] <= row) first = first_rows_[++file];
  for (; file < paths_.size(); ++file) {
    const auto opened = open_(paths_[file], columns_);
    if (!opened.ok()) break;
    const bool surely_here = file + 1 < first_rows_.size();
    const std::int64_t rows = surely_here ? row - first + 1 : count_rows(*opened.value());
    if (rows < 0) break;
    if (row - first < rows) return opened.value()->where(row - first);
    first += rows;
  }
  return base::at_row(name_, row);
}

}  // namespace explainee::files
