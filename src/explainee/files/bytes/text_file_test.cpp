#include "explainee/files/bytes/text_file.h"

#include <gtest/gtest.h>

#include <string>

#include "explainee/base/errors/speech.h"
#include "explainee/base/output/output_file.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using base::write_file;
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

}  // namespace
}  // namespace explainee::files
