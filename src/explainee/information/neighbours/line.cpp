#include "explainee/information/neighbours/line.h"

#include <algorithm>

namespace explainee::information {
namespace {

/// For how many of so many numbers something holds that holds up to one of them and then no more; halved without a
/// branch that cannot be foretold.
template <class Holds>
std::uint32_t holds_up_to(const double* numbers, std::uint32_t count, const Holds& holds) {
  if (count == 0) return 0;
  std::uint32_t from = 0;
  while (count > 1) {
    const std::uint32_t half = count / 2;
    from += static_cast<std::uint32_t>(holds(numbers[from + half - 1])) * half;
    count -= half;
  }
  return from + static_cast<std::uint32_t>(holds(numbers[from]));
}

}  // namespace

Line::Line(const Eigen::Ref<const Eigen::VectorXd>& values) {
  struct Key {
    double value;
    std::uint32_t row;
  };
  std::vector<Key> keys;
  keys.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) keys.push_back({value, static_cast<std::uint32_t>(keys.size())});
  std::sort(keys.begin(), keys.end(),
            [](const Key& a, const Key& b) { return a.value < b.value || (a.value == b.value && a.row < b.row); });
  order_.reserve(keys.size());
  sorted_.reserve(keys.size());
  for (const Key& key : keys) {
    order_.push_back(key.row);
    sorted_.push_back(key.value);
  }
}

Places Line::within(std::uint32_t place, double radius, bool inclusive) const {
  const double own = sorted_[place];
  // Differences are compared, as everywhere: rounding keeps their order, so that halving finds the ends.
  const auto near = [&](double apart) { return inclusive ? apart <= radius : apart < radius; };
  const std::uint32_t first = holds_up_to(sorted_.data(), place, [&](double x) { return !near(own - x); });
  const auto behind = static_cast<std::uint32_t>(sorted_.size()) - place;
  return {first, place + holds_up_to(sorted_.data() + place, behind, [&](double x) { return near(x - own); })};
}

}  // namespace explainee::information
