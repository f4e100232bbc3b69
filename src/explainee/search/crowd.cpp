#include "explainee/search/crowd.h"

#include <algorithm>

#include "explainee/base/thread_pool.h"
#include "explainee/search/crowd_alone.h"
#include "explainee/search/evaluate.h"

namespace explainee::search {
namespace {

constexpr std::size_t kBlock = 64;  ///< members of one task

}  // namespace

void CrowdAnswers::write(std::size_t member, const CrowdAnswer& answer, std::span<const int> set) {
  answers_[member] = answer;
  sizes_[member] = static_cast<int>(set.size());
  std::copy(set.begin(), set.end(), sets_.begin() + static_cast<std::ptrdiff_t>(member * width_));
}

CrowdAnswers find_crowd(const CrowdBase& base, std::span<const Member> members, const CrowdOptions& options) {
  CrowdAnswers answers(members.size(), options.sparsity);
  base::ThreadPool threads(options.control.threads);
  const std::size_t blocks = (members.size() + kBlock - 1) / kBlock;
  threads.run(blocks, [&](std::size_t block) {
    for (std::size_t m = block * kBlock; m < std::min((block + 1) * kBlock, members.size()); ++m) {
      AloneAnswer found = search_alone(base.problem(), members[m], options);
      if (!options.beside.empty()) found.answer.beside = evaluate(base, members[m], options.beside);
      answers.write(m, found.answer, found.set);
    }
  });
  return answers;
}

Value evaluate(const CrowdBase& base, const Member& member, std::span<const int> set) {
  const MemberProblem own = condition_on(base.problem(), member);
  if (own.problem.predictions() == 0) return {};
  Set open;
  for (std::size_t c = 0; c < own.candidates.size(); ++c) {
    if (std::find(set.begin(), set.end(), own.candidates[c]) != set.end()) open.push_back(static_cast<int>(c));
  }
  return evaluate(own.problem, open);
}

}  // namespace explainee::search
