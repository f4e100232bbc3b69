#include "explainee/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/coverage.h"
#include "explainee/verify/leaf_check.h"

namespace explainee::verify {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Values that were computed along two ways differ by less: bits.
constexpr double kSameBits = 1e-8;

Error rejected(const std::string& why) { return {ErrorCode::kCheckFailed, "rejected: " + why, ""}; }

/// Positions and lengths that the checks below rely on.
Result<void> check_shape(const Certificate& c) {
  const auto size = c.candidates.size();
  const auto fits = [&](const std::vector<int>& list) {
    return std::all_of(list.begin(), list.end(), [&](int j) { return j >= 0 && static_cast<std::size_t>(j) < size; });
  };
  const auto finite = [](const std::vector<double>& list) {
    return std::all_of(list.begin(), list.end(), [](double value) { return std::isfinite(value); });
  };
  if (c.prediction.empty() || c.s < 1 || c.support.size() > static_cast<std::size_t>(c.s) || !fits(c.support))
    return rejected("its prediction, number of facts or support makes no sense");
  if (c.unit.size() != size || c.scores.size() != c.factors.size() || !finite(c.unit) || !finite(c.scores))
    return rejected("its units and factors do not fit its candidates");
  for (const auto& factor : c.factors) {
    if (factor.size() != size || !finite(factor)) return rejected("a factor does not fit its candidates");
  }
  for (const Leaf& leaf : c.leaves) {
    bool sound = fits(leaf.in) && fits(leaf.out) && leaf.in.size() <= static_cast<std::size_t>(c.s) &&
                 fits(leaf.never) && fits(leaf.always) && fits(leaf.chosen) &&
                 leaf.in.size() + leaf.chosen.size() <= static_cast<std::size_t>(c.s);
    const bool parts = !leaf.never.empty() || !leaf.always.empty();
    sound = sound && (!parts || leaf.kind == Leaf::Kind::kMaster);
    for (const auto& [column, value] : leaf.gamma) sound = sound && fits({column}) && std::isfinite(value);
    for (const SplitClass& part : leaf.split) {
      const bool weighted = part.weights.empty() || part.weights.size() == size;
      const bool positive = std::all_of(part.weights.begin(), part.weights.end(), [](double w) { return w > 0; });
      sound = sound && part.p >= 0 && part.p <= c.s - static_cast<int>(leaf.in.size()) && fits(part.block) &&
              part.held_back.size() == part.block.size() && part.gamma.size() == part.block.size() && weighted &&
              positive && finite(part.held_back) && finite(part.gamma) && finite(part.weights);
    }
    if (!sound || (leaf.kind == Leaf::Kind::kSplit && leaf.split.empty())) return rejected("a leaf makes no sense");
  }
  return {};
}

Result<Worth> check_support(const Certificate& certificate, const PersonProblem& problem) {
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

}  // namespace

Result<Confirmation> verify(const Certificate& certificate, const moments::Moments& moments) {
  EXPLAINEE_TRY(check_shape(certificate));
  if (moments::fingerprint(moments) != certificate.moments_sha256) return rejected("it belongs to other moments");
  EXPLAINEE_ASSIGN(const PersonProblem problem, condition(certificate, moments));
  EXPLAINEE_ASSIGN(const Worth support, check_support(certificate, problem));
  Confirmation confirmation{certificate.leaves.size(), true};
  if (!certificate.bits && problem.predictions == 1) return confirmation;  // nothing tells more than everything
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
    limit.residual = problem.given(target, target).value() * std::exp(-2 * limit.nats);
  }
  if (const auto node = uncovered(certificate.leaves, static_cast<int>(certificate.candidates.size()), certificate.s))
    return rejected(
        fmt::format("no leaf covers the sets with {} facts in and {} out", node->in.size(), node->out.size()));
  const bool master = std::any_of(certificate.leaves.begin(), certificate.leaves.end(),
                                  [](const Leaf& leaf) { return leaf.kind == Leaf::Kind::kMaster; });
  if (master) {
    if (const std::string why = check_least_eigenvalue(certificate, problem); !why.empty()) return rejected(why);
  }
  for (std::size_t k = 0; k < certificate.leaves.size(); ++k) {
    const std::string why = check_leaf(certificate, problem, certificate.leaves[k], limit);
    if (!why.empty()) return rejected(fmt::format("leaf {}: {}", k, why));
  }
  return confirmation;
}

}  // namespace explainee::verify
