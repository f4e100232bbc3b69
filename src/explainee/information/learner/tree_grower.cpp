#include "explainee/information/learner/tree_grower.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

void add_to(Pull& sum, const Pull& pull) {
  sum.gradient += pull.gradient;
  sum.curvature += pull.curvature;
}

/// All bins up to and with `last`.
std::uint64_t bins_up_to(int last) { return last >= 63 ? ~std::uint64_t{0} : (std::uint64_t{2} << last) - 1; }

/// Twice what two leaves gain over none: Σ G²/(H + l2).
double two_leaves(const Pull& left, const Pull& right, double l2) {
  const double h = left.curvature + l2;
  const double k = right.curvature + l2;
  return (left.gradient * left.gradient * k + right.gradient * right.gradient * h) / (h * k);
}

}  // namespace

TreeGrower::TreeGrower(const Design& design, TreeShape shape) : design_(&design), shape_(shape) {
  for (int c = 0; c < design.columns(); ++c) stride_ = std::max(stride_, static_cast<std::size_t>(design.bins(c)));
  size_ = stride_ * static_cast<std::size_t>(design.columns());
  histograms_.resize(size_ * static_cast<std::size_t>(shape.most_leaves));
}

void TreeGrower::fill(int place, std::span<const int> rows, std::span<const Pull> pulls) {
  Pull* const cells = histogram(place);
  std::fill(cells, cells + size_, Pull{});
  const int columns = design_->columns();
  for (const int row : rows) {
    const Pull pull = pulls[static_cast<std::size_t>(row)];
    const std::uint8_t* bins = design_->row(row);
    Pull* column = cells;
    for (int c = 0; c < columns; ++c, column += stride_) add_to(column[bins[c]], pull);
  }
}

void TreeGrower::try_numbers(const Pull* cells, int column, const Pull& sum, double least, Split& best) const {
  using Gains = Eigen::Array<double, Eigen::Dynamic, 1, 0, BinnedColumns::kMostBins, 1>;
  const int bins = design_->bins(column);
  Gains gradient(bins);
  Gains curvature(bins);
  Pull left;
  int from = 0;
  int to = bins - 1;
  for (int b = 0; b < bins; ++b) {
    add_to(left, cells[b]);
    gradient[b] = left.gradient;
    curvature[b] = left.curvature;
  }
  while (from < to && curvature[from] < least) ++from;
  while (to > from && sum.curvature - curvature[to - 1] < least) --to;
  if (from >= to) return;
  const auto g = gradient.segment(from, to - from);
  const auto h = curvature.segment(from, to - from) + shape_.l2;
  const auto k = sum.curvature + 2 * shape_.l2 - h;
  Gains gains = (g.square() * k + (sum.gradient - g).square() * h) / (h * k);
  const double most = gains.maxCoeff();
  if (most <= best.gain * (1 + base::kSameGain)) return;
  const auto as_good = [&](double gain) { return gain >= most * (1 - base::kSameGain); };
  int first = from + static_cast<int>(std::find_if(gains.begin(), gains.end(), as_good) - gains.begin());
  int last = first;
  // Bins without rows leave the choice of the cut open: the middle of the gap is taken.
  const double nothing = base::kEmptyBin * sum.curvature;
  while (first > 0 && cells[first].curvature <= nothing) --first;
  while (last + 2 < bins && cells[last + 1].curvature <= nothing) ++last;
  best = {most, column, bins_up_to((first + last) / 2)};
}

void TreeGrower::try_levels(const Pull* cells, int column, const Pull& sum, double least, Split& best) const {
  std::array<int, BinnedColumns::kMostBins> order{};
  std::array<double, BinnedColumns::kMostBins> mean{};
  int present = 0;
  const double l2 = shape_.l2 + shape_.level_l2;
  for (int b = 0; b < design_->bins(column); ++b) {
    if (cells[b].curvature <= 0) continue;
    mean[static_cast<std::size_t>(b)] = cells[b].gradient / (cells[b].curvature + l2);
    order[static_cast<std::size_t>(present++)] = b;
  }
  std::stable_sort(order.begin(), order.begin() + present,
                   [&](int a, int b) { return mean[static_cast<std::size_t>(a)] < mean[static_cast<std::size_t>(b)]; });
  // Of two levels there is nothing to choose.
  const double charged = present <= 2 ? shape_.l2 : l2;
  Pull left;
  std::uint64_t bins = 0;
  for (int k = 0; k + 1 < present; ++k) {
    const int b = order[static_cast<std::size_t>(k)];
    add_to(left, cells[b]);
    bins |= std::uint64_t{1} << b;
    const Pull right{sum.gradient - left.gradient, sum.curvature - left.curvature};
    if (left.curvature < least || right.curvature < least) continue;
    const double gain = two_leaves(left, right, charged);
    if (gain <= best.gain * (1 + base::kSameGain)) continue;
    best = {gain, column, bins};
  }
}

TreeGrower::Split TreeGrower::best_split(const Leaf& leaf, double least) {
  Split best;
  if (leaf.sum.curvature < 2 * least) return best;
  best.gain = leaf.sum.gradient * leaf.sum.gradient / (leaf.sum.curvature + shape_.l2);
  const double alone = best.gain;
  // A first split that gains nothing by itself may be what a second one needs (exclusive or).
  best.gain -= 3 * base::kSameGain * alone + 1e-300;
  const Pull* cells = histogram(leaf.histogram);
  for (int c = 0; c < design_->columns(); ++c, cells += stride_) {
    if (design_->unordered(c)) {
      try_levels(cells, c, leaf.sum, least, best);
    } else {
      try_numbers(cells, c, leaf.sum, least, best);
    }
  }
  best.gain -= alone;
  return best;
}

/// Moves the rows of `parent` that go right to `other`; both become leaves below the parent's node.
void TreeGrower::split_leaf(Leaf& parent, Leaf& other, std::span<int> rows, std::span<const Pull> pulls,
                            TreeNodes& nodes) {
  const Split split = parent.split;
  moved_.clear();
  int end = parent.begin;
  Pull left;
  for (int i = parent.begin; i < parent.end; ++i) {
    const int row = rows[static_cast<std::size_t>(i)];
    if (((split.left_bins >> design_->row(row)[split.column]) & 1U) != 0) {
      rows[static_cast<std::size_t>(end++)] = row;
      add_to(left, pulls[static_cast<std::size_t>(row)]);
    } else {
      moved_.push_back(row);
    }
  }
  std::copy(moved_.begin(), moved_.end(), rows.begin() + end);
  Pull right;
  for (const int row : moved_) add_to(right, pulls[static_cast<std::size_t>(row)]);
  const int first = static_cast<int>(nodes.size());
  TreeNode& node = nodes[static_cast<std::size_t>(parent.node)];
  node.left_bins = split.left_bins;
  node.column = split.column;
  node.left = first;
  node.right = first + 1;
  nodes.resize(nodes.size() + 2);
  other = {first + 1, end, parent.end, 0, right, {}};
  parent = {first, parent.begin, end, parent.histogram, left, {}};
}

/// Makes the histograms and best splits of the two leaves that `parent` was split into.
void TreeGrower::count_leaves(Leaf& parent, Leaf& other, std::span<const int> rows, std::span<const Pull> pulls,
                              double least) {
  // The smaller one is counted; the larger one is what remains of both.
  const bool other_is_smaller = other.end - other.begin < parent.end - parent.begin;
  if (!other_is_smaller) std::swap(parent.histogram, other.histogram);
  const Leaf& smaller = other_is_smaller ? other : parent;
  const Leaf& larger = other_is_smaller ? parent : other;
  const auto count = static_cast<std::size_t>(smaller.end - smaller.begin);
  fill(smaller.histogram, rows.subspan(static_cast<std::size_t>(smaller.begin), count), pulls);
  Pull* const rest = histogram(larger.histogram);
  const Pull* const taken = histogram(smaller.histogram);
  for (std::size_t k = 0; k < size_; ++k) {
    rest[k].gradient -= taken[k].gradient;
    rest[k].curvature -= taken[k].curvature;
  }
  parent.split = best_split(parent, least);
  other.split = best_split(other, least);
}

int TreeGrower::grow(std::span<int> rows, std::span<const Pull> pulls, double row_curvature, double shrinkage,
                     TreeNodes& nodes, std::span<double> scores, int stride) {
  const double least = shape_.least_rows * row_curvature * (1 - 1e-9);  // a sum of such rows may be rounded down
  const int root = static_cast<int>(nodes.size());
  nodes.emplace_back();
  leaves_.clear();
  Leaf whole{root, 0, static_cast<int>(rows.size()), 0, {}, {}};
  for (const int row : rows) add_to(whole.sum, pulls[static_cast<std::size_t>(row)]);
  fill(0, rows, pulls);
  whole.split = best_split(whole, least);
  leaves_.push_back(whole);
  const auto most = static_cast<std::size_t>(shape_.most_leaves);
  while (leaves_.size() < most) {
    const auto best = std::max_element(leaves_.begin(), leaves_.end(), [](const Leaf& a, const Leaf& b) {
      return (a.split.column < 0 ? -1 : a.split.gain) < (b.split.column < 0 ? -1 : b.split.gain);
    });
    if (best->split.column < 0) break;
    Leaf other;
    split_leaf(*best, other, rows, pulls, nodes);
    other.histogram = static_cast<int>(leaves_.size());
    if (leaves_.size() + 1 < most) count_leaves(*best, other, rows, pulls, least);
    leaves_.push_back(other);
  }
  for (const Leaf& leaf : leaves_) {
    const double value = shrinkage * leaf.sum.gradient / (leaf.sum.curvature + shape_.l2);
    nodes[static_cast<std::size_t>(leaf.node)].value = value;
    for (int i = leaf.begin; i < leaf.end; ++i)
      scores[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]) * static_cast<std::size_t>(stride)] += value;
  }
  return root;
}

}  // namespace explainee::information
