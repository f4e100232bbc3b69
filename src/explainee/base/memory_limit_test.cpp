#include "explainee/base/memory_limit.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace explainee::base {
namespace {

/// A tree of control groups in a folder of its own.
class Groups {
 public:
  Groups() : root_(testing::TempDir() + "explainee_groups_" + std::to_string(getpid())) {}
  ~Groups() { std::filesystem::remove_all(root_); }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  void set(const std::string& file, const std::string& content) const {
    const std::filesystem::path path(root_ + file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content << '\n';
  }
  [[nodiscard]] const std::string& root() const { return root_; }

 private:
  std::string root_;
};

TEST(MemoryLimit, TheSmallestLimitOnTheWayToTheRootCounts) {
  const Groups groups;
  groups.set("/a/b/memory.max", "max");
  groups.set("/a/memory.max", "3000");
  groups.set("/memory.max", "5000");
  EXPECT_EQ(cgroup_limit("0::/a/b\n", groups.root()), 3000U);
  EXPECT_EQ(cgroup_limit("0::/elsewhere\n", groups.root()), 5000U);
  EXPECT_EQ(cgroup_limit("0::/\n", groups.root()), 5000U);
}

TEST(MemoryLimit, TheFirstVersionOfGroupsIsReadToo) {
  const Groups groups;
  groups.set("/memory/docker/x/memory.limit_in_bytes", "7000");
  groups.set("/memory/memory.limit_in_bytes", "9223372036854771712");
  EXPECT_EQ(cgroup_limit("5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n", groups.root()), 7000U);
  EXPECT_EQ(cgroup_limit("5:cpu:/docker/x\n", groups.root()), std::nullopt);
}

TEST(MemoryLimit, NoGroupsAreNoLimit) {
  EXPECT_EQ(cgroup_limit("", "/nowhere"), std::nullopt);
  EXPECT_EQ(cgroup_limit("0::/a\nnonsense\n:\n", "/nowhere"), std::nullopt);
}

TEST(MemoryLimit, AQuarterIsHeldAndAtMostFourGigabytes) {
  EXPECT_GT(usable_memory(), std::uint64_t{1} << 20U);
  EXPECT_EQ(memory_to_hold(), std::min(usable_memory() / 4, std::uint64_t{4} << 30U));
}

TEST(SizeOfText, SizesAreNumbersWithALetter) {
  EXPECT_EQ(size_of_text("0"), 0U);
  EXPECT_EQ(size_of_text("1000"), 1000U);
  EXPECT_EQ(size_of_text("2K"), 2048U);
  EXPECT_EQ(size_of_text("500M"), std::uint64_t{500} << 20U);
  EXPECT_EQ(size_of_text("1.5g"), std::uint64_t{1536} << 20U);
  for (const char* text : {"", "M", "-1", "5X", "5MB", "nan", "1e300G", "5 M", "inf"}) {
    EXPECT_EQ(size_of_text(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace explainee::base
