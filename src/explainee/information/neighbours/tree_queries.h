// explainee/information/neighbours/tree_queries.h: questions to a k-d tree about all points of one of its leaves at
// once, with vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "explainee/information/neighbours/kd_tree.h"

namespace explainee::information {

/// The most neighbours that may be asked for.
inline constexpr std::size_t kMostNeighbours = 64;

/// Distances of the points of this leaf to their k-th nearest other point, 1 ≤ k ≤ kMostNeighbours: kLeafPoints
/// numbers, +∞ where there are fewer.
void nearest_of_leaf(const KdTree& tree, std::size_t leaf, std::size_t k, double* distances);

/// How many points, the point itself among them, are at a distance < radius of each point of this leaf; ≤ where
/// `inclusive`. kLeafPoints radii and counts; none for a negative radius.
void count_of_leaf(const KdTree& tree, std::size_t leaf, const double* radii, bool inclusive, std::uint32_t* counts);

}  // namespace explainee::information
