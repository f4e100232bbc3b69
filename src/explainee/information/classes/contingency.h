// explainee/information/classes/contingency.h: I(x; y | z) of discrete values, counted cell by cell (mathematics §5).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace explainee::information {

/// What counting says, in nats.
struct DiscreteInformation {
  double nats = 0;            ///< plug-in I(x; y | z)
  double corrected_nats = 0;  ///< less its upward bias (Miller-Madow)
  double open_nats = 0;       ///< plug-in H(y | z): I is never more
  double error_nats = 0;      ///< standard error of I, rows taken as independent
  int degrees = 0;            ///< of the G-test: Σ over z of (values of x − 1)(values of y − 1)
  double right_before = 0;    ///< share of weight of the likeliest y given z
  double right_after = 0;     ///< and given (x, z)
};

/// Weights of (z, x, y); values are any bytes, y a class 0, 1, …
class Contingency {
 public:
  Contingency(int classes, std::size_t most_cells) : classes_(classes), most_cells_(most_cells) {}

  /// Counts a row; once there are more cells (z, x) than allowed, nothing more is counted.
  void add(std::string_view z, std::string_view x, int y, double weight);

  [[nodiscard]] bool too_many() const { return cells_ > most_cells_; }
  /// Occupied cells (z, x).
  [[nodiscard]] std::size_t cells() const { return cells_; }
  [[nodiscard]] DiscreteInformation measure() const;
  /// log p(y|x,z) − log p(y|z); none where no such row was counted.
  [[nodiscard]] std::optional<double> log_ratio(std::string_view z, std::string_view x, int y) const;

 private:
  struct Counts {
    std::vector<double> weight;   ///< by class
    std::vector<double> squares;  ///< Σw² by class
  };
  using Slice = std::map<std::string, Counts, std::less<>>;

  [[nodiscard]] std::vector<double> class_weights(const Slice& slice) const;

  int classes_;
  std::size_t most_cells_;
  std::size_t cells_ = 0;
  std::map<std::string, Slice, std::less<>> slices_;  // by z
};

}  // namespace explainee::information
