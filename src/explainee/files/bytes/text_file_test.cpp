#include "explainee/files/bytes/text_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "explainee/base/errors/speech.h"
#include "explainee/files/bytes/output_file.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using test::TempFolder;

TEST(TextFile, WritesAndReadsBack) {
  const TempFolder folder;
  const std::string binary("a\0b\xFF", 4);
  ASSERT_TRUE(write_file(folder / "b.bin", binary).ok());
  const auto bytes = read_bytes(folder / "b.bin").value();
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), binary);
  ASSERT_TRUE(write_file(folder / "t.txt", std::string("gr\xC3\xBC\xC3\x9F\x65\n")).ok());
  EXPECT_EQ(read_text(folder / "t.txt").value(), "gr\xC3\xBC\xC3\x9F\x65\n");
  EXPECT_EQ(read_text(folder.write("bom.txt", "\xEF\xBB\xBFx")).value(), "x");
  EXPECT_EQ(folder.files(), 3u);
}

TEST(TextFile, SaysWhatIsWrong) {
  const TempFolder folder;
  EXPECT_EQ(read_text(folder / "none").error().code, ErrorCode::kNoSuchFile);
  EXPECT_EQ(read_text(folder.path()).error().code, ErrorCode::kUnreadableFile);
  const auto latin = read_text(folder.write("l.txt", "ok\ncaf\xE9\n"));
  EXPECT_EQ(latin.error().code, ErrorCode::kMalformedTable);
  EXPECT_EQ(base::command_line().place(latin.error().subject), (folder / "l.txt") + ", line 2");
  EXPECT_EQ(write_file(folder / "no/where", std::string("x")).error().code, ErrorCode::kUnwritableOutput);
  EXPECT_EQ(write_file(folder.path(), std::string("x")).error().code, ErrorCode::kUnwritableOutput);
  EXPECT_EQ(write_file("", std::string("x")).error().code, ErrorCode::kUnwritableOutput);
}

TEST(OutputFile, ReplacesOnlyWhenFinished) {
  const TempFolder folder;
  folder.write("t.txt", "old");
  {
    auto file = OutputFile::create(folder / "t.txt");
    ASSERT_TRUE(file.value()->write(std::string("half")).ok());
    EXPECT_EQ(folder.read("t.txt"), "old");
  }
  EXPECT_EQ(folder.read("t.txt"), "old");
  EXPECT_EQ(folder.files(), 1u);
  ASSERT_TRUE(write_file(folder / "t.txt", std::string("new")).ok());
  EXPECT_EQ(folder.read("t.txt"), "new");
}

TEST(OutputFile, KeepsPermissionsAndLinks) {
  const TempFolder folder;
  const auto target = folder.write("target.txt", "old");
  ::chmod(target.c_str(), 0640);
  std::filesystem::create_symlink("target.txt", folder / "link.txt");
  ASSERT_TRUE(write_file(folder / "link.txt", std::string("new")).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(folder.read("target.txt"), "new");
  struct stat facts {};
  ASSERT_EQ(::stat(target.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0640u);
}

TEST(OutputFile, DevicesAreWrittenToDirectly) {
  ASSERT_TRUE(write_file("/dev/null", std::string("gone")).ok());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace explainee::files
