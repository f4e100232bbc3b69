#include "explainee/files/bytes/byte_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explainee/files/bytes/gzip_writer.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using test::TempFolder;

void write_gzip(const std::string& path, const std::string& content) {
  auto file = base::OutputFile::create(path);
  GzipWriter writer(*file.value());
  ASSERT_TRUE(writer.write(content).ok());
  ASSERT_TRUE(writer.finish().ok());
  ASSERT_TRUE(file.value()->finish().ok());
}

std::string random_text(std::size_t size) {
  std::string text;
  for (unsigned state = 1; text.size() < size; state = state * 1664525 + 1013904223) text += std::to_string(state >> 8);
  return text;
}

base::Result<std::string> read_stream(const std::string& path, std::size_t step) {
  auto stream = open_bytes(InputFile::open(path).value(), true);
  std::string all;
  std::vector<char> piece(step);
  while (true) {
    EXPLAINEE_ASSIGN(const std::size_t got, stream->read(piece));
    all.append(piece.data(), got);
    if (got < step) return all;
  }
}

TEST(ByteStream, GzipReadsBackInAnySteps) {
  const TempFolder folder;
  const std::string content = random_text(700'000);
  write_gzip(folder / "a.gz", content);
  for (const std::size_t step : {777u, 65536u, 10'000'000u})
    EXPECT_EQ(read_stream(folder / "a.gz", step).value(), content);
}

TEST(ByteStream, SkipMovesOn) {
  const TempFolder folder;
  const std::string content = random_text(600'000);
  write_gzip(folder / "a.gz", content);
  folder.write("a.txt", content);
  for (const bool gzipped : {false, true}) {
    auto stream = open_bytes(InputFile::open(folder / (gzipped ? "a.gz" : "a.txt")).value(), gzipped);
    ASSERT_TRUE(stream->skip(550'000).ok());
    std::vector<char> rest(content.size());
    const std::size_t got = stream->read(rest).value();
    EXPECT_EQ(std::string(rest.data(), got), content.substr(550'000));
  }
}

TEST(ByteStream, ConcatenatedMembersAndPaddingAreFine) {
  const TempFolder folder;
  write_gzip(folder / "a.gz", "first,");
  write_gzip(folder / "b.gz", "second");
  const auto file = folder.write("c.gz", folder.read("a.gz") + folder.read("b.gz") + std::string(100, '\0'));
  EXPECT_EQ(read_stream(file, 1000).value(), "first,second");
  const std::string filled = folder.read("a.gz") + std::string(600'000, '\0');
  EXPECT_EQ(read_stream(folder.write("d.gz", filled), 1000).value(), "first,");
  EXPECT_EQ(read_stream(folder.write("e.gz", filled + "x"), 1000).error().code, base::ErrorCode::kUnreadableFile);
}

TEST(ByteStream, ACutOrDamagedFileIsAnError) {
  const TempFolder folder;
  write_gzip(folder / "a.gz", random_text(100'000));
  const std::string whole = folder.read("a.gz");
  EXPECT_EQ(read_stream(folder.write("cut.gz", whole.substr(0, whole.size() / 2)), 4096).error().code,
            base::ErrorCode::kUnreadableFile);
  EXPECT_EQ(read_stream(folder.write("trailer.gz", whole.substr(0, whole.size() - 3)), 4096).error().code,
            base::ErrorCode::kUnreadableFile);
  std::string bad = whole;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 0x55);
  EXPECT_FALSE(read_stream(folder.write("bad.gz", bad), 4096).ok());
}

}  // namespace
}  // namespace explainee::files
