#include "explainee/information/learner/design.h"

#include <algorithm>

namespace explainee::information {

Design::Design(const BinnedColumns& table, std::span<const int> columns) : rows_(table.rows()) {
  std::vector<int> kept;
  std::vector<int> numbers;
  for (const int c : columns) {
    if (table.bins(c) < 2) continue;
    kept.push_back(c);
    if (!table.unordered(c)) numbers.push_back(c);
    bins_.push_back(table.bins(c));
    unordered_.push_back(table.unordered(c));
  }
  codes_.resize(static_cast<std::size_t>(rows_) * kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto codes = table.codes(kept[k]);
    for (std::size_t i = 0; i < codes.size(); ++i) codes_[i * kept.size() + k] = codes[i];
  }
  numbers_.resize(rows_, static_cast<Eigen::Index>(numbers.size()));
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto values = table.values(numbers[k]);
    std::copy(values.begin(), values.end(), numbers_.col(static_cast<Eigen::Index>(k)).data());
  }
}

}  // namespace explainee::information
