#include "explainee/cohort/journal.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

namespace explainee::cohort {
namespace {

class JournalTest : public testing::Test {
 protected:
  JournalTest() : path_(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name()) {}
  ~JournalTest() override { std::remove(path_.c_str()); }

  [[nodiscard]] static Chunk chunk(int number) {
    Served one;
    one.facts = {number, 2};
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
    auto journal = Journal::open(path_, run_);
    ASSERT_TRUE(journal.ok());
    for (int k = 0; k < chunks; ++k) ASSERT_TRUE(journal.value().append(chunk(k)).ok());
  }

  std::string path_;
  Digest run_{};
};

TEST_F(JournalTest, GivesBackWhatWasWritten) {
  write(3);
  auto journal = Journal::open(path_, run_);
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

TEST_F(JournalTest, DropsAChunkThatWasCutOffWhereverThatWas) {
  write(2);
  const auto whole = std::filesystem::file_size(path_);
  write(0);
  {
    auto journal = Journal::open(path_, run_);
    ASSERT_TRUE(journal.value().append(chunk(2)).ok());
  }
  const auto longer = std::filesystem::file_size(path_);
  for (auto size = longer - 1; size > whole; --size) {
    std::filesystem::resize_file(path_, size);
    const auto journal = Journal::open(path_, run_);
    ASSERT_TRUE(journal.ok());
    EXPECT_EQ(journal.value().chunks(), 2);
    EXPECT_EQ(std::filesystem::file_size(path_), whole);
    auto again = Journal::open(path_, run_);
    ASSERT_TRUE(again.value().append(chunk(2)).ok());
    ASSERT_EQ(std::filesystem::file_size(path_), longer);
  }
}

TEST_F(JournalTest, DropsAllFromADamagedChunkOn) {
  write(3);
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-10, std::ios::end);
  file.put('x');
  file.close();
  const auto journal = Journal::open(path_, run_);
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal.value().chunks(), 2);
}

TEST_F(JournalTest, BeginsAnewForAnotherRun) {
  write(3);
  Digest other{};
  other.fill(9);
  const auto journal = Journal::open(path_, other);
  ASSERT_TRUE(journal.ok());
  EXPECT_EQ(journal.value().chunks(), 0);
}

TEST_F(JournalTest, LeavesFilesOfOthersAlone) {
  std::ofstream(path_) << "a letter of mine, long enough to be read as a head, and some more of it";
  const auto journal = Journal::open(path_, run_);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().code, base::ErrorCode::kUnwritableOutput);
  EXPECT_GT(std::filesystem::file_size(path_), 60U);
}

TEST_F(JournalTest, SaysWhereItCannotBeWritten) {
  const auto journal = Journal::open("/no/such/folder/journal", run_);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().code, base::ErrorCode::kUnwritableOutput);
}

}  // namespace
}  // namespace explainee::cohort
