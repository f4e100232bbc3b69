#include "explainee/information/classes/contingency.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace explainee::information {
namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }
double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }
int occupied(const std::vector<double>& weights) {
  return static_cast<int>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; }));
}

}  // namespace

void Contingency::add(std::string_view z, std::string_view x, int y, double weight) {
  if (too_many() || !(weight > 0)) return;
  auto slice = slices_.find(z);
  if (slice == slices_.end()) slice = slices_.emplace(z, Slice()).first;
  auto cell = slice->second.find(x);
  if (cell == slice->second.end()) {
    ++cells_;
    const std::vector<double> none(static_cast<std::size_t>(classes_), 0.0);
    cell = slice->second.emplace(x, Counts{none, none}).first;
  }
  cell->second.weight[static_cast<std::size_t>(y)] += weight;
  cell->second.squares[static_cast<std::size_t>(y)] += weight * weight;
}

std::vector<double> Contingency::class_weights(const Slice& slice) const {
  std::vector<double> total(static_cast<std::size_t>(classes_), 0.0);
  for (const auto& [x, counts] : slice) {
    for (std::size_t y = 0; y < total.size(); ++y) total[y] += counts.weight[y];
  }
  return total;
}

DiscreteInformation Contingency::measure() const {
  DiscreteInformation result;
  double weight = 0;
  double squares = 0;
  double square_sum = 0;  // Σw²d and Σw²d² of the log ratios d, for the error of their mean
  double square_sum2 = 0;
  int excess = 0;  // K_xyz − K_xz − K_yz + K_z
  for (const auto& [z, slice] : slices_) {
    const std::vector<double> of_z = class_weights(slice);
    const double in_z = sum(of_z);
    weight += in_z;
    result.right_before += most(of_z);
    excess += 1 - occupied(of_z);
    result.degrees += (static_cast<int>(slice.size()) - 1) * (occupied(of_z) - 1);
    for (const double w : of_z) result.open_nats -= w > 0 ? w * std::log(w / in_z) : 0.0;
    for (const auto& [x, counts] : slice) {
      const double in_cell = sum(counts.weight);
      result.right_after += most(counts.weight);
      excess += occupied(counts.weight) - 1;
      for (std::size_t y = 0; y < of_z.size(); ++y) {
        if (!(counts.weight[y] > 0)) continue;
        const double d = std::log(counts.weight[y] / in_cell) - std::log(of_z[y] / in_z);
        result.nats += counts.weight[y] * d;
        squares += counts.squares[y];
        square_sum += counts.squares[y] * d;
        square_sum2 += counts.squares[y] * d * d;
      }
    }
  }
  for (double* share : {&result.nats, &result.open_nats, &result.right_before, &result.right_after}) *share /= weight;
  const double spread = square_sum2 - 2 * result.nats * square_sum + result.nats * result.nats * squares;
  result.error_nats = std::sqrt(std::max(0.0, spread)) / weight;
  result.corrected_nats = result.nats - excess * squares / (2 * weight * weight);  // m_eff = (Σw)²/Σw²
  return result;
}

std::optional<double> Contingency::log_ratio(std::string_view z, std::string_view x, int y) const {
  const auto slice = slices_.find(z);
  if (slice == slices_.end()) return std::nullopt;
  const auto cell = slice->second.find(x);
  const auto at = static_cast<std::size_t>(y);
  if (cell == slice->second.end() || !(cell->second.weight[at] > 0)) return std::nullopt;
  const std::vector<double> of_z = class_weights(slice->second);
  return std::log(cell->second.weight[at] / sum(cell->second.weight)) - std::log(of_z[at] / sum(of_z));
}

}  // namespace explainee::information
