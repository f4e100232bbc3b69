#include "explainee/information/neighbours/line.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace explainee::information {
namespace {

/// A value as bits of the same order, and its row.
struct Ranked {
  std::uint64_t bits;
  std::uint32_t row;
};

constexpr std::uint64_t kSign = 1ULL << 63U;

std::uint64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // −0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_of(std::uint64_t bits) { return std::bit_cast<double>((bits & kSign) != 0 ? bits & ~kSign : ~bits); }

bool goes_before(const Ranked& a, const Ranked& b) { return a.bits < b.bits || (a.bits == b.bits && a.row < b.row); }

/// Digits that are sorted by, the last first: sign, exponent and 21 bits behind the point, which part nearly all
/// values.
constexpr std::array<unsigned, 3> kDigitAt = {31, 42, 53};
constexpr std::size_t kDigits = 2048;
constexpr std::size_t kFew = 512;  ///< below, comparing is faster

std::size_t digit(std::uint64_t bits, unsigned at) { return (bits >> at) & (kDigits - 1); }

/// By digits as by hand-sorted cards, then what they leave open by comparing.
void sort_by_digits(std::vector<Ranked>& keys) {
  std::vector<std::array<std::uint32_t, kDigits>> next(kDigitAt.size());
  for (const Ranked& key : keys) {
    for (std::size_t pass = 0; pass < kDigitAt.size(); ++pass) ++next[pass][digit(key.bits, kDigitAt[pass])];
  }
  std::vector<Ranked> sorted(keys.size());
  for (std::size_t pass = 0; pass < kDigitAt.size(); ++pass) {
    std::uint32_t before = 0;
    for (std::uint32_t& place : next[pass]) before += std::exchange(place, before);
    for (const Ranked& key : keys) sorted[next[pass][digit(key.bits, kDigitAt[pass])]++] = key;
    keys.swap(sorted);
  }
  for (auto from = keys.begin(); from != keys.end();) {
    auto to = from + 1;
    while (to != keys.end() && (to->bits >> kDigitAt[0]) == (from->bits >> kDigitAt[0])) ++to;
    if (to - from > 1) std::sort(from, to, goes_before);
    from = to;
  }
}

/// Places that are asked about at once: each step of halving waits for memory, so that several go side by side.
constexpr std::size_t kAtOnce = 8;
constexpr std::size_t kValuesPerCell = 2;

/// A cell is this much wider, for the largest value, than differences are rounded.
constexpr double kLeastWidth = 0x1p-40;

/// Ends of what is near, each in some places that are in doubt, of which `in_doubt` are the most.
struct Ends {
  std::array<std::uint32_t, kAtOnce> from{}, to{};
  std::uint32_t in_doubt = 1;

  void between(std::size_t i, std::uint32_t first, std::uint32_t last) {
    from[i] = first;
    to[i] = last;
    in_doubt = std::max(in_doubt, last - first);
  }

  /// By halving, without a branch that cannot be foretold: `holds` of a number up to the end, then no more.
  template <class Holds>
  void find(std::span<const double> numbers, const Holds& holds) {
    const auto count = static_cast<std::uint32_t>(numbers.size());
    for (std::uint32_t& first : from) first = std::min(first, count - in_doubt);
    const auto advance = [&](std::uint32_t by) {
      for (std::size_t i = 0; i < kAtOnce; ++i)
        from[i] += by & (0U - static_cast<std::uint32_t>(holds(i, numbers[from[i] + by - 1])));
    };
    for (; in_doubt > 1; in_doubt -= in_doubt / 2) advance(in_doubt / 2);
    advance(1);
  }
};

}  // namespace

Line::Line(const Eigen::Ref<const Eigen::VectorXd>& values) {
  std::vector<Ranked> keys;
  keys.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) keys.push_back({ordered_bits(value), static_cast<std::uint32_t>(keys.size())});
  if (keys.size() < kFew) {
    std::sort(keys.begin(), keys.end(), goes_before);
  } else {
    sort_by_digits(keys);
  }
  order_.reserve(keys.size());
  sorted_.reserve(keys.size());
  for (const Ranked& key : keys) {
    order_.push_back(key.row);
    sorted_.push_back(value_of(key.bits));
  }
  part_into_cells();
}

void Line::part_into_cells() {
  const double range = sorted_.back() - sorted_.front();
  const double largest = std::max(std::abs(sorted_.front()), std::abs(sorted_.back()));
  const std::size_t cells = sorted_.size() / kValuesPerCell;
  if (cells > 1 && std::isfinite(range) && range > kLeastWidth * largest * static_cast<double>(cells)) {
    cells_ = cells;
    cells_per_unit_ = static_cast<double>(cells) / range;
  }
  before_.assign(cells_ + 3, 0);
  for (const double value : sorted_) ++before_[cell(value) + 2];
  std::partial_sum(before_.begin(), before_.end(), before_.begin());
}

std::size_t Line::cell(double value) const {
  const double at = (value - sorted_.front()) * cells_per_unit_;
  if (!(at > 0)) return 0;
  return static_cast<std::size_t>(std::min(at, static_cast<double>(cells_ - 1)));
}

/// Differences are compared, as everywhere: rounding keeps their order, so that halving finds the ends. Rounding is far
/// less than a cell's width: two cells below that of value − radius all are too far, two above none.
template <bool kInclusive>
void Line::within_at_once(const std::uint32_t* places, const double* radii, Places* found) const {
  std::array<double, kAtOnce> own{};
  Ends first;
  Ends last;
  for (std::size_t i = 0; i < kAtOnce; ++i) {
    own[i] = sorted_[places[i]];
    const std::size_t low = cell(own[i] - radii[i]);
    const std::size_t high = cell(own[i] + radii[i]);
    first.between(i, before_[low], before_[low + 3]);
    last.between(i, before_[high], before_[high + 3]);
  }
  const auto near = [&](std::size_t i, double apart) { return kInclusive ? apart <= radii[i] : apart < radii[i]; };
  first.find(sorted_, [&](std::size_t i, double x) { return !near(i, own[i] - x); });
  last.find(sorted_, [&](std::size_t i, double x) { return near(i, x - own[i]); });
  for (std::size_t i = 0; i < kAtOnce; ++i)
    found[i] = {first.from[i], std::max(first.from[i], last.from[i])};  // a radius of 0 reaches not even itself
}

template <bool kInclusive>
void Line::within_all(std::span<const std::uint32_t> places, std::span<const double> radii, Places* found) const {
  std::size_t i = 0;
  for (; i + kAtOnce <= places.size(); i += kAtOnce)
    within_at_once<kInclusive>(places.data() + i, radii.data() + i, found + i);
  if (i == places.size()) return;
  std::array<std::uint32_t, kAtOnce> left_places{};
  std::array<double, kAtOnce> left_radii{};
  std::array<Places, kAtOnce> left_found;
  std::copy(places.begin() + static_cast<std::ptrdiff_t>(i), places.end(), left_places.begin());
  std::copy(radii.begin() + static_cast<std::ptrdiff_t>(i), radii.end(), left_radii.begin());
  within_at_once<kInclusive>(left_places.data(), left_radii.data(), left_found.data());
  std::copy_n(left_found.begin(), places.size() - i, found + i);
}

std::vector<Places> Line::within(std::span<const std::uint32_t> places, std::span<const double> radii,
                                 bool inclusive) const {
  std::vector<Places> found(places.size());
  inclusive ? within_all<true>(places, radii, found.data()) : within_all<false>(places, radii, found.data());
  return found;
}

std::vector<std::uint32_t> Line::places() const {
  std::vector<std::uint32_t> places(order_.size());
  for (std::uint32_t place = 0; place < order_.size(); ++place) places[order_[place]] = place;
  return places;
}

}  // namespace explainee::information
