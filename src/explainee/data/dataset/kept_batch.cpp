#include "explainee/data/dataset/kept_batch.h"

#include <limits>
#include <unordered_map>

namespace explainee::data {
namespace {

/// More different texts than this share of the rows are not worth codes.
constexpr std::size_t kRowsPerLevel = 4;

}  // namespace

KeptBatch::KeptBatch(const Batch& batch) : rows_(batch.rows), columns_(batch.columns.size()) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    const ColumnView& view = batch.columns[i];
    column.numbers.assign(view.numbers.begin(), view.numbers.end());
    if (!view.texts.empty()) keep_texts(view.texts, column);
    bytes_ += sizeof(Column) + column.numbers.capacity() * sizeof(double) +
              column.codes.capacity() * sizeof(std::uint16_t) + column.ends.capacity() * sizeof(std::uint64_t) +
              column.letters.capacity();
  }
  bytes_ += sizeof(KeptBatch);
}

void KeptBatch::keep_texts(std::span<const std::string_view> texts, Column& column) {
  constexpr std::size_t kMostCodes = std::numeric_limits<std::uint16_t>::max();
  std::unordered_map<std::string_view, std::uint16_t> codes;  // views into the batch, which lives long enough
  column.codes.reserve(texts.size());
  for (const std::string_view text : texts) {
    const auto [at, fresh] = codes.try_emplace(text, static_cast<std::uint16_t>(codes.size()));
    if (fresh) {
      if (codes.size() > kMostCodes || codes.size() * kRowsPerLevel > texts.size() + kRowsPerLevel) break;
      column.letters += text;
      column.ends.push_back(column.letters.size());
    }
    column.codes.push_back(at->second);
  }
  if (column.codes.size() == texts.size()) {
    column.letters.shrink_to_fit();
    column.ends.shrink_to_fit();
    return;
  }
  column = {};
  std::size_t letters = 0;
  for (const std::string_view text : texts) letters += text.size();
  column.letters.reserve(letters);
  column.ends.reserve(texts.size());
  for (const std::string_view text : texts) {
    column.letters += text;
    column.ends.push_back(column.letters.size());
  }
}

std::string_view KeptBatch::text_at(const Column& column, std::size_t at) {
  const std::size_t begin = at == 0 ? 0 : column.ends[at - 1];
  return std::string_view(column.letters).substr(begin, column.ends[at] - begin);
}

void KeptBatch::texts(std::size_t column, std::vector<std::string_view>& views) const {
  const Column& own = columns_[column];
  views.resize(rows_);
  if (own.codes.empty()) {
    for (std::size_t row = 0; row < rows_; ++row) views[row] = text_at(own, row);
    return;
  }
  std::vector<std::string_view> levels(own.ends.size());
  for (std::size_t level = 0; level < levels.size(); ++level) levels[level] = text_at(own, level);
  for (std::size_t row = 0; row < rows_; ++row) views[row] = levels[own.codes[row]];
}

}  // namespace explainee::data
