#include "explainee/verify/problem/workbench.h"

#include <algorithm>

#include "explainee/verify/problem/regression.h"

namespace explainee::verify {
namespace {

std::vector<std::size_t> unsigned_of(const std::vector<int>& list) { return {list.begin(), list.end()}; }

}  // namespace

Workbench::Workbench(const Certificate& certificate, const CheckedProblem& problem, std::size_t most_kept)
    : certificate_(certificate),
      problem_(problem),
      allowed_(allowed_by(certificate)),
      place_(problem.candidates.size(), 0) {
  for (std::size_t k = 0; k < problem.live().size(); ++k) place_[problem.live()[k]] = k;
  if (problem.plain() && problem.live().size() <= most_kept) facts_ = std::make_unique<GivenFacts>(problem);
}

const Correlations& Workbench::plain() const {
  if (plain_ == nullptr) plain_ = std::make_unique<Correlations>(certificate_, problem_, false);
  return *plain_;
}

const Correlations& Workbench::factored() const {
  if (factored_ == nullptr) factored_ = std::make_unique<Correlations>(certificate_, problem_, true);
  return *factored_;
}

const EvenedProblem& Workbench::evened() const {
  if (evened_ == nullptr) evened_ = std::make_unique<EvenedProblem>(problem_);
  return *evened_;
}

bool Workbench::may_hold(const std::vector<int>& in) const {
  if (!allowed_.together(in)) return false;
  return !problem_.plain() || regression_on(problem_, unsigned_of(in)).rank() == in.size();
}

std::vector<std::size_t> Workbench::free_candidates(const Leaf& leaf) const {
  std::vector<char> decided(problem_.candidates.size(), 0);
  for (const auto* list : {&leaf.in, &leaf.out}) {
    for (const int j : *list) decided[static_cast<std::size_t>(j)] = 1;
  }
  std::vector<std::size_t> free;
  if (places(leaf) == 0) return free;
  const Given* given = facts_ != nullptr ? &facts_->of(leaf.in) : nullptr;
  for (const std::size_t j : problem_.live()) {
    if (decided[j] == 0 && may_join(leaf, j, given)) free.push_back(j);
  }
  return free;
}

bool Workbench::may_join(const Leaf& leaf, std::size_t candidate, const Given* given) const {
  std::vector<int> set = leaf.in;
  set.push_back(static_cast<int>(candidate));
  if (!allowed_.together(set)) return false;
  if (!problem_.plain()) return true;
  if (given != nullptr) {
    const std::size_t at = place_[candidate];
    if (certainly_greater(given->at(at, at), determined_share() * problem_.own(candidate))) return true;
  }
  return regression_on(problem_, unsigned_of(set)).rank() == set.size();
}

Given Workbench::given_free(const Leaf& leaf, const std::vector<std::size_t>& free) const {
  if (facts_ != nullptr) {
    std::vector<std::size_t> positions;
    for (const std::size_t j : free) positions.push_back(place_[j]);
    return pick(facts_->of(leaf.in), positions);
  }
  std::vector<std::size_t> names = unsigned_of(leaf.in);
  names.insert(names.end(), free.begin(), free.end());
  Given given = given_nothing(problem_, std::move(names));
  for (std::size_t k = 0; k < leaf.in.size(); ++k) {
    problem_.throw_if_stopped();
    given = condition(given, 0, 1);
  }
  return given;
}

}  // namespace explainee::verify
