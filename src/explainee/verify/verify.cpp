#include "explainee/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/bits.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/leaves/coverage.h"
#include "explainee/verify/leaves/leaf_check.h"
#include "explainee/verify/leaves/master_leaf.h"
#include "explainee/verify/problem/charge.h"
#include "explainee/verify/shape.h"

namespace explainee::verify {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Variances in the certificate's units lie within this factor of 1, either way.
constexpr double kWidest = 1e20;

/// Values that were computed along two ways differ by less: bits.
constexpr double kSameBits = 1e-8;

/// Up to this many columns threads share the leaves.
constexpr std::size_t kFewColumns = 600;

Error rejected(const std::string& why) { return {ErrorCode::kCheckFailed, "rejected: " + why, ""}; }

/// Every fact that is open to her must count in the proof: a unit so small that squares vanish would hide it.
bool hides_a_fact(const Certificate& certificate, const CheckedProblem& problem) {
  for (std::size_t j = 0; j < problem.candidates.size(); ++j) {
    const std::size_t column = problem.candidates[j].first;
    const bool open = problem.given(column, column).value() > base::kDetermined * problem.own[column];
    const double scaled = problem.given(column, column).value() * certificate.unit[j] * certificate.unit[j];
    if (open && !(certificate.unit[j] > 0 && scaled > 1 / kWidest && scaled < kWidest)) return true;
  }
  return false;
}

Result<Worth> check_support(const Certificate& certificate, const CheckedProblem& problem) {
  Regression facts(problem);
  for (const int j : certificate.support) facts.push(static_cast<std::size_t>(j));
  const Worth worth = facts.worth();
  if ((worth.settled > 0) != !certificate.bits) {
    return rejected(worth.settled > 0 ? "its support settles the prediction, which it does not say"
                                      : "its support does not settle the prediction");
  }
  if (certificate.bits && !(std::abs(base::to_bits(worth.nats) - *certificate.bits) <= kSameBits)) {
    return rejected(fmt::format("its support has {:.9f} bits on these moments for this person, not {:.9f}",
                                base::to_bits(worth.nats), *certificate.bits));
  }
  return worth;
}

/// What no set may exceed, from what the certificate claims beside its support's worth.
Result<Limit> limit_of(const Certificate& certificate, const CheckedProblem& problem, const Worth& support,
                       Confirmation& confirmation) {
  Limit limit{support.settled, support.nats + base::to_nats(kSameBits), 0};
  if (certificate.bits) {
    if (!certificate.bound_bits) return rejected("it claims no bound");
    const double gap = *certificate.bound_bits - *certificate.bits;
    if (!(gap >= -kSameBits)) return rejected("its bound lies below its support");
    confirmation.optimal = gap <= kSameBits;
    limit.nats = base::to_nats(*certificate.bound_bits + kSameBits);
  }
  if (problem.predictions == 1) {
    const std::size_t target = problem.target(0);
    limit.residual = std::max(problem.given(target, target).value() * std::exp(-2 * limit.nats),
                              base::kDetermined * problem.own[target]);  // what leaves less settles it
  }
  return limit;
}

/// Every leaf, those with the same facts in one after the other.
Result<void> check_leaves(const Certificate& certificate, const CheckedProblem& problem, const Limit& limit) {
  const std::vector<Leaf>& leaves = certificate.leaves;
  const bool master =
      std::any_of(leaves.begin(), leaves.end(), [](const Leaf& leaf) { return leaf.kind == Leaf::Kind::kMaster; });
  if (master) {
    const std::string why = check_least_eigenvalue(Workbench(certificate, problem, 0));
    if (!why.empty()) return rejected(why);
  }
  std::vector<std::size_t> order(leaves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return leaves[a].in < leaves[b].in; });
  // Each thread has a bench of its own, which few leaves and many columns are not worth.
  const int threads = problem.columns <= kFewColumns ? problem.control.threads : 1;
  const std::size_t parts = std::min<std::size_t>(leaves.size(), static_cast<std::size_t>(threads));
  std::vector<std::pair<std::size_t, std::string>> failures(parts, {leaves.size(), ""});
  base::ThreadPool pool(threads);
  pool.run(parts, [&](std::size_t part) {
    const Workbench bench(certificate, problem);
    for (std::size_t k = part * order.size() / parts; k < (part + 1) * order.size() / parts; ++k) {
      problem.throw_if_stopped();
      std::string why = check_leaf(bench, leaves[order[k]], limit);
      if (why.empty()) continue;
      failures[part] = {order[k], std::move(why)};
      return;
    }
  });
  const auto failure =
      std::find_if(failures.begin(), failures.end(), [](const auto& own) { return !own.second.empty(); });
  if (failure == failures.end()) return {};
  return rejected(fmt::format("leaf {}: {}", failure->first, failure->second));
}

Result<Confirmation> check(const Certificate& certificate, const moments::Moments& moments,
                           const base::Control& control) {
  if (const std::string why = wrong_shape(certificate); !why.empty()) return rejected(why);
  EXPLAINEE_ASSIGN(const std::string own, moments::fingerprint(moments, control));
  if (own != certificate.moments_sha256) return rejected("it belongs to other moments");
  if (const std::string why = wrong_names(certificate, moments, control); !why.empty()) return rejected(why);
  EXPLAINEE_ASSIGN(const CheckedProblem problem, condition(certificate, moments, control));
  if (const std::string why = wrong_charge(certificate, problem); !why.empty()) return rejected(why);
  if (hides_a_fact(certificate, problem)) return rejected("a unit is missing");
  EXPLAINEE_ASSIGN(const Worth support, check_support(certificate, problem));
  Confirmation confirmation{certificate.leaves.size(), true};
  if (!certificate.bits && problem.predictions == 1) return confirmation;  // nothing tells more than everything
  EXPLAINEE_ASSIGN(const Limit limit, limit_of(certificate, problem, support, confirmation));
  const auto size = static_cast<int>(certificate.candidates.size());
  if (const auto node = uncovered(certificate.leaves, size, certificate.s, prices_of(certificate), control))
    return rejected(
        fmt::format("no leaf covers the sets with {} facts in and {} out", node->in.size(), node->out.size()));
  EXPLAINEE_TRY(check_leaves(certificate, problem, limit));
  return confirmation;
}

}  // namespace

Result<Confirmation> verify(const Certificate& certificate, const moments::Moments& moments,
                            const base::Control& control) {
  try {
    return check(certificate, moments, control);
  } catch (const Stopped&) {
    return base::interrupted();
  }
}

}  // namespace explainee::verify
