#include "explainee/files/arrow/arrow_input.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "explainee/base/errors/speech.h"
#include "explainee/files/testing/arrow_test_files.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using test::TempFolder;

constexpr std::size_t kManyRows = 300'000;

/// Two columns of numbers that do not compress and one of words, in each of the formats that can be mapped.
std::vector<std::string> write_formats(const TempFolder& folder) {
  std::mt19937_64 random(7);
  std::vector<double> x(kManyRows);
  std::vector<double> y(kManyRows);
  std::vector<std::string> word(kManyRows);
  for (std::size_t i = 0; i < kManyRows; ++i) {
    x[i] = static_cast<double>(random()) * 0x1p-64;
    y[i] = x[i] * x[i];
    word[i] = "w" + std::to_string(random() % 50);
  }
  const auto table = test::table_of({{"x", test::doubles(x)}, {"y", test::doubles(y)}, {"word", test::strings(word)}});
  test::write_parquet(folder / "t.parquet", *table, 70'000);
  test::write_ipc(folder / "t.arrow", *table);
  test::write_ipc(folder / "s.arrow", *table, true);
  test::write_ipc(folder / "z.arrow", *table, true, arrow::Compression::LZ4_FRAME);
  return {"t.parquet", "t.arrow", "s.arrow", "z.arrow"};
}

TEST(ArrowInput, MappedOrReadItIsTheSameTable) {
  const TempFolder folder;
  for (const std::string& name : write_formats(folder)) {
    for (const int threads : {1, 3}) {
      ReadOptions options;
      options.threads = threads;
      const auto read = test::read_all(folder / name, options);
      options.mapped = true;
      const auto mapped = test::read_all(folder / name, options);
      ASSERT_TRUE(read.ok()) << base::text(read.error(), base::command_line());
      ASSERT_TRUE(mapped.ok()) << base::text(mapped.error(), base::command_line());
      EXPECT_EQ(read.value().rows, kManyRows);
      EXPECT_EQ(read.value().numbers, mapped.value().numbers) << name;
      EXPECT_EQ(read.value().texts, mapped.value().texts) << name;
    }
  }
}

TEST(ArrowInput, AFileThatIsCutShortWhileItIsReadIsAnError) {
  const TempFolder folder;
  for (const std::string& name : write_formats(folder)) {
    for (const bool at_once : {true, false}) {
      const std::string path = folder.write("cut-" + name, folder.read(name));
      const auto table = open_table(path, {});
      ASSERT_TRUE(table.ok()) << name;
      const std::vector<std::size_t> wanted = {0, 2};
      data::Batch batch;
      if (at_once) std::filesystem::resize_file(path, 100);
      base::Result<void> started = table.value()->start(wanted);
      base::Result<bool> more = true;
      if (started.ok()) more = table.value()->next(batch);
      if (!at_once) std::filesystem::resize_file(path, 100);
      while (started.ok() && more.ok() && more.value()) more = table.value()->next(batch);
      const bool failed = !started.ok() || !more.ok();
      if (!at_once && name == "t.arrow") continue;  // its only batch of rows was there before
      ASSERT_TRUE(failed) << name;
      const base::Error error = started.ok() ? more.error() : started.error();
      EXPECT_EQ(error.code, base::ErrorCode::kUnreadableFile) << name;
      EXPECT_NE(base::text(error, base::command_line()).find("cut"), std::string::npos);
    }
  }
}

TEST(ArrowInput, ATextFileToo) {
  const TempFolder folder;
  std::string csv = "x,y\n";
  for (int i = 0; i < 400'000; ++i) csv += std::to_string(i) + ",1.5\n";
  const std::string path = folder.write("t.csv", csv);
  const auto table = open_table(path, {});
  ASSERT_TRUE(table.ok());
  ASSERT_TRUE(table.value()->start(std::vector<std::size_t>{0}).ok());
  data::Batch batch;
  ASSERT_TRUE(table.value()->next(batch).value());
  std::filesystem::resize_file(path, csv.size() / 2 / 6 * 6);
  base::Result<bool> more = true;
  while (more.ok() && more.value()) more = table.value()->next(batch);
  ASSERT_FALSE(more.ok());  // rows that were there are not taken for all
  EXPECT_EQ(more.error().code, base::ErrorCode::kUnreadableFile);
  const std::string said = base::text(more.error(), base::command_line());
  EXPECT_NE(said.find("was cut short while it was read"), std::string::npos) << said;
}

}  // namespace
}  // namespace explainee::files
