// explainee/explain/supported/left_out_parts.h: which parts of the dealt rows are left out of which fit: none, each
// part in turn, maybe each two.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "explainee/explain/shapes/reading.h"

namespace explainee::explain {

/// With fewer parts nothing is measured.
inline constexpr std::size_t kFewestParts = 3;

/// What to leave out.
struct PartRules {
  std::size_t parts = 5;
  bool each = true;   ///< fits without each part
  bool pairs = true;  ///< and without each two
};

/// Parts are whole folds; fits are numbered: all folds, then without each part, then without each two.
class LeftOutParts {
 public:
  LeftOutParts() = default;
  LeftOutParts(const DealtRows& dealt, const PartRules& rules);

  /// The folds of each part.
  [[nodiscard]] const std::vector<Folds>& parts() const { return parts_; }
  /// The folds of each fit.
  [[nodiscard]] const std::vector<Folds>& fits() const { return fits_; }
  /// Where the fit without a part stands.
  [[nodiscard]] static std::size_t without(std::size_t part) { return 1 + part; }
  /// Fits inside a fit, each with the part that it leaves out. Without fits that leave out two parts, those that leave
  /// out one, which saw the part that the fit leaves out.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> inside(std::size_t fit) const;

 private:
  [[nodiscard]] std::size_t without_both(std::size_t p, std::size_t q) const;

  std::vector<Folds> parts_;
  std::vector<Folds> fits_;
};

}  // namespace explainee::explain
