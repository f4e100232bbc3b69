#include "explainee/search/bounds/preparation.h"

#include <algorithm>
#include <utility>

#include "explainee/search/bounds/common_factors.h"

namespace explainee::search {
namespace {

constexpr double kAlike = 0.3;           ///< correlation from which two columns are alike
constexpr std::size_t kMostAlike = 400;  ///< of a block

/// Near-duplicates: one pair voids the dominance of every set with two outsiders, unless they are in the block (search
/// §3.4 e).
std::vector<int> columns_alike(const FactoredProblem& factored, const RowCoherence& coherence) {
  std::vector<int> alike;
  for (int j = 0; j < factored.size(); ++j) {
    if (factored.usable(j) && coherence.at(1, j) > kAlike) alike.push_back(j);
  }
  if (alike.size() > kMostAlike) alike.clear();
  return alike;
}

}  // namespace

std::shared_ptr<const Preparation> prepare(const Problem& problem, int most, base::ThreadPool& threads,
                                           const base::Control& control) {
  std::optional<FactoredProblem> factored = free_common_factors(problem, threads, control);
  if (!factored) return nullptr;
  std::optional<RowCoherence> coherence = row_coherence(*factored, most, {}, threads, control);
  if (!coherence) return nullptr;
  auto result = std::make_shared<Preparation>();
  result->factored = std::move(*factored);
  result->coherence = std::move(*coherence);
  result->twins = find_twins(result->factored, result->coherence);
  result->has_twins =
      std::any_of(result->twins.begin(), result->twins.end(), [](const auto& list) { return !list.empty(); });
  leave_out_twins(result->factored, result->twins, {}, result->coherence);
  result->alike = columns_alike(result->factored, result->coherence);
  result->most = most;
  return result;
}

std::shared_ptr<const Preparation> SharedPreparation::get(const Problem& problem, int most, base::ThreadPool& threads,
                                                          const base::Control& control) {
  if (last_ == nullptr || last_->factored.problem != &problem || last_->most < most) {
    last_ = prepare(problem, most, threads, control);
  }
  return last_;
}

}  // namespace explainee::search
