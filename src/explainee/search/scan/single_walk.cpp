#include "explainee/search/scan/single_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainee/base/tolerances.h"

namespace explainee::search {
namespace {

/// Rounding moves a residual variance by a few eps·q times the largest scale/pivot of the set.
constexpr double kWalkRounding = 32 * std::numeric_limits<double>::epsilon();
/// Share by which the cutoff is widened for the exponential that turns nats into a variance.
constexpr double kWiden = 1e-13;
constexpr std::size_t kBand = 16;  ///< rows made at a time where no matrix is kept

}  // namespace

SingleWalk::SingleWalk(const SingleScan& scan, BestSets& pool, const base::Control& control)
    : scan_(&scan),
      pool_(&pool),
      control_(&control),
      before_(scan.problem_->target(0, 0)),
      least_gain_(base::kTie * before_),
      settled_(base::kDetermined * scan.problem_->target_scale[0]),
      rounding_(kWalkRounding * before_) {
  const std::size_t width = scan.stride_;
  row_memory_.resize(6 * width);
  double* memory = row_memory_.data();
  rows_ = {memory, memory + width, memory + 2 * width, memory + 3 * width, memory + 4 * width, memory + 5 * width};
  no_level_.resize(width);
  read_cutoff();
}

bool SingleWalk::run(const ScanRange& range) {
  const ScanColumns columns{scan_->matrix_.data(),   scan_->stride_,       no_level_.data(), scan_->cross_.data(),
                            scan_->variance_.data(), scan_->scale_.data(), scan_->residual_, 1 / scan_->weakest_};
  if (columns.residual <= settled_) return true;  // supersets of what settles the prediction
  return descend(columns, scan_->places_, range);
}

void SingleWalk::read_cutoff() {
  const Key& cutoff = pool_->cutoff();
  settles_ = cutoff.determined > 0;
  reach_.clear();
  for (int added = 0; added <= scan_->places_; ++added) {
    const int facts = static_cast<int>(scan_->fixed_.size()) + added;
    const double charge = charge_nats(*scan_->problem_, scan_->fixed_rank_ + added, facts);
    const double reach = cutoff.determined > 0 ? settled_ : before_ * std::exp(-2 * (cutoff.nats + charge));
    reach_.push_back(reach * (1 + kWiden));
  }
  changed_ = true;
}

ScanGoal SingleWalk::goal() const {
  const std::size_t added = prefix_.size();
  return {reach_[added + 1], reach_[added + 2], least_gain_, settled_, rounding_, settles_};
}

void SingleWalk::offer(double residual, std::initializer_list<std::size_t> last) {
  Set set = scan_->fixed_;
  for (const std::size_t rank : prefix_) set.push_back(scan_->candidate_[rank]);
  for (const std::size_t rank : last) set.push_back(scan_->candidate_[rank]);
  std::sort(set.begin(), set.end());
  // Where thousands of sets tie, all but the first hundred are of no use; only a clear improvement is.
  if (pool_->after_all_ties(set)) {
    const bool settled = pool_->best().assessment.value.determined > 0;
    if (settled || residual > before_ * std::exp(-2 * pool_->best_nats()) - 0.5 * least_gain_) return;
  }
  const Key key = residual <= settled_ ? Key{1, 0} : Key{0, 0.5 * std::log(before_ / residual)};
  if (pool_->covers(set, key)) return;
  if (pool_->offer(set)) read_cutoff();
}

ScanColumns SingleWalk::given(const ScanColumns& columns, std::size_t rank, int places, Room& room) {
  if (room.level.size() == 0) {
    for (AlignedDoubles* row : {&room.level, &room.cross, &room.variance}) row->resize(scan_->stride_);
  }
  condition(columns, rank, room.level.data(), room.cross.data(), room.variance.data());
  ScanColumns next = columns;
  next.level = room.level.data();
  next.cross = room.cross.data();
  next.variance = room.variance.data();
  next.residual -= columns.cross[rank] * columns.cross[rank] / columns.variance[rank];
  next.stretch = stretched(columns.stretch, columns.scale[rank], columns.variance[rank]);
  if (places <= 2) return next;
  // More than a pair below: a matrix of its own.
  if (room.matrix.size() == 0) room.matrix.resize(scan_->stride_ * scan_->stride_);
  subtract_level(columns, room.level.data(), rank, room.matrix.data());
  next.matrix = room.matrix.data();
  next.stride = padded(rank);
  next.level = no_level_.data();
  return next;
}

bool SingleWalk::descend(const ScanColumns& columns, int places, const ScanRange& range) {
  if (places == 2) {
    scan_pairs(columns, range);
    return true;
  }
  const std::size_t added = prefix_.size() + 1;
  const auto depth = static_cast<std::size_t>(scan_->places_ - places);
  while (rooms_.size() <= depth) rooms_.emplace_back();
  for (std::size_t rank = range.to; rank-- > range.from;) {
    if (places > 2 && control_->should_stop()) return false;
    if (!(columns.variance[rank] > base::kDetermined * columns.scale[rank])) continue;
    const double gain = columns.cross[rank] * columns.cross[rank] / columns.variance[rank];
    const double residual = columns.residual - gain;
    const double slack = rounding_ * stretched(columns.stretch, columns.scale[rank], columns.variance[rank]);
    if (gain + slack >= least_gain_ && reaches(residual, slack, added)) offer(residual, {rank});
    if (places == 1 || residual <= settled_) continue;
    const ScanColumns next = given(columns, rank, places - 1, rooms_[depth]);
    prefix_.push_back(rank);
    const bool finished = descend(next, places - 1, {0, rank});
    prefix_.pop_back();
    if (!finished) return false;
  }
  return true;
}

void SingleWalk::scan_pairs(const ScanColumns& columns, const ScanRange& range) {
  changed_ = false;
  if (prepare_rows(columns, goal(), range.from, range.to, rows_)) {
    const std::size_t added = prefix_.size() + 1;
    for (std::size_t i = range.from; i < range.to; ++i) {
      if (!(columns.variance[i] > base::kDetermined * columns.scale[i])) continue;
      const bool gains = columns.residual - rows_.residual[i] + rows_.slack[i] >= least_gain_;
      if (gains && reaches(rows_.residual[i], rows_.slack[i], added)) offer(rows_.residual[i], {i});
    }
  }
  if (columns.matrix != nullptr) return scan_rows(columns, range, range.to);
  // No matrix is kept where every row is looked at once: some at a time, as many as stay in the cache.
  ScanColumns some = columns;
  if (band_.size() == 0) band_.resize(kBand * scan_->stride_);
  some.matrix = band_.data();
  for (std::size_t from = range.from; from < range.to; from += kBand) {
    const std::size_t to = std::min(range.to, from + kBand);
    scan_->fill_rows(from, to, band_.data());
    some.first_row = from;
    scan_rows(some, {from, to}, range.to);
  }
}

/// Where the cutoff moves, what is known of the rows before `end` is brought up to date.
void SingleWalk::scan_rows(const ScanColumns& columns, const ScanRange& range, std::size_t end) {
  for (std::size_t from = range.from; from < range.to;) {
    if (changed_) {
      changed_ = false;
      (void)prepare_rows(columns, goal(), from, end, rows_);
    }
    const std::size_t row = first_row_above(columns, rows_, from, range.to);
    if (row == range.to) return;
    look_at_row(columns, row);
    from = row + 1;
  }
}

void SingleWalk::look_at_row(const ScanColumns& columns, std::size_t row) {
  const double* line = columns.matrix + (row - columns.first_row) * columns.stride;
  const std::size_t added = prefix_.size() + 2;
  for (std::size_t j = 0; j < row; ++j) {
    const double m = line[j] - columns.level[row] * columns.level[j];
    const double x = columns.cross[j] - rows_.slope[row] * m;
    const double y = columns.variance[j] - rows_.inverse[row] * m * m;
    // Half the tolerance: whether a pivot right at it counts is decided by the assessment.
    if (!(y > 0.5 * base::kDetermined * columns.scale[j])) continue;
    const double gain = x * x / y;
    const double slack = rounding_ * stretched(rows_.slack[row] / rounding_, columns.scale[j], y);
    const double residual = rows_.residual[row] - gain;
    if (gain + slack >= least_gain_ && reaches(residual, slack, added)) offer(residual, {row, j});
  }
}

}  // namespace explainee::search
