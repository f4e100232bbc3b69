#include "explainee/explain/supported/left_out_parts.h"

#include <algorithm>
#include <iterator>

namespace explainee::explain {
namespace {

Folds rest_of(const Folds& folds, const Folds& some) {
  Folds rest;
  std::set_difference(folds.begin(), folds.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

LeftOutParts::LeftOutParts(const DealtRows& dealt, const PartRules& rules) {
  const std::size_t folds = dealt.folds.folds();
  const auto tens = static_cast<std::size_t>(dealt.held->rows() / 10);
  parts_.assign(std::min({rules.parts, folds, std::max(kFewestParts, tens)}), {});
  Folds all;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    parts_[fold % parts_.size()].push_back(fold);
    all.push_back(fold);
  }
  fits_ = {all};
  if (!rules.each) return;
  for (const Folds& part : parts_) fits_.push_back(rest_of(all, part));
  if (!rules.pairs || parts_.size() < kFewestParts) return;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (std::size_t q = p + 1; q < parts_.size(); ++q) fits_.push_back(rest_of(rest_of(all, parts_[p]), parts_[q]));
  }
}

std::size_t LeftOutParts::without_both(std::size_t p, std::size_t q) const {
  const std::size_t n = parts_.size();
  const auto [low, high] = std::minmax(p, q);
  return 1 + n + low * (2 * n - low - 1) / 2 + (high - low - 1);
}

std::vector<std::pair<std::size_t, std::size_t>> LeftOutParts::inside(std::size_t fit) const {
  const bool pairs = fits_.size() > 1 + parts_.size();
  std::vector<std::pair<std::size_t, std::size_t>> inner;
  for (std::size_t q = 0; q < parts_.size(); ++q) {
    if (fit == 0 && fits_.size() > 1) inner.emplace_back(without(q), q);
    if (fit > 0 && q + 1 != fit) inner.emplace_back(pairs ? without_both(fit - 1, q) : without(q), q);
  }
  return inner;
}

}  // namespace explainee::explain
