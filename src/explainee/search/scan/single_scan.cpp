#include "explainee/search/scan/single_scan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/rank_one.h"
#include "explainee/search/problem/balance.h"

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

SingleScan::SingleScan(const Problem& problem, const GramSchmidt& levels, Set fixed, const std::vector<int>& singles,
                       int places)
    : problem_(&problem),
      fixed_(std::move(fixed)),
      places_(places),
      fixed_rank_(levels.rank()),
      residual_(levels.residual()(0, 0)),
      weakest_(levels.weakest()) {
  for (const int c : singles) {
    const int column = problem.candidates[static_cast<std::size_t>(c)].first;
    if (levels.variance()[column] > base::kDetermined * problem.column_scale[column]) candidate_.push_back(c);
  }
  if (places > 2) sort_by_gain(levels);
  read_columns(levels);
  if (places <= 2) return;
  matrix_.resize(size() * stride_);
  fill_rows(0, size(), matrix_.data());
}

/// Good sets early: they raise the cutoff.
void SingleScan::sort_by_gain(const GramSchmidt& levels) {
  const auto gain = [&](int c) {
    const int column = problem_->candidates[static_cast<std::size_t>(c)].first;
    const double cross = levels.cross()(column, 0);
    return cross * cross / levels.variance()[column];
  };
  std::stable_sort(candidate_.begin(), candidate_.end(), [&](int a, int b) { return gain(a) < gain(b); });
}

void SingleScan::read_columns(const GramSchmidt& levels) {
  stride_ = padded(size());
  for (AlignedDoubles* numbers : {&cross_, &variance_, &scale_, &unit_}) numbers->resize(stride_);
  const auto count = static_cast<std::size_t>(fixed_rank_);
  lines_.resize(count * stride_);
  factor_.resize(size() * count);
  for (std::size_t i = 0; i < size(); ++i) {
    const int column = problem_->candidates[static_cast<std::size_t>(candidate_[i])].first;
    const double unit = balancing_unit(problem_->column_scale[column]);
    unit_[i] = unit;
    cross_[i] = unit * levels.cross()(column, 0);
    variance_[i] = unit * unit * levels.variance()[column];
    scale_[i] = unit * unit * problem_->column_scale[column];
    for (std::size_t l = 0; l < count; ++l) {
      lines_[l * stride_ + i] = unit * levels.level(static_cast<int>(l))[column];
      factor_[i * count + l] = -lines_[l * stride_ + i];
    }
    const bool goes_on = !runs_.empty() && runs_.back().column + static_cast<int>(runs_.back().length) == column;
    if (!goes_on) runs_.push_back({i, column, 0});
    ++runs_.back().length;
  }
}

void SingleScan::fill_rows(std::size_t from, std::size_t to, double* out) const {
  for (std::size_t i = from; i < to; ++i) {
    const int column = problem_->candidates[static_cast<std::size_t>(candidate_[i])].first;
    const double* gram = problem_->gram.col(column).data();
    double* row = out + (i - from) * stride_;
    for (const Run& run : runs_) {
      if (run.rank >= padded(to)) break;
      const double* from_there = gram + run.column;
      const double* unit = unit_.data() + run.rank;
      for (std::size_t k = 0; k < run.length; ++k) row[run.rank + k] = from_there[k] * (unit_[i] * unit[k]);
    }
  }
  const auto count = static_cast<std::size_t>(fixed_rank_);
  add_rank_many(out, to - from, stride_, stride_, factor_.data() + from * count, {lines_.data(), stride_, count});
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

}  // namespace explainee::search
