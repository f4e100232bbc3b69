// explainee/search/crowd/crowd.h: the best set of each of many, who share one Gram matrix, each with a proof (search
// §7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/crowd/crowd_answer.h"
#include "explainee/search/crowd/crowd_base.h"
#include "explainee/search/crowd/crowd_member.h"

namespace explainee::search {

/// All answers in the order of the members, the sets side by side.
class CrowdAnswers {
 public:
  /// Empty answers; the threads make them, so that none waits for the memory.
  CrowdAnswers(std::size_t members, int sparsity, base::ThreadPool& threads);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const CrowdAnswer& operator[](std::size_t member) const {
    return chunks_[member / kChunk].answers[member % kChunk];
  }
  /// The member's set: candidates of the base's problem, increasing.
  [[nodiscard]] std::span<const int> set(std::size_t member) const {
    const Chunk& chunk = chunks_[member / kChunk];
    return {chunk.sets.get() + member % kChunk * width_, chunk.sizes[member % kChunk]};
  }
  /// Writes one answer; members may be written by different threads.
  void write(std::size_t member, const CrowdAnswer& answer, std::span<const int> set);

 private:
  static constexpr std::size_t kChunk = 4096;
  struct Chunk {
    std::unique_ptr<CrowdAnswer[]> answers;
    std::unique_ptr<std::uint16_t[]> sizes;
    std::unique_ptr<int[]> sets;
  };

  std::size_t size_;
  std::size_t width_;
  std::vector<Chunk> chunks_;
};

/// The best set of at most s open candidates for each member: what find_exact() finds for condition_on(), set by set,
/// value to rounding. Neither threads nor the way members are cut into calls change a digit.
[[nodiscard]] CrowdAnswers find_crowd(const CrowdBase& base, std::span<const Member> members,
                                      const CrowdOptions& options);

/// What a given set is worth to one member; candidates that are not open to her add nothing.
[[nodiscard]] Value evaluate(const CrowdBase& base, const Member& member, std::span<const int> set);

}  // namespace explainee::search
