#include "explainee/search/crowd/crowd_scan.h"

#include <algorithm>
#include <limits>

#include "explainee/base/tolerances.h"
#include "explainee/search/algebra/rank_one.h"

namespace explainee::search {
namespace {

/// As in the scans of one problem: rounding moves f by this much times the largest 1/pivot.
constexpr double kScanRounding = 32 * std::numeric_limits<double>::epsilon();

}  // namespace

CrowdScan::CrowdScan(const CrowdTables& tables) : tables_(&tables), stride_(tables.stride) {
  for (AlignedDoubles* row : {&cross_, &variance_, &scale_, &none_}) row->resize(stride_);
}

/// The open columns side by side, given the levels.
bool CrowdScan::gather(const CrowdClimb& climb) {
  const ClimbColumns& given = climb.columns();
  candidate_.clear();
  for (std::size_t j = 0; j < tables_->size; ++j) {
    if (!(given.open[j] > 0) || !(given.variance[j] > kNoVariance)) continue;
    if (given.variance[j] < kFirmVariance) return false;
    candidate_.push_back(static_cast<int>(j));
  }
  const std::size_t size = candidate_.size();
  const std::size_t width = padded(size);
  if (matrix_.size() < tables_->size * stride_) {
    matrix_.resize(tables_->size * stride_);
    row_memory_.resize(6 * stride_);
  }
  if (lines_.size() < given.count * stride_) lines_.resize(given.count * stride_);
  double* memory = row_memory_.data();
  rows_ = {memory, memory + width, memory + 2 * width, memory + 3 * width, memory + 4 * width, memory + 5 * width};
  factor_.resize(size * given.count);
  for (AlignedDoubles* row : {&cross_, &variance_, &scale_}) std::fill_n(row->data(), width, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    const auto own = static_cast<std::size_t>(candidate_[i]);
    cross_[i] = given.cross[own];
    variance_[i] = given.variance[own];
    scale_[i] = 1;
    double* row = matrix_.data() + i * width;
    const double* gram = given.gram + own * stride_;
    for (std::size_t j = 0; j < size; ++j) row[j] = gram[candidate_[j]];
    std::fill(row + size, row + width, 0.0);
    for (std::size_t l = 0; l < given.count; ++l) {
      lines_[l * width + i] = given.levels[l * stride_ + own];
      factor_[i * given.count + l] = -lines_[l * width + i];
    }
  }
  for (std::size_t l = 0; l < given.count; ++l) std::fill_n(lines_.data() + l * width + size, width - size, 0.0);
  add_rank_many(matrix_.data(), size, width, width, factor_.data(), {lines_.data(), width, given.count});
  return true;
}

CrowdScan::End CrowdScan::run(CrowdClimb& climb, std::span<const int> held, std::size_t places) {
  goal_ = climb.residual() + climb.margin();
  least_ = climb.residual() - climb.margin();
  chosen_.assign(climb.set().begin(), climb.set().end());
  std::sort(chosen_.begin(), chosen_.end());
  held_.assign(held.begin(), held.end());
  better_.clear();
  if (!climb.take(held_) || !gather(climb)) return End::kDelicate;
  const std::size_t size = candidate_.size();
  const ScanColumns columns{matrix_.data(),   padded(size),  none_.data(),     cross_.data(),
                            variance_.data(), scale_.data(), climb.residual(), 1 / kFirmVariance};
  prefix_.clear();
  while (rooms_.size() <= places) rooms_.emplace_back();
  if (!descend(columns, size, places)) return End::kDelicate;
  return better_.empty() ? End::kProven : End::kBetter;
}

/// The columns before `rank` given that one too; a matrix of their own where more than a pair is still to come.
ScanColumns CrowdScan::given(const ScanColumns& columns, std::size_t rank, std::size_t places) {
  Room& room = rooms_[places];
  if (room.level.size() == 0) {
    for (AlignedDoubles* row : {&room.level, &room.cross, &room.variance}) row->resize(stride_);
  }
  condition(columns, rank, room.level.data(), room.cross.data(), room.variance.data());
  ScanColumns next = columns;
  next.level = room.level.data();
  next.cross = room.cross.data();
  next.variance = room.variance.data();
  next.residual -= columns.cross[rank] * columns.cross[rank] / columns.variance[rank];
  if (places <= 2) return next;
  if (room.matrix.size() == 0) room.matrix.resize(tables_->size * stride_);
  subtract_level(columns, room.level.data(), rank, room.matrix.data());
  next.matrix = room.matrix.data();
  next.stride = padded(rank);
  next.level = none_.data();
  return next;
}

/// Sets of `places` of the first `size` columns; false when one is delicate.
bool CrowdScan::descend(const ScanColumns& columns, std::size_t size, std::size_t places) {
  if (places == 2) return pairs(columns, size);
  for (std::size_t rank = size; rank-- > places - 1;) {
    if (!(columns.variance[rank] > kNoVariance)) continue;
    if (columns.variance[rank] < kFirmVariance) return false;
    prefix_.push_back(rank);
    const bool clear = descend(given(columns, rank, places - 1), rank, places - 1);
    prefix_.pop_back();
    if (!clear) return false;
  }
  return true;
}

/// Pairs of the columns before `to`. A set of fewer columns is no better than one that contains it.
bool CrowdScan::pairs(const ScanColumns& columns, std::size_t to) {
  const ScanGoal goal{goal_, goal_, base::kTie, base::kDetermined, kScanRounding, false};
  (void)prepare_rows(columns, goal, 0, to, rows_);
  for (std::size_t from = 0; from < to;) {
    const std::size_t row = first_row_above(columns, rows_, from, to);
    if (row >= to) break;
    if (!look_at_row(columns, row)) return false;
    from = row + 1;
  }
  return true;
}

bool CrowdScan::look_at_row(const ScanColumns& columns, std::size_t row) {
  const double* line = columns.matrix + row * columns.stride;
  const double inverse = 1 / columns.variance[row];
  if (!(columns.variance[row] > kFirmVariance)) return !(columns.variance[row] > kNoVariance);
  for (std::size_t j = 0; j < row; ++j) {
    const double m = line[j] - columns.level[row] * columns.level[j];
    const double x = columns.cross[j] - columns.cross[row] * inverse * m;
    const double y = columns.variance[j] - m * m * inverse;
    if (!(y > kNoVariance)) continue;
    if (y < kFirmVariance) return false;
    const double residual = columns.residual - columns.cross[row] * columns.cross[row] * inverse - x * x / y;
    if (residual <= goal_ && !look_at(residual, j, row)) return false;
  }
  return true;
}

/// False when the set ties with S.
bool CrowdScan::look_at(double residual, std::size_t first, std::size_t second) {
  found_ = held_;
  for (const std::size_t rank : prefix_) found_.push_back(candidate_[rank]);
  found_.push_back(candidate_[first]);
  found_.push_back(candidate_[second]);
  std::sort(found_.begin(), found_.end());
  if (found_ == chosen_) return true;
  if (!(residual < least_)) return false;
  better_ = found_;
  goal_ = residual;
  least_ = residual;
  return true;
}

}  // namespace explainee::search
