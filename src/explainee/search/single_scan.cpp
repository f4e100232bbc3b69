#include "explainee/search/single_scan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/rank_one.h"
#include "explainee/search/single_walk.h"

namespace explainee::search {

double count_sets(std::size_t size, int places) {
  double all = 0;
  double exactly = 1;
  for (int k = 1; k <= places && static_cast<std::size_t>(k) <= size; ++k) {
    exactly *= static_cast<double>(size - static_cast<std::size_t>(k) + 1) / k;
    all += exactly;
  }
  return all;
}

SingleScan::SingleScan(const Problem& problem, const Levels& levels, Set fixed, const std::vector<int>& singles,
                       int places)
    : problem_(&problem),
      fixed_(std::move(fixed)),
      places_(places),
      fixed_rank_(levels.rank()),
      residual_(levels.residual()(0, 0)),
      weakest_(levels.weakest()) {
  const auto column = [&](int c) { return problem.candidates[static_cast<std::size_t>(c)].first; };
  const auto gain = [&](int c) {
    const double cross = levels.cross()(column(c), 0);
    return cross * cross / levels.variance()[column(c)];
  };
  for (const int c : singles) {
    if (levels.variance()[column(c)] > base::kDetermined * problem.column_scale[column(c)]) candidate_.push_back(c);
  }
  std::stable_sort(candidate_.begin(), candidate_.end(), [&](int a, int b) { return gain(a) < gain(b); });
  const std::size_t size = candidate_.size();
  stride_ = padded(size);
  matrix_.resize(size * stride_);
  cross_.resize(stride_);
  variance_.resize(stride_);
  scale_.resize(stride_);
  for (std::size_t i = 0; i < size; ++i) {
    const double* gram = problem.gram.col(column(candidate_[i])).data();
    for (std::size_t j = 0; j < size; ++j) matrix_[i * stride_ + j] = gram[column(candidate_[j])];
    cross_[i] = levels.cross()(column(candidate_[i]), 0);
    variance_[i] = levels.variance()[column(candidate_[i])];
    scale_[i] = problem.column_scale[column(candidate_[i])];
  }
  const auto count = static_cast<std::size_t>(levels.rank());
  AlignedDoubles lines(count * stride_);
  AlignedDoubles factor(size * count);
  for (std::size_t l = 0; l < count; ++l) {
    for (std::size_t i = 0; i < size; ++i) {
      lines[l * stride_ + i] = levels.level(static_cast<int>(l))[column(candidate_[i])];
      factor[i * count + l] = -lines[l * stride_ + i];
    }
  }
  add_rank_many(matrix_.data(), size, stride_, stride_, factor.data(), lines.data(), count);
}

std::vector<ScanRange> SingleScan::split(double sets) const {
  std::vector<ScanRange> ranges;
  ScanRange range;
  double inside = 0;
  for (std::size_t rank = 0; rank < candidate_.size(); ++rank) {
    inside += 1 + count_sets(rank, places_ - 1);  // the sets whose strongest column this is
    range.to = rank + 1;
    if (inside < sets && range.to < candidate_.size()) continue;
    ranges.push_back(range);
    range.from = range.to;
    inside = 0;
  }
  return ranges;
}

bool SingleScan::run(const ScanRange& range, Pool& pool, const base::Control& control) const {
  SingleWalk walk(*this, pool, control);
  return walk.run(range);
}

}  // namespace explainee::search
