#include "explainee/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/moments/join_folds.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/arithmetic/elementary.h"
#include "explainee/verify/leaves/coverage.h"
#include "explainee/verify/leaves/leaf_check.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/possible.h"
#include "explainee/verify/problem/value.h"
#include "explainee/verify/reading/layout.h"

namespace explainee::verify {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Up to this many candidates threads share the leaves: each has a bench of its own.
constexpr std::size_t kFewCandidates = 1000;

/// Leaves between two looks at how far the work is.
constexpr std::size_t kLeavesAtOnce = 64;

Error rejected(const std::string& why) { return {ErrorCode::kCheckFailed, "not proven: " + why, ""}; }

/// Why the certificate names columns that the moments lack; empty when it does not.
std::string wrong_columns(const Certificate& certificate, const moments::Moments& moments) {
  const auto size = static_cast<int>(moments.columns.size());
  const auto inside = [&](int column) { return column < size; };
  bool good = std::all_of(certificate.prediction.columns.begin(), certificate.prediction.columns.end(), inside);
  for (const CandidateFact& candidate : certificate.candidates)
    good = good && std::all_of(candidate.columns.begin(), candidate.columns.end(), inside);
  for (const WeightedSum& sum : certificate.given)
    good = good && std::all_of(sum.begin(), sum.end(), [&](const auto& part) { return inside(part.first); });
  return good ? "" : "it names columns that the moments do not have";
}

/// Why a leaf speaks of a candidate that is in no set; empty when none does.
std::string names_void(const Certificate& certificate, const CheckedProblem& problem) {
  const auto dead = [&](int j) { return !problem.is_live(static_cast<std::size_t>(j)); };
  for (const Leaf& leaf : certificate.leaves) {
    for (const auto* list : {&leaf.in, &leaf.out, &leaf.chosen, &leaf.block, &leaf.one_of, &leaf.not_all_of}) {
      if (std::any_of(list->begin(), list->end(), dead)) return "a leaf names a candidate that is known or constant";
    }
    if (std::any_of(leaf.gamma.begin(), leaf.gamma.end(), [&](const auto& part) { return dead(part.first); }))
      return "a leaf names a candidate that is known or constant";
  }
  return "";
}

/// Why the support is not worth what the certificate says; empty when it is.
std::string wrong_support(const Certificate& certificate, const CheckedProblem& problem) {
  const Allowed allowed = allowed_by(certificate);
  const std::vector<std::size_t> set(certificate.support.begin(), certificate.support.end());
  if (!allowed.together(certificate.support)) return "its support is no set that may be chosen";
  const Redundancy redundancy = redundancy_of(problem, set);
  if (redundancy == Redundancy::kShown) return "a candidate of its support is redundant";
  if (redundancy == Redundancy::kOpen) return "whether a candidate of its support is redundant cannot be told";
  const Regression facts = regression_on(problem, set);
  const std::size_t settled = facts.settled();
  if (settled != static_cast<std::size_t>(certificate.settled))
    return fmt::format("its support settles {} directions of the prediction, not {}", settled, certificate.settled);
  if (!is_affordable(certificate, problem, set, facts)) return "its support has more columns than the rows can carry";
  if (settled > 0) return "";
  const std::optional<Ball> value = value_of(certificate, problem, set, facts);
  if (!value) return "its support has more columns than the rows can carry";
  const Ball claimed = Ball(*certificate.bits) * logarithm(Ball(2));
  const double off = (*value - claimed).size();
  if (off <= kClaimTolerance) return "";
  if (std::abs((*value - claimed).middle.high) <= kClaimTolerance)
    return fmt::format("its support's bits are only known up to {:.2g}", off / std::log(2.0));
  return fmt::format("its support has {:.10f} bits, not {:.10f}", value->middle.high / std::log(2.0),
                     *certificate.bits);
}

/// What no set may exceed.
Limit limit_of(const Certificate& certificate, const CheckedProblem& problem) {
  Limit limit;
  limit.settled = static_cast<std::size_t>(certificate.settled);
  if (limit.settled > 0) return limit;
  limit.nats = Ball(*certificate.bound_bits) * logarithm(Ball(2)) + Ball(kClaimTolerance);
  if (problem.plain()) limit.residual = least_residual(problem, limit.nats);
  return limit;
}

/// One thread's share of the leaves.
struct Share {
  Share(const Certificate& certificate, const CheckedProblem& problem, const Limit& limit)
      : bench(certificate, problem), judge(certificate, problem, limit) {}
  Workbench bench;
  Judge judge;
  std::size_t failed = 0;
  std::string why;
  bool stopped = false;

  /// False when a leaf fails or the caller stops.
  bool check(const Leaf& leaf, std::size_t number, const Limit& limit) {
    try {
      why = check_leaf(bench, leaf, limit, judge);
      failed = number;
    } catch (const NotProven& open) {
      why = open.why;
      failed = number;
    } catch (const Stopped&) {
      stopped = true;
    }
    return why.empty() && !stopped;
  }
};

/// Every leaf, those with the same candidates in one after the other.
void check_leaves(const Certificate& certificate, const CheckedProblem& problem, const Limit& limit) {
  const std::vector<Leaf>& leaves = certificate.leaves;
  std::vector<std::size_t> order(leaves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return leaves[a].in < leaves[b].in; });
  const int threads = problem.candidates.size() <= kFewCandidates ? problem.control.threads : 1;
  const std::size_t parts = std::min<std::size_t>(leaves.size(), static_cast<std::size_t>(threads));
  std::vector<std::unique_ptr<Share>> shares(parts);
  for (auto& share : shares) share = std::make_unique<Share>(certificate, problem, limit);
  base::ThreadPool pool(threads);
  for (std::size_t from = 0; from < order.size(); from += kLeavesAtOnce * parts) {
    problem.control.report("checking leaves", static_cast<double>(from) / static_cast<double>(order.size()));
    pool.run(parts, [&](std::size_t part) {
      const std::size_t first = from + part * kLeavesAtOnce;
      for (std::size_t k = first; k < std::min(first + kLeavesAtOnce, order.size()); ++k) {
        if (!shares[part]->check(leaves[order[k]], order[k], limit)) return;
      }
    });
    for (const auto& share : shares) {
      if (!share->why.empty()) throw NotProven{fmt::format("leaf {}: {}", share->failed, share->why)};
      if (share->stopped) throw Stopped{};
    }
  }
}

Result<Confirmation> prove(const Certificate& certificate, const moments::Moments& totals,
                           const base::Control& control) {
  const Totals numbers(totals, totals.folds.front());
  const CheckedProblem problem(certificate, numbers, control);
  if (!certificate.given_noise.empty() && !is_possible(problem))
    return rejected("what the reader has is not as noisy as it says");
  if (Regression(problem).settled() > 0) return rejected("a prediction follows from the others or from what is given");
  if (problem.plain() && !certainly_greater(problem.degrees(), Ball(certificate.s)))
    return rejected("there are too few rows for so many facts");
  if (const std::string why = wrong_support(certificate, problem); !why.empty()) return rejected(why);
  Confirmation confirmation;
  confirmation.leaves = certificate.leaves.size();
  confirmation.directions = problem.predictions;
  confirmation.most_columns = most_columns(certificate, problem);
  confirmation.optimal = certificate.bits == certificate.bound_bits;
  if (static_cast<std::size_t>(certificate.settled) == problem.predictions) {
    if (!certificate.leaves.empty()) return rejected("it needs no leaves and has some");
    return confirmation;  // nothing tells more than everything
  }
  if (const std::string why = names_void(certificate, problem); !why.empty()) return rejected(why);
  const Limit limit = limit_of(certificate, problem);
  if (const auto node =
          uncovered(certificate.leaves, certificate.candidates.size(), allowed_by(certificate), control)) {
    return rejected(
        fmt::format("no leaf covers the sets with {} candidates in and {} out", node->in.size(), node->out.size()));
  }
  const auto is_master = [](const Leaf& leaf) { return leaf.kind == Leaf::Kind::kMaster; };
  if (problem.plain() && std::any_of(certificate.leaves.begin(), certificate.leaves.end(), is_master)) {
    const std::string why = check_least_eigenvalue(Workbench(certificate, problem, 0));
    if (!why.empty()) return rejected(why);
  }
  check_leaves(certificate, problem, limit);
  return confirmation;
}

/// What `work` returns, or what was not proven or stopped.
template <class Work>
auto guarded(const base::Control& control, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const NotProven& open) {
    return rejected(open.why);
  } catch (const Stopped&) {
    if (control.cancelled()) return base::interrupted();
    return rejected("the time limit came first");
  }
}

}  // namespace

Result<SupportWorth> worth_of_support(const Certificate& certificate, const moments::Moments& totals,
                                      const base::Control& control) {
  return guarded(control, [&]() -> Result<SupportWorth> {
    const Totals numbers(totals, totals.folds.front());
    const CheckedProblem problem(certificate, numbers, control);
    const std::vector<std::size_t> set(certificate.support.begin(), certificate.support.end());
    const Regression facts = regression_on(problem, set);
    const std::size_t settled = facts.settled();
    if (!is_affordable(certificate, problem, set, facts))
      return rejected("its support has more columns than the rows can carry");
    if (settled > 0) return SupportWorth{static_cast<int>(settled), 0};
    const std::optional<Ball> value = value_of(certificate, problem, set, facts);
    if (!value) return rejected("its support has more columns than the rows can carry");
    return SupportWorth{0, (*value / logarithm(Ball(2))).middle.value()};
  });
}

Result<Confirmation> verify(const Certificate& certificate, const moments::Moments& moments,
                            const base::Control& control) {
  if (const std::string why = wrong_layout(certificate); !why.empty()) return rejected(why);
  if (moments.folds.empty()) return rejected("the moments are of no rows");
  std::optional<moments::Moments> joined;
  if (moments.folds.size() > 1) joined = moments::totals(moments);
  const moments::Moments& totals = joined ? *joined : moments;
  EXPLAINEE_ASSIGN(const std::string own, moments::fingerprint(totals, control));
  if (own != certificate.moments_sha256) return rejected("it belongs to other moments");
  if (const std::string why = wrong_columns(certificate, totals); !why.empty()) return rejected(why);
  return guarded(control, [&]() -> Result<Confirmation> {
    if (const std::string why = impossible(totals, control); !why.empty()) return rejected(why);
    return prove(certificate, totals, control);
  });
}

}  // namespace explainee::verify
