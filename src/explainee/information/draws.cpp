#include "explainee/information/draws.h"

#include <algorithm>

#include "explainee/base/tolerances.h"

namespace explainee::information {

double Draws::within(const moments::Fold& rows) const {
  const auto k = static_cast<double>(columns.size());
  if (columns.size() < 2) return 0;
  // Σ_k (y_k − ȳ)² of a row, averaged: covariances and means of the columns are enough.
  double own = 0;
  double all = 0;
  double middle = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    own += moments::covariance_at(rows, columns[i], columns[i]);
    for (const int other : columns) all += moments::covariance_at(rows, columns[i], other);
    middle += (rows.mean[columns[i]] + (shifts[i] - shifts.front())) / k;
  }
  double apart = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double distance = rows.mean[columns[i]] + (shifts[i] - shifts.front()) - middle;
    apart += distance * distance;
  }
  const double sum = own - all / k + apart;
  return sum > base::kDetermined * own ? sum / (k - 1) : 0;
}

double Draws::excess(const moments::Fold& rows) const {
  return columns.size() < 2 ? 0 : within(rows) * (1 - 1 / static_cast<double>(columns.size()));
}

}  // namespace explainee::information
