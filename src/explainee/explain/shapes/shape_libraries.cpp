#include "explainee/explain/shapes/shape_libraries.h"

#include <cstddef>

#include "explainee/base/threads/thread_pool.h"

namespace explainee::explain {
namespace {

/// More cells are made again each time.
constexpr Eigen::Index kMostKeptCells = 40'000'000;
constexpr Eigen::Index kColumnsOfOne = 40;

}  // namespace

ShapeLibraries::ShapeLibraries(const HeldRows& held, int threads) : held_(&held), factors_(make_factors(held)) {
  const auto count = static_cast<Eigen::Index>(held.candidates.size());
  const auto products = static_cast<Eigen::Index>(factors_.size()) * 5;
  if (held.rows() * count * (kColumnsOfOne + products) > kMostKeptCells) return;
  kept_.resize(held.candidates.size());
  base::ThreadPool pool(threads);
  pool.run(kept_.size(), [&](std::size_t k) {
    if (held.candidates[k].may_bend) kept_[k] = make(k);
  });
}

ShapeLibrary ShapeLibraries::make(std::size_t candidate) const {
  return make_shapes(*held_, held_->candidates[candidate].columns.front(), factors_);
}

}  // namespace explainee::explain
