// explainee/files/testing/test_support.h: what the tests of this module share; not part of the library.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/data/table_source.h"
#include "explainee/files/open_table.h"

namespace explainee::files::test {

/// A folder of its own for each test, gone with it.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "explainee-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string path() const { return path_.string(); }

  /// Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return *this / name;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

/// Root may do everything; while this lives, the test is somebody else.
class NotRoot {
 public:
  NotRoot() : root_(::geteuid() == 0) {
    if (root_) become(kNobody);
  }
  ~NotRoot() {
    if (root_) become(0);
  }
  NotRoot(const NotRoot&) = delete;
  NotRoot& operator=(const NotRoot&) = delete;

 private:
  static void become(uid_t user) { EXPECT_EQ(::seteuid(user), 0); }

  static constexpr uid_t kNobody = 65534;
  bool root_;
};

/// A table read whole.
struct Content {
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<std::string>> texts;
  std::size_t rows = 0;
  std::size_t batches = 0;
};

/// Reads one pass, checking that batches are in order, not empty and of one length.
inline base::Result<Content> read_pass(data::TableSource& table, const std::vector<std::size_t>& wanted) {
  EXPLAINEE_TRY(table.start(wanted));
  Content content;
  content.numbers.resize(wanted.size());
  content.texts.resize(wanted.size());
  data::Batch batch;
  while (true) {
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) return content;
    EXPECT_EQ(batch.first_row, static_cast<std::int64_t>(content.rows));
    EXPECT_GT(batch.rows, 0u);
    EXPECT_EQ(batch.columns.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const data::ColumnView& view = batch.columns[i];
      const bool number = table.columns()[wanted[i]].type == data::ColumnType::kNumber;
      EXPECT_EQ(view.numbers.size(), number ? batch.rows : 0u);
      EXPECT_EQ(view.texts.size(), number ? 0u : batch.rows);
      content.numbers[i].insert(content.numbers[i].end(), view.numbers.begin(), view.numbers.end());
      content.texts[i].insert(content.texts[i].end(), view.texts.begin(), view.texts.end());
    }
    content.rows += batch.rows;
    ++content.batches;
  }
}

/// Reads all columns of a file.
inline base::Result<Content> read_all(const std::string& path, const ReadOptions& options = {}) {
  EXPLAINEE_ASSIGN(const auto table, open_table(path, options));
  std::vector<std::size_t> wanted(table->columns().size());
  std::iota(wanted.begin(), wanted.end(), std::size_t{0});
  return read_pass(*table, wanted);
}

/// "name:number" or "name:text" for each column, joined by blanks.
inline std::string columns_of(const data::TableSource& table) {
  std::string out;
  for (const data::Column& column : table.columns()) {
    out += (out.empty() ? "" : " ") + column.name + (column.type == data::ColumnType::kNumber ? ":number" : ":text");
  }
  return out;
}

/// The error of opening and reading a file, as people see it; "ok" when there is none.
inline std::string failure(const std::string& path, const ReadOptions& options = {}) {
  auto content = read_all(path, options);
  return content.ok() ? "ok" : base::text(content.error(), base::command_line());
}

/// Its code; kInternal stands for success too, so use only where failure is expected.
inline base::ErrorCode failure_code(const std::string& path, const ReadOptions& options = {}) {
  auto content = read_all(path, options);
  EXPECT_FALSE(content.ok()) << path;
  return content.ok() ? base::ErrorCode::kInternal : content.error().code;
}

}  // namespace explainee::files::test
