// explainee/base/memory_limit.h: how much memory this process may use, and how much of it may be held.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace explainee::base {

/// Bytes that this process may use: those of the machine, or fewer where a container (cgroup v1 or v2) or a limit of
/// the process says so.
[[nodiscard]] std::uint64_t usable_memory();

/// What tables may hold when nobody says: a quarter of that, at most 4 GiB. Found once.
[[nodiscard]] std::uint64_t memory_to_hold();

/// The smallest limit that the control groups of a process set. `membership` is what /proc/self/cgroup holds, `root`
/// where the groups are mounted (/sys/fs/cgroup). None when there is no limit.
[[nodiscard]] std::optional<std::uint64_t> cgroup_limit(const std::string& membership, const std::string& root);

/// Reads a size such as 500M or 2G (powers of 1024: K, M, G, T; no letter: bytes); none when it is none.
[[nodiscard]] std::optional<std::uint64_t> size_of_text(const std::string& text);

}  // namespace explainee::base
