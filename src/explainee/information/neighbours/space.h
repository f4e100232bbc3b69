// explainee/information/neighbours/space.h: rows as points of some coordinates and a level: how far neighbours are, and
// how many are near. Rows of different levels are infinitely far from each other (the 0-∞ metric); else the max-norm.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explainee/information/neighbours/kd_tree.h"
#include "explainee/information/neighbours/line.h"
#include "explainee/information/neighbours/work.h"

namespace explainee::information {

/// Some columns of the same rows: numbers, and what all discrete columns say together as one level.
struct Coordinates {
  Eigen::MatrixXd numbers;  ///< rows × continuous columns, perhaps none; finite
  std::vector<int> levels;  ///< of each row, 0, 1, …; empty: all rows have the same
};

/// The columns of both.
[[nodiscard]] Coordinates beside(const Coordinates& a, const Coordinates& b);

/// Whether a row at exactly the radius counts.
enum class Edge { kOutside, kInside };

/// What a space is asked for.
enum class Purpose { kCounts, kRadiiAndCounts };

/// Rows as points.
class Space {
 public:
  Space(const Coordinates& coordinates, Purpose purpose);
  ~Space();
  Space(Space&&) noexcept;
  Space& operator=(Space&&) noexcept;

  /// Of each row the distance to its k-th nearest other row, 1 ≤ k ≤ kMostNeighbours; in levels of fewer rows to the
  /// farthest one, and −1 where there is no other. Only of a space made for it. kInterrupted when stopped.
  [[nodiscard]] base::Result<std::vector<double>> radii(std::size_t k, const Work& work) const;

  /// How many other rows are nearer than each row's radius, or as near with kInside; without coordinates all others of
  /// its level. 0 for a negative radius.
  [[nodiscard]] base::Result<std::vector<std::uint32_t>> counts(std::span<const double> radii, Edge edge,
                                                                const Work& work) const;

 private:
  class Part;

  std::size_t rows_;
  std::vector<Part> parts_;
};

}  // namespace explainee::information
