// Files that are damaged in a few hundred ways: reading them gives rows or an Error, never a crash or an exception.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "explainee/base/errors/speech.h"
#include "explainee/files/bytes/gzip_writer.h"
#include "explainee/files/png_image.h"
#include "explainee/files/table_file_writer.h"
#include "explainee/files/testing/arrow_test_files.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using test::TempFolder;

constexpr int kTrials = 300;

/// Changes, inserts, repeats or cuts some bytes.
std::string damage(std::string bytes, std::mt19937& random) {
  const auto place = [&] { return bytes.empty() ? 0 : random() % bytes.size(); };
  const std::size_t changes = 1 + random() % 4;
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    switch (random() % 6) {
      case 0:
        bytes.resize(place());
        break;
      case 1:
        bytes.insert(place(), std::string(1 + random() % 8, static_cast<char>(random())));
        break;
      case 2:
        bytes.insert(place(), bytes.substr(place(), random() % 64));
        break;
      case 3:
        bytes.erase(place(), random() % 16);
        break;
      default:
        bytes[place()] = static_cast<char>(random());
    }
  }
  return bytes;
}

/// Damages the file at `path` again and again; `read` must come back.
void damage_many_times(const TempFolder& folder, const std::string& name,
                       const std::function<void(const std::string&)>& read) {
  const std::string whole = folder.read(name);
  ASSERT_FALSE(whole.empty());
  std::mt19937 random(12345);
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    read(folder.write("damaged-" + name, damage(whole, random)));
  }
  for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 50) {
    read(folder.write("cut-" + name, whole.substr(0, size)));
  }
}

void read_table(const std::string& path) {
  ReadOptions options;
  options.threads = 1 + static_cast<int>(path.size() % 2);
  for (const bool mapped : {false, true}) {
    options.mapped = mapped;
    const std::string text = test::failure(path, options);
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

std::shared_ptr<arrow::Table> small_table() {
  std::vector<double> x;
  std::vector<std::string> word;
  for (int i = 0; i < 1500; ++i) {
    x.push_back(i * 0.37);
    word.push_back("w" + std::to_string(i % 11));
  }
  arrow::StringDictionaryBuilder builder;
  for (const std::string& w : word) EXPECT_TRUE(builder.Append(w).ok());
  std::shared_ptr<arrow::Array> coded;
  EXPECT_TRUE(builder.Finish(&coded).ok());
  return test::table_of({{"x", test::doubles(x)}, {"word", test::strings(word)}, {"coded", coded}});
}

TEST(DamagedFiles, Csv) {
  const TempFolder folder;
  std::string csv = "x,\"a,b\",word\n";
  for (int i = 0; i < 60; ++i) csv += std::to_string(i * 0.5) + ",\"q\"\"" + std::to_string(i) + "\n\",z\xC3\xA9\n";
  folder.write("t.csv", csv);
  damage_many_times(folder, "t.csv", read_table);
}

TEST(DamagedFiles, GzippedCsv) {
  const TempFolder folder;
  auto sink = create_table(folder / "t.csv.gz", {{"x"}, {"y"}});
  const std::vector<double> numbers(500, 0.25);
  ASSERT_TRUE(sink.value()->write(std::vector<data::ColumnView>{{numbers, {}}, {numbers, {}}}).ok());
  ASSERT_TRUE(sink.value()->finish().ok());
  damage_many_times(folder, "t.csv.gz", read_table);
}

TEST(DamagedFiles, Parquet) {
  const TempFolder folder;
  test::write_parquet(folder / "t.parquet", *small_table(), 400);
  damage_many_times(folder, "t.parquet", read_table);
}

TEST(DamagedFiles, ArrowFile) {
  const TempFolder folder;
  test::write_ipc(folder / "t.arrow", *small_table());
  damage_many_times(folder, "t.arrow", read_table);
}

TEST(DamagedFiles, ArrowStream) {
  const TempFolder folder;
  test::write_ipc(folder / "s.arrow", *small_table(), true, arrow::Compression::LZ4_FRAME);
  damage_many_times(folder, "s.arrow", read_table);
}

TEST(DamagedFiles, Png) {
  const TempFolder folder;
  Image image{40, 30, std::vector<std::uint8_t>(4 * 40 * 30, 77)};
  for (std::size_t i = 0; i < image.rgba.size(); i += 3) image.rgba[i] = static_cast<std::uint8_t>(i);
  ASSERT_TRUE(write_png(folder / "p.png", image).ok());
  damage_many_times(folder, "p.png", [](const std::string& path) {
    const auto read = read_png(path);
    if (!read.ok()) return;
    EXPECT_EQ(read.value().rgba.size(), std::size_t{4} * read.value().width * read.value().height);
  });
}

TEST(DamagedFiles, RandomBytesWithTheRightBeginning) {
  const TempFolder folder;
  std::mt19937 random(99);
  for (const std::string& magic :
       {std::string("PAR1"), std::string("ARROW1\0\0", 8), std::string("\xFF\xFF\xFF\xFF"), std::string("\x1F\x8B\x08"),
        std::string("\x89PNG\r\n\x1A\n"), std::string("a,b\n")}) {
    for (int trial = 0; trial < 40; ++trial) {
      std::string bytes = magic;
      const std::size_t size = random() % 400;
      for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
      if (trial % 2 == 0) bytes += magic;
      const auto path = folder.write("random", bytes);
      read_table(path);
      EXPECT_TRUE(read_png(path).ok() || !base::text(read_png(path).error().message, base::command_line()).empty());
    }
  }
}

}  // namespace
}  // namespace explainee::files
