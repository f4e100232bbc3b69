#include "explainee/search/crowd/crowd.h"

#include <algorithm>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/search/crowd/crowd_alone.h"
#include "explainee/search/crowd/crowd_block.h"
#include "explainee/search/crowd/crowd_incumbent.h"
#include "explainee/search/crowd/duplicate_members.h"
#include "explainee/search/problem/evaluate.h"

namespace explainee::search {
namespace {

constexpr std::size_t kBlock = 256;  ///< members of one task
constexpr std::size_t kRounds = 20;  ///< of tasks, at most, between which the caller is told how far they are

std::size_t count_blocks(std::size_t members) { return (members + kBlock - 1) / kBlock; }

/// One call: what the tables serve first, in blocks, then what they left open, one by one.
class Call {
 public:
  Call(const CrowdBase& base, std::span<const Member> members, const CrowdOptions& options, CrowdAnswers& answers)
      : base_(&base),
        members_(members),
        options_(&options),
        answers_(&answers),
        facts_(static_cast<std::size_t>(std::max(0, std::min(options.sparsity, base.problem().size())))) {}

  /// The members that are still open.
  [[nodiscard]] std::vector<std::size_t> serve(std::span<const std::size_t> picked) {
    std::vector<std::size_t> served;
    std::vector<std::size_t> open;
    for (const std::size_t m : picked) (serves(members_[m]) ? served : open).push_back(m);
    if (served.empty()) return open;
    CrowdBlock block(base_->tables());
    CrowdIncumbent incumbent(base_->tables());
    block.read(members_, served);
    for (std::size_t k = 0; k < served.size(); ++k) {
      const bool stop = options_->control.should_stop();
      const CrowdIncumbent::End end = stop ? CrowdIncumbent::End::kOpen : incumbent.solve(block.member(k), facts_);
      if (end == CrowdIncumbent::End::kOpen) {
        open.push_back(served[k]);
      } else {
        write(served[k], end, incumbent);
      }
    }
    return open;
  }

  void search(std::size_t member) {
    if (options_->control.should_stop()) {
      CrowdAnswer stopped;
      stopped.interrupted = true;
      answers_->write(member, stopped, {});
      return;
    }
    AloneAnswer found = search_alone(base_->problem(), members_[member], *options_);
    if (!options_->beside.empty()) found.answer.beside = evaluate(*base_, members_[member], options_->beside);
    answers_->write(member, found.answer, found.set);
  }

 private:
  [[nodiscard]] bool serves(const Member& member) const {
    const bool plain = member.weights.empty() || member.cross_target.empty();
    return base_->shared() && plain && facts_ <= kMostCrowdFacts;
  }

  void write(std::size_t member, CrowdIncumbent::End end, CrowdIncumbent& incumbent) {
    CrowdAnswer answer;
    answer.optimal = true;
    if (end == CrowdIncumbent::End::kNothingToExplain) {
      answer.proof = CrowdProof::kNothingToExplain;
      answer.bound_nats = 0;
      answers_->write(member, answer, {});
      return;
    }
    answer.proof = CrowdProof::kIncumbent;
    answer.value.nats = incumbent.nats();
    answer.value.rank = static_cast<int>(incumbent.set().size());
    answer.bound_nats = incumbent.nats();
    if (!options_->beside.empty()) {
      answer.beside.nats = incumbent.nats_of(options_->beside);
      if (answer.beside.nats < 0) answer.beside = evaluate(*base_, members_[member], options_->beside);
    }
    answers_->write(member, answer, incumbent.set());
  }

  const CrowdBase* base_;
  std::span<const Member> members_;
  const CrowdOptions* options_;
  CrowdAnswers* answers_;
  std::size_t facts_;
};

/// Runs tasks in rounds, so that the caller hears how far they are.
template <class Run>
void run_in_rounds(std::size_t tasks, std::size_t width, base::ThreadPool& threads, const base::Control& control,
                   double from, double to, Run&& run) {
  const std::size_t round = std::max(width, tasks / kRounds + 1);
  for (std::size_t first = 0; first < tasks; first += round) {
    threads.run(std::min(round, tasks - first), [&](std::size_t k) { run(first + k); });
    const auto done = static_cast<double>(std::min(tasks, first + round)) / static_cast<double>(tasks);
    control.report("search", from + (to - from) * done);
  }
}

}  // namespace

CrowdAnswers::CrowdAnswers(std::size_t members, int sparsity, base::ThreadPool& threads)
    : size_(members), width_(static_cast<std::size_t>(sparsity)), chunks_((members + kChunk - 1) / kChunk) {
  threads.run(chunks_.size(), [&](std::size_t k) {
    const std::size_t count = std::min(kChunk, size_ - k * kChunk);
    chunks_[k] = {std::make_unique<CrowdAnswer[]>(count), std::make_unique<std::uint16_t[]>(count),
                  std::make_unique<int[]>(count * width_)};
  });
}

void CrowdAnswers::write(std::size_t member, const CrowdAnswer& answer, std::span<const int> set) {
  Chunk& chunk = chunks_[member / kChunk];
  const std::size_t at = member % kChunk;
  chunk.answers[at] = answer;
  chunk.sizes[at] = static_cast<std::uint16_t>(set.size());
  std::copy(set.begin(), set.end(), chunk.sets.get() + at * width_);
}

CrowdAnswers find_crowd(const CrowdBase& base, std::span<const Member> members, const CrowdOptions& options) {
  base::ThreadPool threads(options.control.threads);
  CrowdAnswers answers(members.size(), std::max(0, std::min(options.sparsity, base.problem().size())), threads);
  const DuplicateMembers duplicates = find_duplicate_members(members, base.problem().size(), threads);
  const std::size_t blocks = count_blocks(duplicates.first.size());
  Call call(base, members, options, answers);
  std::vector<std::vector<std::size_t>> open(blocks);
  run_in_rounds(blocks, 64, threads, options.control, 0, 0.5, [&](std::size_t block) {
    const std::size_t from = block * kBlock;
    open[block] =
        call.serve(std::span(duplicates.first).subspan(from, std::min(kBlock, duplicates.first.size() - from)));
  });
  std::vector<std::size_t> left;
  for (const std::vector<std::size_t>& some : open) left.insert(left.end(), some.begin(), some.end());
  run_in_rounds(left.size(), 64, threads, options.control, 0.5, 1, [&](std::size_t k) { call.search(left[k]); });
  threads.run(count_blocks(duplicates.copies.size()), [&](std::size_t block) {
    for (std::size_t k = block * kBlock; k < std::min((block + 1) * kBlock, duplicates.copies.size()); ++k) {
      const auto [own, other] = duplicates.copies[k];
      answers.write(own, answers[other], answers.set(other));
    }
  });
  return answers;
}

Value evaluate(const CrowdBase& base, const Member& member, std::span<const int> set) {
  const MemberProblem own = condition_on(base.problem(), member);
  if (own.problem.predictions() == 0) return {};
  return evaluate(own.problem, positions_of(own.candidates, set));
}

}  // namespace explainee::search
