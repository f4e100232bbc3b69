#include "explainee/files/bytes/input_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

#include "explainee/base/errors/speech.h"
#include "explainee/files/testing/test_support.h"

namespace explainee::files {
namespace {

using base::ErrorCode;
using test::TempFolder;

/// Puts something else in the place of standard input for as long as it lives.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(::dup(STDIN_FILENO)) { ::dup2(descriptor, STDIN_FILENO); }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

/// Reads "-" while another thread writes `content` to the pipe.
base::Result<test::Content> read_through_pipe(const std::string& content) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const StandardInput input(ends[0]);
  ::close(ends[0]);
  std::jthread writer([&, to = ends[1]] {
    for (std::size_t at = 0; at < content.size();) {
      const ssize_t put = ::write(to, content.data() + at, content.size() - at);
      if (put <= 0) break;
      at += static_cast<std::size_t>(put);
    }
    ::close(to);
  });
  return test::read_all("-");
}

TEST(InputFile, StandardInputIsReadLikeAFile) {
  std::string csv = "a,b\n";
  for (int i = 0; i < 50'000; ++i) csv += std::to_string(i) + ",x\n";
  const auto content = read_through_pipe(csv);
  ASSERT_TRUE(content.ok()) << base::text(content.error(), base::command_line());
  EXPECT_EQ(content.value().rows, 50'000u);
  EXPECT_EQ(content.value().numbers[0][49'999], 49'999.0);
  EXPECT_EQ(base::command_line().place(read_through_pipe("a,b\n1\n").error().subject),
            "standard input, line 2 (row 0, counting from 0)");
  EXPECT_NE(base::text(read_through_pipe("").error().message, base::command_line()).find("is empty"),
            std::string::npos);
}

TEST(InputFile, ARedirectedFileNeedsNoCopy) {
  const TempFolder folder;
  const int file = ::open(folder.write("t.csv", "a\n1\n2\n").c_str(), O_RDONLY);
  const StandardInput input(file);
  ::close(file);
  EXPECT_EQ(test::read_all("-").value().rows, 2u);
}

TEST(InputFile, NamedPipesAreReadToo) {
  const TempFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(pipe) << "a,b\n1,2\n"; });
  EXPECT_EQ(test::read_all(pipe).value().rows, 1u);
}

TEST(InputFile, WaitingForInputCanBeCancelled) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const StandardInput input(ends[0]);
  std::atomic<bool> cancel{false};
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    cancel = true;
  });
  EXPECT_EQ(InputFile::open("-", &cancel).error().code, ErrorCode::kInterrupted);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(InputFile, MissingFilesSuggestSimilarOnes) {
  const TempFolder folder;
  folder.write("patients.csv", "a\n1\n");
  folder.write("other.csv", "a\n1\n");
  const auto typo = open_table(folder / "pateints.csv");
  EXPECT_EQ(typo.error().code, ErrorCode::kNoSuchFile);
  EXPECT_EQ(base::text(typo.error().message, base::command_line()),
            "there is no such file; did you mean " + (folder / "patients.csv") + "?");
  const auto ending = open_table(folder / "patients.parquet");
  EXPECT_NE(base::text(ending.error().message, base::command_line()).find("patients.csv"), std::string::npos);
  const auto nothing = open_table(folder / "entirely-different");
  EXPECT_EQ(base::text(nothing.error().message, base::command_line()),
            "there is no such file; check the name and the folder");
  EXPECT_EQ(open_table((folder / "no/such/folder") + "/x.csv").error().code, ErrorCode::kNoSuchFile);
}

TEST(InputFile, DevicesAreRefused) { EXPECT_EQ(open_table("/dev/null").error().code, ErrorCode::kUnreadableFile); }

TEST(InputFile, ForbiddenFilesAreRefused) {
  const TempFolder folder;
  const auto file = folder.write("secret.csv", "a\n1\n");
  ::chmod(folder.path().c_str(), 0755);
  ::chmod(file.c_str(), 0);
  const test::NotRoot not_root;
  const auto opened = open_table(file);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::kUnreadableFile);
  EXPECT_NE(base::text(opened.error().message, base::command_line()).find("permission"), std::string::npos);
}

}  // namespace
}  // namespace explainee::files
