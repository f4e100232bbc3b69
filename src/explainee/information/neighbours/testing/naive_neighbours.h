// explainee/information/neighbours/testing/naive_neighbours.h: for tests, neighbours and information by comparing every
// row with every other one.
#pragma once

#include <boost/math/special_functions/digamma.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "explainee/information/neighbours/conditional_neighbours.h"

namespace explainee::information::naive {

/// 0-∞ for levels, else the largest difference.
inline double distance(const Coordinates& c, Eigen::Index i, Eigen::Index j) {
  if (!c.levels.empty() && c.levels[static_cast<std::size_t>(i)] != c.levels[static_cast<std::size_t>(j)])
    return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (Eigen::Index d = 0; d < c.numbers.cols(); ++d)
    largest = std::max(largest, std::abs(c.numbers(i, d) - c.numbers(j, d)));
  return largest;
}

/// To the others of finite distance, increasing.
inline std::vector<double> distances(const Coordinates& c, Eigen::Index i) {
  std::vector<double> all;
  for (Eigen::Index j = 0; j < c.numbers.rows(); ++j) {
    if (j != i && std::isfinite(distance(c, i, j))) all.push_back(distance(c, i, j));
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// Others nearer than the radius, or as near; without coordinates all of the level.
inline int near(const Coordinates& c, Eigen::Index i, double radius, bool inclusive) {
  int count = 0;
  for (const double d : distances(c, i))
    count += (inclusive ? d <= radius : d < radius) || c.numbers.cols() == 0 ? 1 : 0;
  return count;
}

/// The formulas of information.md §2, word for word.
inline double nats(const Coordinates& x, const Coordinates& y, const Coordinates& u, std::size_t k, Counting counting) {
  const Coordinates all = beside(beside(x, y), u);
  const Coordinates xu = beside(x, u);
  const Coordinates yu = beside(y, u);
  const bool inclusive = counting == Counting::kAsNear;
  const auto psi = [](double n) { return boost::math::digamma(n); };
  double sum = 0;
  int rows = 0;
  for (Eigen::Index i = 0; i < x.numbers.rows(); ++i) {
    const std::vector<double> others = distances(all, i);
    if (others.empty()) continue;
    const std::size_t own = std::min(k, others.size());
    const double radius = others[own - 1];
    const int plus = inclusive ? 0 : 1;
    sum += psi(inclusive ? near(all, i, radius, true) : static_cast<double>(own)) +
           psi(near(u, i, radius, inclusive) + plus) - psi(near(xu, i, radius, inclusive) + plus) -
           psi(near(yu, i, radius, inclusive) + plus);
    ++rows;
  }
  return sum / rows;
}

}  // namespace explainee::information::naive
