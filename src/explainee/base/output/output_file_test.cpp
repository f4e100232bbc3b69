#include "explainee/base/output/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "explainee/base/errors/speech.h"

namespace explainee::base {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string pattern = (fs::temp_directory_path() / "explainee-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~OutputFileTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
  std::string put(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return at(name);
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename().string());
    return names;
  }

  /// Another process begins the file and is killed in the middle of it.
  void begin_and_be_killed(const std::string& name, int files = 1) const {
    const pid_t child = ::fork();
    if (child == 0) {
      std::vector<std::unique_ptr<OutputFile>> open;
      for (int i = 0; i < files; ++i) {
        open.push_back(std::move(OutputFile::create(at(name)).value()));
        static_cast<void>(open.back()->write(std::string("half")));
      }
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
  }

  fs::path folder_;
};

using Names = std::set<std::string>;

TEST_F(OutputFileTest, ReplacesOnlyWhenFinished) {
  put("t.txt", "old");
  {
    auto file = OutputFile::create(at("t.txt"));
    ASSERT_TRUE(file.value()->write(std::string("half")).ok());
    EXPECT_EQ(content("t.txt"), "old");
  }
  EXPECT_EQ(content("t.txt"), "old");
  EXPECT_EQ(names(), Names{"t.txt"});
  ASSERT_TRUE(write_file(at("t.txt"), std::string("new")).ok());
  EXPECT_EQ(content("t.txt"), "new");
  EXPECT_EQ(names(), Names{"t.txt"});
}

TEST_F(OutputFileTest, KeepsPermissionsAndLinks) {
  const std::string target = put("target.txt", "old");
  ::chmod(target.c_str(), 0640);
  fs::create_symlink("target.txt", at("link.txt"));
  ASSERT_TRUE(write_file(at("link.txt"), std::string("new")).ok());
  EXPECT_TRUE(fs::is_symlink(at("link.txt")));
  EXPECT_EQ(content("target.txt"), "new");
  struct stat facts {};
  ASSERT_EQ(::stat(target.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0640u);
}

TEST_F(OutputFileTest, DevicesAreWrittenToDirectly) {
  ASSERT_TRUE(write_file("/dev/null", std::string("gone")).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const auto full = write_file("/dev/full", std::string("gone"));
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, ErrorCode::kUnwritableOutput);
}

TEST_F(OutputFileTest, WhatAKilledProcessLeftIsGoneAfterTheNext) {
  begin_and_be_killed("t.txt", 3);
  EXPECT_EQ(names().size(), 3u);
  ASSERT_TRUE(write_file(at("other.txt"), std::string("x")).ok());
  EXPECT_EQ(names().size(), 4u);  // those of another file are left alone
  ASSERT_TRUE(write_file(at("t.txt"), std::string("new")).ok());
  EXPECT_EQ(names(), (Names{"other.txt", "t.txt"}));
  EXPECT_EQ(content("t.txt"), "new");
}

TEST_F(OutputFileTest, WhatIsBeingWrittenIsNotSwept) {
  auto first = OutputFile::create(at("t.txt"));
  ASSERT_TRUE(first.value()->write(std::string("first")).ok());
  begin_and_be_killed("t.txt");
  EXPECT_EQ(names().size(), 2u);
  auto second = OutputFile::create(at("t.txt"));
  ASSERT_TRUE(second.value()->write(std::string("second")).ok());
  EXPECT_EQ(names().size(), 2u);
  ASSERT_TRUE(first.value()->finish().ok());
  EXPECT_EQ(content("t.txt"), "first");
  ASSERT_TRUE(second.value()->finish().ok());
  EXPECT_EQ(content("t.txt"), "second");
  EXPECT_EQ(names(), Names{"t.txt"});
}

TEST_F(OutputFileTest, FilesThatAreNotOursStay) {
  const std::string precious = put("precious.txt", "mine");
  fs::create_symlink("precious.txt", at(".t.txt.explainee-0.tmp"));
  ::mkfifo(at(".t.txt.explainee-1.tmp").c_str(), 0600);
  fs::create_directory(at(".t.txt.explainee-2.tmp"));
  put(".t.txt.tmp", "somebody's");
  const auto before = names();
  ASSERT_TRUE(write_file(at("t.txt"), std::string("new")).ok());
  Names after = before;
  after.insert("t.txt");
  EXPECT_EQ(names(), after);
  EXPECT_EQ(content("precious.txt"), "mine");
}

TEST_F(OutputFileTest, ManyThreadsWriteOneFileEachWhole) {
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (char letter = 'a'; letter < 'i'; ++letter) {
    threads.emplace_back([&, letter] {
      for (int turn = 0; turn < 20; ++turn) {
        if (!write_file(at("t.txt"), std::string(2000, letter)).ok()) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  const std::string last = content("t.txt");
  EXPECT_EQ(last, std::string(2000, last.at(0)));
  EXPECT_EQ(names(), Names{"t.txt"});
}

TEST_F(OutputFileTest, APairIsNeverOfTwoWriters) {
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  const auto write_pair = [&](char letter) {
    auto first = OutputFile::create(at("proof.moments"));
    auto second = OutputFile::create(at("proof"));
    const std::string text(100, letter);
    if (!first.ok() || !second.ok() || !first.value()->write(text).ok() || !second.value()->write(text).ok() ||
        !OutputFile::finish_both(*first.value(), *second.value()).ok())
      ++failed;
  };
  for (int round = 0; round < 15; ++round) {
    threads.clear();
    for (char letter = 'a'; letter < 'e'; ++letter) threads.emplace_back(write_pair, letter);
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(content("proof"), content("proof.moments"));
  }
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(names(), (Names{"proof", "proof.moments"}));
}

TEST_F(OutputFileTest, HalfAPairIsNone) {
  fs::create_directory(at("b"));
  auto first = OutputFile::create(at("a"));
  auto second = OutputFile::create(at("b/b"));
  ASSERT_TRUE(first.ok() && second.ok());
  fs::remove_all(at("b"));
  const auto done = OutputFile::finish_both(*first.value(), *second.value());
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::kUnwritableOutput);
  EXPECT_EQ(names(), Names{});
}

TEST_F(OutputFileTest, ALimitOfTheProcessIsSaidInWordsAndLeavesNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto done = write_file(at("t.txt"), std::string(5000, 'x'));
    const bool said = !done.ok() && text(done.error(), command_line()).find("ulimit -f") != std::string::npos;
    ::_exit(said ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(names(), Names{});
}

}  // namespace
}  // namespace explainee::base
