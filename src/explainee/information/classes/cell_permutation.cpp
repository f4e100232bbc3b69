#include "explainee/information/classes/cell_permutation.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "explainee/base/random.h"
#include "explainee/base/tolerances.h"

namespace explainee::information {
namespace {

constexpr int kMostDraws = 9999;
constexpr int kEnoughReached = 200;  // p is then known to within a tenth of itself
constexpr double kFewExpected = 5;
constexpr double kFewestExpected = 1;

double times_log(double weight) { return weight > 0 ? weight * std::log(weight) : 0.0; }

}  // namespace

void CellPermutation::add(std::string_view z, std::string_view x, int y, double weight) {
  if (!(weight > 0)) return;
  auto slice = slices_.find(z);
  if (slice == slices_.end()) slice = slices_.emplace(z, Slice()).first;
  auto value = slice->second.values.find(x);
  if (value == slice->second.values.end())
    value = slice->second.values.emplace(x, static_cast<int>(slice->second.values.size())).first;
  slice->second.x.push_back(value->second);
  slice->second.y.push_back(y);
  slice->second.weights.push_back(weight);
}

bool CellPermutation::thin() const {
  int cells = 0;
  int few = 0;
  bool fewest = false;
  for (const auto& [z, slice] : slices_) {
    std::vector<double> of_x(slice.values.size(), 0.0);
    std::vector<double> of_y(static_cast<std::size_t>(classes_), 0.0);
    for (const int x : slice.x) of_x[static_cast<std::size_t>(x)] += 1;
    for (const int y : slice.y) of_y[static_cast<std::size_t>(y)] += 1;
    if (of_x.size() < 2 || std::count(of_y.begin(), of_y.end(), 0.0) > classes_ - 2) continue;  // nothing to test here
    for (const double x : of_x) {
      for (const double y : of_y) {
        if (y == 0) continue;
        const double expected = x * y / static_cast<double>(slice.x.size());
        ++cells;
        few += expected < kFewExpected ? 1 : 0;
        fewest = fewest || expected < kFewestExpected;
      }
    }
  }
  return fewest || 5 * few > cells;
}

/// What of Σw·log p(y|x,z) depends on who has which x.
double CellPermutation::statistic(const Slice& slice, const std::vector<int>& x, std::vector<double>& cells) const {
  const auto width = static_cast<std::size_t>(classes_);
  cells.assign(slice.values.size() * width, 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    cells[static_cast<std::size_t>(x[i]) * width + static_cast<std::size_t>(slice.y[i])] += slice.weights[i];
  double sum = 0;
  for (std::size_t from = 0; from < cells.size(); from += width) {
    double all = 0;
    for (std::size_t y = 0; y < width; ++y) {
      all += cells[from + y];
      sum += times_log(cells[from + y]);
    }
    sum -= times_log(all);
  }
  return sum;
}

base::Result<double> CellPermutation::p_value(std::uint64_t seed, const base::Control& control) const {
  double observed = 0;
  double size = 0;  // of what is summed: equal statistics differ by rounding of it
  std::vector<double> cells;
  for (const auto& [z, slice] : slices_) {
    observed += statistic(slice, slice.x, cells);
    for (const double weight : slice.weights) size += weight;
  }
  base::Random random(seed, 17);
  int reached = 0;
  int draws = 0;
  std::vector<int> dealt;
  for (; draws < kMostDraws && reached < kEnoughReached; ++draws) {
    if (control.should_stop()) return base::interrupted();
    double sum = 0;
    for (const auto& [z, slice] : slices_) {
      dealt = slice.x;
      random.shuffle(std::span<int>(dealt));
      sum += statistic(slice, dealt, cells);
    }
    reached += sum >= observed - base::kSameFigure * size ? 1 : 0;
  }
  return (1.0 + reached) / (draws + 1);
}

}  // namespace explainee::information
