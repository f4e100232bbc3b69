#include "explainee/cohort/journal.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>

#include "explainee/base/errors/speech.h"

namespace explainee::cohort {
namespace {

/// Facts are numbers below 100 here, at most two each.
constexpr ChunkLimits kLimits{100, 2};

class JournalTest : public testing::Test {
 protected:
  JournalTest() : path_(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name()) {}
  ~JournalTest() override { std::filesystem::remove(path_); }

  [[nodiscard]] base::Result<Journal> open() const { return open(run_); }
  [[nodiscard]] base::Result<Journal> open(const Digest& run) const {
    EXPLAINEE_ASSIGN(Journal journal, Journal::open(path_));
    EXPLAINEE_TRY(journal.resume(run, kLimits));
    return journal;
  }

  [[nodiscard]] static Chunk chunk(int number) {
    Served one;
    one.facts = {number, 50};
    one.coefficients = {0.5 * number, std::numeric_limits<double>::quiet_NaN()};
    one.nats = number;
    one.bound_nats = number + 0.25;
    one.optimal = true;
    Served other;
    other.status = Status::kNothingToExplain;
    other.infinite = true;
    other.impersonal_nats = std::numeric_limits<double>::infinity();
    Digest people{};
    people.fill(static_cast<unsigned char>(number));
    return {people, {"ann " + std::to_string(number), ""}, {one, other}};
  }

  void write(int chunks) const {
    auto journal = open();
    ASSERT_TRUE(journal.ok());
    for (int k = 0; k < chunks; ++k) ASSERT_TRUE(journal.value().append(chunk(k)).ok());
  }

  std::string path_;
  Digest run_{};
};

TEST_F(JournalTest, GivesBackWhatWasWritten) {
  write(3);
  auto journal = open();
  ASSERT_TRUE(journal.ok());
  ASSERT_EQ(journal.value().chunks(), 3);
  ASSERT_TRUE(journal.value().append(chunk(3)).ok());
  ASSERT_TRUE(journal.value().rewind().ok());
  for (int k = 0; k < 4; ++k) {
    const auto read = journal.value().read();
    ASSERT_TRUE(read.ok());
    const Chunk expected = chunk(k);
    EXPECT_EQ(read.value().people, expected.people);
    EXPECT_EQ(read.value().names, expected.names);
    EXPECT_EQ(read.value().served[0].facts, expected.served[0].facts);
    EXPECT_EQ(read.value().served[0].coefficients[0], 0.5 * k);
    EXPECT_EQ(read.value().served[0].bound_nats, k + 0.25);
    EXPECT_TRUE(read.value().served[0].optimal);
    EXPECT_EQ(read.value().served[1].status, Status::kNothingToExplain);
    EXPECT_TRUE(read.value().served[1].infinite);
    EXPECT_FALSE(read.value().served[1].bound_nats.has_value());
    EXPECT_EQ(read.value().served[1].impersonal_nats, std::numeric_limits<double>::infinity());
  }
}

TEST_F(JournalTest, FactsWithNamesAndShapesComeBack) {
  constexpr ChunkLimits kNamed{0, 2, true};
  Chunk written = chunk(0);
  written.facts = {"x3", "x4, more when x0 is high"};
  written.served[0].facts = {1, 0};
  written.served[0].shapes = {family::Shape::Kind::kAsIs, family::Shape::Kind::kBent};
  written.served[0].found = true;
  written.served[0].predictive_nats = -0.25;
  written.served[0].predictive_error = 0.125;
  written.served[1].found = false;
  const auto back = chunk_of(bytes_of(written), kNamed);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->facts, written.facts);
  EXPECT_EQ(back->served[0].facts, written.served[0].facts);
  EXPECT_EQ(back->served[0].shapes, written.served[0].shapes);
  EXPECT_EQ(back->served[0].found, true);
  EXPECT_EQ(back->served[0].predictive_nats, -0.25);
  EXPECT_EQ(back->served[0].predictive_error, 0.125);
  EXPECT_EQ(back->served[1].found, false);
  EXPECT_FALSE(back->served[1].predictive_nats.has_value());
  EXPECT_FALSE(chunk_of(bytes_of(written), kLimits).has_value());  // where facts are candidates, none has a name
  written.served[0].facts = {1, 2};
  EXPECT_FALSE(chunk_of(bytes_of(written), kNamed).has_value());
}

TEST_F(JournalTest, DropsAChunkThatWasCutOffWhereverThatWas) {
  write(2);
  const auto whole = std::filesystem::file_size(path_);
  {
    auto journal = open();
    ASSERT_TRUE(journal.value().append(chunk(2)).ok());
  }
  const auto longer = std::filesystem::file_size(path_);
  for (auto size = longer - 1; size > whole; --size) {
    std::filesystem::resize_file(path_, size);
    auto journal = open();
    ASSERT_TRUE(journal.ok());
    EXPECT_EQ(journal.value().chunks(), 2);
    EXPECT_EQ(std::filesystem::file_size(path_), whole);
    ASSERT_TRUE(journal.value().append(chunk(2)).ok());
    ASSERT_EQ(std::filesystem::file_size(path_), longer);
  }
}

TEST_F(JournalTest, DropsAllFromADamagedChunkOn) {
  write(3);
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-10, std::ios::end);
  file.put('x');
  file.close();
  const auto journal = open();
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal.value().chunks(), 2);
}

TEST_F(JournalTest, BeginsAnewForAnotherRun) {
  write(3);
  Digest other{};
  other.fill(9);
  const auto journal = open(other);
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal.value().chunks(), 0);
}

TEST_F(JournalTest, LeavesFilesOfOthersAlone) {
  std::ofstream(path_) << "a letter of mine, long enough to be read as a head, and some more of it";
  const auto journal = open();
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().code, base::ErrorCode::kUnwritableOutput);
  EXPECT_GT(std::filesystem::file_size(path_), 60U);
}

TEST_F(JournalTest, SaysWhereItCannotBeWritten) {
  const auto journal = Journal::open("/no/such/folder/journal");
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().code, base::ErrorCode::kUnwritableOutput);
}

TEST_F(JournalTest, AnotherRunIsRefusedWhileItIsOpen) {
  write(2);
  auto journal = open();
  ASSERT_TRUE(journal.ok());
  const auto second = Journal::open(path_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, base::ErrorCode::kUnwritableOutput);
  const std::string said = base::text(second.error(), base::command_line());
  EXPECT_NE(said.find("another run"), std::string::npos) << said;
  EXPECT_NE(said.find(path_), std::string::npos) << said;
  ASSERT_TRUE(journal.value().append(chunk(2)).ok());
  {
    const Journal moved = std::move(journal).value();
    EXPECT_FALSE(Journal::open(path_).ok());
  }
  EXPECT_EQ(open().value().chunks(), 3);
}

TEST_F(JournalTest, AKilledRunLocksNobodyOut) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto journal = open();
    static_cast<void>(journal.value().append(chunk(0)));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  const auto journal = open();
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal.value().chunks(), 1);
}

TEST_F(JournalTest, NothingIsLeftFromWhichNobodyCouldGoOn) {
  { EXPECT_TRUE(Journal::open(path_).ok()); }
  EXPECT_FALSE(std::filesystem::exists(path_));
  write(0);
  EXPECT_FALSE(std::filesystem::exists(path_));
  write(1);
  { EXPECT_TRUE(Journal::open(path_).ok()); }  // what an earlier run served is not lost by looking
  EXPECT_EQ(open().value().chunks(), 1);
  {
    auto journal = open();
    journal.value().remove();
    EXPECT_FALSE(Journal::open(path_).ok());
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(JournalTest, AnswersThatCannotBeAreNotKept) {
  auto journal = open();
  for (const int fault : {0, 1, 2, 3, 4, 5}) {
    Chunk wrong = chunk(3);
    Served& served = wrong.served[0];
    if (fault == 0) served.facts = {100, 1};
    if (fault == 1) served.facts = {7, 7};
    if (fault == 2) served.facts = {-1, 7};
    if (fault == 3) served.nats = std::numeric_limits<double>::quiet_NaN();
    if (fault == 4) served.infinite = true;  // and a bound
    if (fault == 5) served.coefficients[0] = std::numeric_limits<double>::infinity();
    const auto kept = journal.value().append(wrong);
    ASSERT_FALSE(kept.ok()) << fault;
    EXPECT_EQ(kept.error().code, base::ErrorCode::kInternal);
  }
  EXPECT_EQ(journal.value().chunks(), 0);
}

TEST_F(JournalTest, AFolderOrAPipeIsNoJournal) {
  EXPECT_FALSE(Journal::open(testing::TempDir()).ok());
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(Journal::open(path_).ok());
  EXPECT_TRUE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace explainee::cohort
