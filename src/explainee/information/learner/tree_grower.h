// explainee/information/learner/tree_grower.h: one small regression tree of gradients, grown from histograms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explainee/information/learner/design.h"

namespace explainee::information {

/// A step of a tree: rows whose bin of `column` is in `left_bins` go left; a leaf has no column.
struct TreeNode {
  std::uint64_t left_bins = 0;
  int column = -1;
  int left = -1;
  int right = -1;
  double value = 0;
};

/// Trees one behind another; a tree is known by the place of its root.
using TreeNodes = std::vector<TreeNode>;

/// The value of the tree at `root` for a row's bins.
[[nodiscard]] inline double tree_value(const TreeNodes& nodes, int root, const std::uint8_t* bins) {
  const TreeNode* node = &nodes[static_cast<std::size_t>(root)];
  while (node->column >= 0) {
    const bool left = ((node->left_bins >> bins[node->column]) & 1U) != 0;
    node = &nodes[static_cast<std::size_t>(left ? node->left : node->right)];
  }
  return node->value;
}

/// How trees may grow.
struct TreeShape {
  int most_leaves = 8;
  double least_rows = 3;  ///< in a leaf, counted by weight
  double l2 = 1;          ///< rows of value 0 added to each leaf
  double level_l2 = 5;    ///< added for splits of levels, which choose among many
};

/// What a row wants: the negative gradient of its loss, and the curvature.
struct Pull {
  double gradient = 0;
  double curvature = 0;
};

/// Grows trees best leaf first; keeps its buffers between trees.
class TreeGrower {
 public:
  TreeGrower(const Design& design, TreeShape shape);

  /// Appends a tree for `rows` (reordered so that the rows of a leaf are together) whose leaves hold
  /// shrinkage·Σgradient/(Σcurvature + l2), adds it to scores[row·stride], and returns its root; pulls are by row.
  int grow(std::span<int> rows, std::span<const Pull> pulls, double row_curvature, double shrinkage, TreeNodes& nodes,
           std::span<double> scores, int stride);

 private:
  struct Split {
    double gain = -1;
    int column = -1;
    std::uint64_t left_bins = 0;
  };
  struct Leaf {
    int node = 0;
    int begin = 0;
    int end = 0;
    int histogram = 0;
    Pull sum;
    Split split;
  };

  [[nodiscard]] Pull* histogram(int place) { return histograms_.data() + static_cast<std::size_t>(place) * size_; }
  void fill(int place, std::span<const int> rows, std::span<const Pull> pulls);
  [[nodiscard]] Split best_split(const Leaf& leaf, double least);
  void try_numbers(const Pull* cells, int column, const Pull& sum, double least, Split& best) const;
  void try_levels(const Pull* cells, int column, const Pull& sum, double least, Split& best) const;
  void count_leaves(Leaf& parent, Leaf& other, std::span<const int> rows, std::span<const Pull> pulls, double least);
  void split_leaf(Leaf& parent, Leaf& other, std::span<int> rows, std::span<const Pull> pulls, TreeNodes& nodes);

  const Design* design_;
  TreeShape shape_;
  std::size_t stride_ = 0;  // cells of a column
  std::size_t size_ = 0;    // cells of a histogram
  std::vector<Pull> histograms_;
  std::vector<int> moved_;
  std::vector<Leaf> leaves_;
};

}  // namespace explainee::information
