// Journals changed in thousands of ways, most of them sealed again as a writer would: what is read can always be, what
// stood before the change is read as it was written, and memory is taken only for what is there.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "explainee/base/sha256/sha256.h"
#include "explainee/cohort/journal.h"
#include "explainee/search/testing/sweep_size.h"

namespace explainee::cohort {
namespace {

constexpr int kFacts = 40;
constexpr ChunkLimits kRuns[] = {{kFacts, 3}, {0, 3, true}};  // facts that are candidates, and facts with names
constexpr std::size_t kHead = 19 + 32;                        // magic and run
constexpr std::size_t kSeal = 8 + 32;                         // size and hash of a chunk
constexpr std::size_t kPeople = 32 + 8;                       // digest and number of people
constexpr int kChunks = 4;
constexpr int kMutants = 10000;

using Random = std::mt19937_64;

Served random_served(Random& random, bool named) {
  Served served;
  served.status = static_cast<Status>(random() % 4);
  served.infinite = random() % 4 == 0;
  served.optimal = random() % 2 == 0;
  served.linear_only = random() % 2 == 0;
  served.odd_answers = random() % 2 == 0;
  std::set<int> facts;
  if (served.status == Status::kOk || served.status == Status::kNotProven) {
    for (std::size_t k = random() % 4; k > 0; --k) facts.insert(static_cast<int>(random() % 40));
  }
  served.facts.assign(facts.begin(), facts.end());
  const auto number = [&] { return static_cast<double>(random() % 1000) / 256; };
  for (const int fact : served.facts)
    served.coefficients.push_back(fact % 5 == 0 ? std::numeric_limits<double>::quiet_NaN() : number() - 2);
  served.nats = number();
  served.objective_nats = served.nats;
  served.removed = number() / 4;
  if (!served.infinite && random() % 2 == 0) served.bound_nats = number();
  served.impersonal_nats = random() % 5 == 0 ? std::numeric_limits<double>::infinity() : number();
  if (!named) return served;
  for (std::size_t k = 0; k < served.facts.size(); ++k)
    served.shapes.push_back(static_cast<family::Shape::Kind>(random() % 3));
  if (random() % 2 == 0) served.found = random() % 2 == 0;
  if (random() % 2 == 0) {
    served.predictive_nats = number() - 2;
    served.predictive_error = number();
  }
  return served;
}

Chunk random_chunk(Random& random, bool named) {
  Chunk chunk;
  for (unsigned char& byte : chunk.people) byte = static_cast<unsigned char>(random());
  for (std::size_t i = 1 + random() % 4; i > 0; --i) {
    chunk.names.push_back(std::string(random() % 9, static_cast<char>('a' + random() % 26)));
    chunk.served.push_back(random_served(random, named));
  }
  for (int k = 0; named && k < kFacts; ++k) chunk.facts.push_back("x" + std::to_string(k));
  return chunk;
}

/// All that a reader relies on, said once more.
void expect_possible(const Chunk& chunk, bool named) {
  const std::size_t facts = named ? chunk.facts.size() : kFacts;
  EXPECT_TRUE(named || chunk.facts.empty());
  ASSERT_GE(chunk.names.size(), 1u);
  ASSERT_LE(chunk.names.size(), 4096u);
  ASSERT_EQ(chunk.served.size(), chunk.names.size());
  for (const Served& served : chunk.served) {
    EXPECT_LE(static_cast<int>(served.status), 3);
    EXPECT_LE(served.facts.size(), 3u);
    EXPECT_EQ(served.facts.size(), served.coefficients.size());
    EXPECT_EQ(std::set<int>(served.facts.begin(), served.facts.end()).size(), served.facts.size());
    for (const int fact : served.facts) EXPECT_TRUE(fact >= 0 && fact < static_cast<int>(facts)) << fact;
    for (const double coefficient : served.coefficients) EXPECT_FALSE(std::isinf(coefficient));
    for (const double nats :
         {served.nats, served.objective_nats, served.bound_nats.value_or(0), served.impersonal_nats})
      EXPECT_FALSE(std::isnan(nats) || nats < -1);
    EXPECT_TRUE(std::isfinite(served.removed) && served.removed <= 1);
    EXPECT_FALSE(served.infinite && served.bound_nats.has_value());
    EXPECT_EQ(served.shapes.size(), named ? served.facts.size() : 0);
    for (const family::Shape::Kind shape : served.shapes) EXPECT_LE(static_cast<int>(shape), 2);
    EXPECT_TRUE(std::isfinite(served.predictive_nats.value_or(0)) && std::isfinite(served.predictive_error));
    EXPECT_GE(served.predictive_error, 0);
  }
}

std::string as_text(const Digest& digest) { return {digest.begin(), digest.end()}; }

template <class T>
std::string as_text(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

std::string sealed(const std::string& payload) {
  return as_text(static_cast<std::uint64_t>(payload.size())) + as_text(base::sha256(payload)) + payload;
}

/// Numbers that a careless reader trips over.
std::string hostile_number(Random& random) {
  const std::uint64_t values[] = {0,          1,          0x7f,        0xff,       0xffff,     0x7fffffff,
                                  0x80000000, 0xffffffff, 0x100000000, 1ULL << 40, 1ULL << 63, ~0ULL};
  const double figures[] = {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity(), 1e308,
                            -2};
  const std::uint64_t value = values[random() % 12];
  switch (random() % 4) {
    case 0:
      return as_text(static_cast<std::uint8_t>(value));
    case 1:
      return as_text(static_cast<std::uint32_t>(value));
    case 2:
      return as_text(value);
    default:
      return as_text(figures[random() % 4]);
  }
}

void mutate(std::string& bytes, Random& random) {
  const auto place = [&] { return bytes.empty() ? 0 : random() % bytes.size(); };
  for (std::size_t i = 1 + random() % 3; i > 0; --i) {
    const std::size_t at = place();
    switch (random() % 7) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 1:
        bytes.resize(at);
        break;
      case 2:
        bytes.erase(at, 1 + random() % 16);
        break;
      case 3:
        bytes.insert(at, bytes.substr(place(), random() % 64));
        break;
      default: {
        const std::string number = hostile_number(random);
        bytes.replace(at, std::min(number.size(), bytes.size() - at), number);
      }
    }
  }
}

/// The counts that stand at known places, set to what cannot be.
void mutate_count(std::string& payload, Random& random) {
  const std::size_t at = random() % 2 == 0 ? kPeople - 8 : kPeople;
  const std::string number = hostile_number(random);
  payload.replace(at, std::min(number.size(), payload.size() - at), number);
}

class JournalFuzz : public testing::TestWithParam<bool> {
 protected:
  JournalFuzz()
      : path_(testing::TempDir() + "journal_fuzz_" + std::to_string(GetParam() ? 1 : 0) + std::to_string(::getpid())) {}
  ~JournalFuzz() override { std::remove(path_.c_str()); }

  [[nodiscard]] static bool named() { return GetParam(); }
  [[nodiscard]] static ChunkLimits limits() { return kRuns[GetParam() ? 1 : 0]; }

  void put(const std::string& content) const {
    std::remove(path_.c_str());  // a new file: what is emptied and filled again goes to the disk at once
    std::ofstream(path_, std::ios::binary) << content;
  }
  [[nodiscard]] std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// How many chunks are believed; each can be, and the first `untouched` are as they were.
  int believed(const std::string& mutant, const std::vector<std::string>& payloads, int untouched) const {
    put(mutant);
    auto journal = Journal::open(path_);
    if (!journal.ok()) {
      EXPECT_EQ(journal.error().code, base::ErrorCode::kUnwritableOutput);
      return 0;
    }
    EXPECT_TRUE(journal.value().resume(Digest{}, limits()).ok());
    const auto count = static_cast<int>(journal.value().chunks());
    EXPECT_TRUE(journal.value().rewind().ok());
    for (int k = 0; k < count; ++k) {
      const auto read = journal.value().read();
      EXPECT_TRUE(read.ok());
      if (!read.ok()) break;
      expect_possible(read.value(), named());
      if (k < untouched) {
        EXPECT_EQ(bytes_of(read.value()), payloads[static_cast<std::size_t>(k)]);
      }
    }
    EXPECT_FALSE(journal.value().read().ok());
    EXPECT_GE(count, untouched);
    Random again(1);
    EXPECT_TRUE(journal.value().append(random_chunk(again, named())).ok());
    return count;
  }

  std::string path_;
};

TEST_P(JournalFuzz, NothingIsBelievedThatCannotBe) {
  int cut = 0;
  int whole = 0;
  const int mutants = static_cast<int>(search::brute_force::sweep_size(kMutants));
  for (int trial = 0; trial < mutants && !HasFailure(); ++trial) {
    SCOPED_TRACE(trial);
    Random random(static_cast<std::uint64_t>(trial) + 1);
    std::vector<std::string> payloads;
    for (int k = 0; k < kChunks; ++k) payloads.push_back(bytes_of(random_chunk(random, named())));
    std::string journal = "explainee cohort 3\n" + as_text(Digest{});
    const auto hurt = static_cast<int>(random() % kChunks);
    int untouched = hurt;
    for (int k = 0; k < kChunks; ++k) {
      std::string payload = payloads[static_cast<std::size_t>(k)];
      if (k == hurt && trial % 4 == 0) mutate_count(payload, random);
      if (k == hurt && trial % 4 == 1) mutate(payload, random);
      journal += sealed(payload);
    }
    if (trial % 4 >= 2) {  // not sealed again: the file as it lies there
      std::string tail = journal.substr(trial % 4 == 2 ? kHead : 0);
      mutate(tail, random);
      journal = trial % 4 == 2 ? journal.substr(0, kHead) + tail : tail;
      untouched = 0;
    }
    const int count = believed(journal, payloads, untouched);
    cut += count < kChunks ? 1 : 0;
    whole += count == kChunks ? 1 : 0;
  }
  search::brute_force::say_count("journals read to their end", static_cast<std::uint64_t>(whole));
  search::brute_force::say_count("journals cut", static_cast<std::uint64_t>(cut));
  if (mutants >= 100) {
    EXPECT_GT(cut, mutants / 2);
    EXPECT_GT(whole, 0);  // some changes make another journal that can be: a flipped bit of a coefficient
  }
}

TEST_P(JournalFuzz, SizesBeyondTheFileTakeNoMemory) {
  Random random(3);
  const std::vector<std::string> payloads = {bytes_of(random_chunk(random, named()))};
  const std::string good = "explainee cohort 3\n" + as_text(Digest{}) + sealed(payloads[0]);
  for (const std::uint64_t size : {std::uint64_t{1} << 27, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_EQ(believed(good + as_text(size) + std::string(32, 'h') + "short", payloads, 1), 1);
  }
  std::string many = payloads[0];
  many.replace(kPeople - 8, 8, as_text(std::uint64_t{1} << 60));
  EXPECT_EQ(believed(good + sealed(many), payloads, 1), 1);
}

TEST_P(JournalFuzz, MorePeopleThanAChunkHoldsAreDamage) {
  Random random(4);
  Chunk chunk = random_chunk(random, named());
  chunk.names.assign(kMostPeople, "ann");
  chunk.served.assign(kMostPeople, Served{});
  EXPECT_TRUE(chunk_of(bytes_of(chunk), limits()).has_value());
  chunk.names.emplace_back("eve");
  chunk.served.emplace_back();
  EXPECT_FALSE(chunk_of(bytes_of(chunk), limits()).has_value());
}

TEST_P(JournalFuzz, ChunksOfAWriterAreReadBackToTheByte) {
  for (int trial = 0; trial < static_cast<int>(search::brute_force::sweep_size(500)); ++trial) {
    Random random(static_cast<std::uint64_t>(trial) + 1);
    const std::string bytes = bytes_of(random_chunk(random, named()));
    const auto back = chunk_of(bytes, limits());
    ASSERT_TRUE(back.has_value()) << trial;
    EXPECT_EQ(bytes_of(*back), bytes);
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(chunk_of(bytes.substr(0, size), limits()));
    EXPECT_FALSE(chunk_of(bytes + '\0', limits()));
  }
}

INSTANTIATE_TEST_SUITE_P(BothLanes, JournalFuzz, testing::Bool());

}  // namespace
}  // namespace explainee::cohort
