#include "explainee/information/neighbours/plane.h"

#include <utility>

namespace explainee::information {
namespace {

constexpr unsigned kLeastShift = 4;
/// Read beyond the last point, a vector at a time.
constexpr std::size_t kSpare = 64;

/// Fewer sums than points.
unsigned shift_for(std::size_t points) {
  unsigned shift = kLeastShift;
  const auto sums = [&] {
    const std::size_t cells = (points >> shift) + 2;
    return cells * cells;
  };
  while (sums() > points && (points >> shift) > 0) ++shift;
  return shift;
}

/// Where the next point of each row goes: all but the last have as many.
std::vector<std::uint32_t> starts(std::size_t cells, unsigned shift) {
  std::vector<std::uint32_t> next(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) next[cell] = static_cast<std::uint32_t>(cell << shift);
  return next;
}

}  // namespace

Plane::Plane(Line across, Line along)
    : across_(std::move(across)),
      along_(std::move(along)),
      places_along_(along_.places()),
      shift_(shift_for(places_along_.size())),
      cells_((places_along_.size() >> shift_) + 1) {
  const std::size_t points = places_along_.size();
  before_.assign((cells_ + 1) * (cells_ + 1), 0);
  rows_across_.resize(points + kSpare);
  rows_along_.resize(points + kSpare);
  columns_along_.resize(points + kSpare);
  const std::vector<std::uint32_t> places_across = across_.places();
  std::vector<std::uint32_t> next = starts(cells_, shift_);
  for (std::uint32_t place = 0; place < points; ++place) {
    const std::uint32_t other = places_across[along_.order()[place]];
    const std::size_t row = other >> shift_;
    const std::uint32_t to = next[row]++;
    rows_across_[to] = other;
    rows_along_[to] = place;
    ++before_[(row + 1) * (cells_ + 1) + (place >> shift_) + 1];
  }
  next = starts(cells_, shift_);
  for (const std::uint32_t point : across_.order()) {
    const std::uint32_t place = places_along_[point];
    columns_along_[next[place >> shift_]++] = place;
  }
  for (std::size_t row = 1; row <= cells_; ++row) {
    std::uint32_t sum = 0;
    for (std::size_t column = 1; column <= cells_; ++column) {
      std::uint32_t& own = before_[row * (cells_ + 1) + column];
      sum += own;
      own = before_[(row - 1) * (cells_ + 1) + column] + sum;
    }
  }
}

}  // namespace explainee::information
