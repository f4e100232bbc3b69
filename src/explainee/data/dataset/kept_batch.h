// explainee/data/dataset/kept_batch.h: a copy of one batch of a pass, small and never changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/data/table_source.h"

namespace explainee::data {

/// Numbers as they came; texts as codes into the different texts of this batch where these are few, else one after the
/// other. Safe to read from several threads.
class KeptBatch {
 public:
  explicit KeptBatch(const Batch& batch);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  /// What it takes in memory, about.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::span<const double> numbers(std::size_t column) const { return columns_[column].numbers; }
  /// Views of all texts of a column into `views`; valid as long as this batch.
  void texts(std::size_t column, std::vector<std::string_view>& views) const;

 private:
  struct Column {
    std::vector<double> numbers;
    std::vector<std::uint16_t> codes;  ///< positions among `ends`; empty: every row has a text of its own there
    std::vector<std::uint64_t> ends;   ///< of the texts in `letters`
    std::string letters;
  };

  static void keep_texts(std::span<const std::string_view> texts, Column& column);
  [[nodiscard]] static std::string_view text_at(const Column& column, std::size_t at);

  std::size_t rows_;
  std::size_t bytes_ = 0;
  std::vector<Column> columns_;
};

}  // namespace explainee::data
