// explainee/explain/local/neighbourhood.h: which rows are like a given one, and how much each counts (--local).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/gather/gather.h"

namespace explainee::explain {

/// The rows as distances see them. Two rows differ in a number column by the difference in standard deviations, in a
/// text column by nothing or by as much as makes differing texts count like a number column on average.
struct Metric {
  std::vector<std::string> columns;          ///< of the table; constant ones are left out
  std::vector<std::vector<double>> numbers;  ///< by column, in standard deviations
  std::vector<std::vector<int>> texts;       ///< by column, a number for each text
  std::vector<double> text_squares;          ///< the squared distance of differing texts, by column
};

/// Reads these columns of the rows with the given numbers (increasing).
[[nodiscard]] base::Result<Metric> measure_metric(data::TableSource& table, const std::vector<std::size_t>& columns,
                                                  const std::vector<std::int64_t>& rows,
                                                  const std::vector<double>& weights, const base::Control& control);

/// Some rows, by position, and their weights.
struct Neighbourhood {
  std::vector<std::uint32_t> rows;  ///< increasing
  std::vector<double> weights;      ///< row weight · (1 − (d/width)²), all positive
  double width = 0;                 ///< rows at this distance or farther do not count
  double effective_rows = 0;        ///< (Σw)²/Σw²
};

/// Finds neighbourhoods; keeps scratch space, so one object per thread.
class NeighbourFinder {
 public:
  NeighbourFinder(const Metric& metric, const std::vector<double>& weights) : metric_(metric), weights_(weights) {}

  /// The narrowest neighbourhood of row `at` that is worth `wanted` rows of equal weight; none when all rows together
  /// are worth less.
  [[nodiscard]] std::optional<Neighbourhood> find(std::size_t at, double wanted);

 private:
  void measure_distances(std::size_t at);
  [[nodiscard]] std::optional<double> find_square_width(double wanted);

  struct Near {
    double square = 0;  ///< distance²
    std::uint32_t row = 0;
  };

  const Metric& metric_;
  const std::vector<double>& weights_;
  std::vector<double> squares_;
  std::vector<Near> near_;
};

}  // namespace explainee::explain
