#include "explainee/information/neighbours/space.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "explainee/information/neighbours/plane.h"
#include "explainee/information/neighbours/plane_queries.h"
#include "explainee/information/neighbours/tree_queries.h"

namespace explainee::information {
namespace {

using base::Result;

/// What one thread does at a time.
constexpr std::size_t kLeavesPerTask = 64;
constexpr std::size_t kPlacesPerTask = 4096;

/// Calls task(from, to) for stretches of `count`; kInterrupted when stopped.
template <class Task>
Result<void> in_stretches(std::size_t count, std::size_t length, const Work& work, const Task& task) {
  work.pool.run((count + length - 1) / length, [&](std::size_t part) {
    if (!work.control.should_stop()) task(part * length, std::min(count, (part + 1) * length));
  });
  return work.go_on();
}

/// Some points that are asked about, by their places on a line.
struct Near {
  Near(const Line& line, std::size_t from, std::size_t to, std::span<const std::uint32_t> row_of,
       std::span<const double> radius_of) {
    for (std::size_t place = from; place < to; ++place) {
      places.push_back(static_cast<std::uint32_t>(place));
      rows.push_back(row_of[line.order()[place]]);
      radii.push_back(radius_of[rows.back()]);
    }
  }

  std::vector<std::uint32_t> places, rows;
  std::vector<double> radii;
};

}  // namespace

/// The rows of one level.
class Space::Part {
 public:
  Part(std::vector<std::uint32_t> rows, const Eigen::Ref<const Eigen::MatrixXd>& numbers, Purpose purpose)
      : rows_(std::move(rows)) {
    const bool radii = purpose == Purpose::kRadiiAndCounts;
    if (numbers.cols() == 1) line_.emplace(numbers.col(0));
    if (numbers.cols() == 2 && !radii) plane_.emplace(Line(numbers.col(1)), Line(numbers.col(0)));
    if (numbers.cols() > 2 || (numbers.cols() > 0 && radii)) tree_.emplace(numbers);
  }

  Result<void> nearest(std::size_t k, const Work& work, std::vector<double>& radii) const {
    k = std::min(k, rows_.size() - 1);
    if (k == 0 || !tree_) {
      for (const std::uint32_t row : rows_) radii[row] = k == 0 ? -1.0 : 0.0;
      return {};
    }
    return in_stretches(tree_->leaves(), kLeavesPerTask, work, [&](std::size_t from, std::size_t to) {
      std::array<double, kLeafPoints> found{};
      for (std::size_t leaf = from; leaf < to; ++leaf) {
        nearest_of_leaf(*tree_, leaf, k, found.data());
        const auto points = points_of(leaf);
        for (std::size_t i = 0; i < points.size(); ++i) radii[rows_[points[i]]] = found[i];
      }
    });
  }

  Result<void> count(std::span<const double> radii, Edge edge, const Work& work,
                     std::vector<std::uint32_t>& counts) const {
    if (line_) return count_on_line(radii, edge, work, counts);
    if (plane_) return count_in_plane(radii, edge, work, counts);
    if (tree_) return count_in_tree(radii, edge, work, counts);
    for (const std::uint32_t row : rows_)
      counts[row] = radii[row] < 0 ? 0 : static_cast<std::uint32_t>(rows_.size()) - 1;
    return {};
  }

 private:
  /// Without the row itself, where it was counted.
  static std::uint32_t others(std::uint32_t with_itself, double radius, Edge edge) {
    return with_itself - (radius > 0 || (edge == Edge::kInside && radius == 0) ? 1 : 0);
  }

  Result<void> count_on_line(std::span<const double> radii, Edge edge, const Work& work,
                             std::vector<std::uint32_t>& counts) const {
    return in_stretches(rows_.size(), kPlacesPerTask, work, [&](std::size_t from, std::size_t to) {
      const Near near(*line_, from, to, rows_, radii);
      const std::vector<Places> found = line_->within(near.places, near.radii, edge == Edge::kInside);
      for (std::size_t i = 0; i < found.size(); ++i)
        counts[near.rows[i]] = others(found[i].count(), near.radii[i], edge);
    });
  }

  Result<void> count_in_plane(std::span<const double> radii, Edge edge, const Work& work,
                              std::vector<std::uint32_t>& counts) const {
    const Line& across = plane_->across();
    return in_stretches(rows_.size(), kPlacesPerTask, work, [&](std::size_t from, std::size_t to) {
      const Near near(across, from, to, rows_, radii);
      std::vector<std::uint32_t> along(to - from);
      for (std::size_t i = 0; i < along.size(); ++i) along[i] = plane_->places_along()[across.order()[from + i]];
      std::vector<std::uint32_t> found(to - from);
      points_within(*plane_, across.within(near.places, near.radii, edge == Edge::kInside).data(),
                    plane_->along().within(along, near.radii, edge == Edge::kInside).data(), found.size(),
                    found.data());
      for (std::size_t i = 0; i < found.size(); ++i) counts[near.rows[i]] = others(found[i], near.radii[i], edge);
    });
  }

  Result<void> count_in_tree(std::span<const double> radii, Edge edge, const Work& work,
                             std::vector<std::uint32_t>& counts) const {
    return in_stretches(tree_->leaves(), kLeavesPerTask, work, [&](std::size_t from, std::size_t to) {
      std::array<double, kLeafPoints> own{};
      std::array<std::uint32_t, kLeafPoints> found{};
      for (std::size_t leaf = from; leaf < to; ++leaf) {
        const auto points = points_of(leaf);
        own.fill(-1.0);
        for (std::size_t i = 0; i < points.size(); ++i) own[i] = radii[rows_[points[i]]];
        count_of_leaf(*tree_, leaf, own.data(), edge == Edge::kInside, found.data());
        for (std::size_t i = 0; i < points.size(); ++i) {
          const std::uint32_t row = rows_[points[i]];
          counts[row] = others(found[i], radii[row], edge);
        }
      }
    });
  }

  [[nodiscard]] std::span<const std::uint32_t> points_of(std::size_t leaf) const {
    const std::size_t from = leaf * kLeafPoints;
    return tree_->order().subspan(from, std::min(kLeafPoints, tree_->points() - from));
  }

  std::vector<std::uint32_t> rows_;
  std::optional<Line> line_;    ///< of one coordinate
  std::optional<Plane> plane_;  ///< of two that only counts are asked of
  std::optional<KdTree> tree_;
};

Coordinates beside(const Coordinates& a, const Coordinates& b) {
  Coordinates both;
  both.numbers.resize(a.numbers.rows(), a.numbers.cols() + b.numbers.cols());
  both.numbers << a.numbers, b.numbers;
  if (a.levels.empty() || b.levels.empty()) {
    both.levels = a.levels.empty() ? b.levels : a.levels;
    return both;
  }
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < a.levels.size(); ++i) pairs.emplace_back(a.levels[i], b.levels[i]);
  std::vector<std::pair<int, int>> distinct = pairs;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (const auto& pair : pairs) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), pair);
    both.levels.push_back(static_cast<int>(found - distinct.begin()));
  }
  return both;
}

Space::Space(const Coordinates& coordinates, Purpose purpose)
    : rows_(static_cast<std::size_t>(coordinates.numbers.rows())) {
  const int levels =
      coordinates.levels.empty() ? 1 : 1 + *std::max_element(coordinates.levels.begin(), coordinates.levels.end());
  std::vector<std::vector<std::uint32_t>> rows(static_cast<std::size_t>(levels));
  for (std::uint32_t i = 0; i < rows_; ++i)
    rows[coordinates.levels.empty() ? 0 : static_cast<std::size_t>(coordinates.levels[i])].push_back(i);
  for (std::vector<std::uint32_t>& own : rows) {
    if (own.empty()) continue;
    if (own.size() == rows_) {
      parts_.emplace_back(std::move(own), coordinates.numbers, purpose);
    } else {
      const Eigen::MatrixXd numbers = coordinates.numbers(own, Eigen::all);
      parts_.emplace_back(std::move(own), numbers, purpose);
    }
  }
}

Space::~Space() = default;
Space::Space(Space&&) noexcept = default;
Space& Space::operator=(Space&&) noexcept = default;

Result<std::vector<double>> Space::radii(std::size_t k, const Work& work) const {
  std::vector<double> radii(rows_);
  for (const Part& part : parts_) EXPLAINEE_TRY(part.nearest(k, work, radii));
  return radii;
}

Result<std::vector<std::uint32_t>> Space::counts(std::span<const double> radii, Edge edge, const Work& work) const {
  std::vector<std::uint32_t> counts(rows_);
  for (const Part& part : parts_) EXPLAINEE_TRY(part.count(radii, edge, work, counts));
  return counts;
}

}  // namespace explainee::information
