#include "explainee/base/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

namespace explainee::base {
namespace {

constexpr std::uint64_t kMostHeld = std::uint64_t{4} << 30U;
constexpr std::uint64_t kHeldPart = 4;

std::string read_all(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A file with one number; none when it is missing or says "max".
std::optional<std::uint64_t> read_number(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

void lower(std::optional<std::uint64_t>& least, std::optional<std::uint64_t> other) {
  if (other && (!least || *other < *least)) least = other;
}

/// The limits of a group and of all that it is part of. Inside a container the group's own folder is often not there,
/// but its limit stands at the root.
std::optional<std::uint64_t> limit_upwards(const std::string& root, std::string group, const std::string& file) {
  std::optional<std::uint64_t> least;
  while (true) {
    std::string path = root;
    path.append(group).append("/").append(file);
    lower(least, read_number(path));
    if (group.empty()) return least;
    group.resize(std::min(group.rfind('/'), group.size()));
  }
}

std::optional<std::uint64_t> process_limit(decltype(RLIMIT_AS) which) {
  rlimit limit{};
  if (getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

}  // namespace

std::optional<std::uint64_t> cgroup_limit(const std::string& membership, const std::string& root) {
  std::optional<std::uint64_t> least;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {  // number:controllers:/group
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    std::string group = line.substr(second + 1);
    if (group == "/") group.clear();
    if (controllers == ",,") {
      lower(least, limit_upwards(root, group, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      lower(least, limit_upwards(root + "/memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

std::uint64_t usable_memory() {
  std::optional<std::uint64_t> least;
  const auto pages = sysconf(_SC_PHYS_PAGES);
  const auto page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) least = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  lower(least, cgroup_limit(read_all("/proc/self/cgroup"), "/sys/fs/cgroup"));
  lower(least, process_limit(RLIMIT_AS));
  lower(least, process_limit(RLIMIT_DATA));
  return least.value_or(kMostHeld);
}

std::uint64_t memory_to_hold() {
  static const std::uint64_t kBytes = std::min(usable_memory() / kHeldPart, kMostHeld);
  return kBytes;
}

std::optional<std::uint64_t> size_of_text(const std::string& text) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || !(number >= 0)) return std::nullopt;
  const std::string letter(end, text.data() + text.size());
  constexpr std::string_view kLetters = "KMGT";
  if (letter.size() > 1) return std::nullopt;
  if (!letter.empty()) {
    const std::size_t at = kLetters.find(static_cast<char>(std::toupper(static_cast<unsigned char>(letter.front()))));
    if (at == std::string_view::npos) return std::nullopt;
    number *= std::pow(1024.0, static_cast<double>(at + 1));
  }
  if (number >= static_cast<double>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace explainee::base
