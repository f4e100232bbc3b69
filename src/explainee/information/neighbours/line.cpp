#include "explainee/information/neighbours/line.h"

#include <algorithm>

namespace explainee::information {

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

// Differences are compared, as everywhere: rounding keeps their order, so that halving finds the ends.
Places Line::within(std::uint32_t place, double radius, bool inclusive) const {
  const double own = sorted_[place];
  const auto near = [&](double apart) { return inclusive ? apart <= radius : apart < radius; };
  const auto here = sorted_.begin() + place;
  const auto first = std::partition_point(sorted_.begin(), here, [&](double x) { return !near(own - x); });
  const auto last = std::partition_point(here, sorted_.end(), [&](double x) { return near(x - own); });
  return {static_cast<std::uint32_t>(first - sorted_.begin()), static_cast<std::uint32_t>(last - sorted_.begin())};
}

}  // namespace explainee::information
