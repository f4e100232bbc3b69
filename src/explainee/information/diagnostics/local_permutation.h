// explainee/information/diagnostics/local_permutation.h: does e tell anything of ŷ beyond u? Rows exchange their facts
// with rows of nearly the same u (Runge 2018, arXiv 1709.01447), which keeps everything but that.
#pragma once

#include <cstdint>
#include <optional>

#include "explainee/base/random.h"
#include "explainee/information/diagnostics/sample.h"
#include "explainee/information/neighbours/conditional_neighbours.h"

namespace explainee::information {

/// From which row each row takes its facts: one of the few rows nearest in u, itself among them, each given once where
/// possible; any row of the same level where u has no numbers.
class LocalPermutation {
 public:
  explicit LocalPermutation(const Coordinates& u);
  [[nodiscard]] RowNumbers draw(base::Random& random) const;

 private:
  std::vector<RowNumbers> near_;    ///< of each row; empty: groups are shuffled
  std::vector<RowNumbers> groups_;  ///< rows of the same level
};

/// What is tested.
struct LocalTest {
  const Coordinates& facts;
  const Coordinates& prediction;
  const Coordinates& known;
  std::size_t k = 5;
  Counting counting = Counting::kNearer;
  std::size_t most_rows = 1000;  ///< more are drawn down to so many: the test holds, with less power
  std::size_t draws = 999;
  std::size_t enough = 10;  ///< draws as large as the value end it early (Besag and Clifford 1991)
};

/// P(Î ≥ the value found) were I(e; ŷ|u) = 0: (1 + how many draws are as large)/(draws + 1), or how many of so far.
[[nodiscard]] base::Result<std::optional<double>> local_permutation_p_value(const LocalTest& test, std::uint64_t seed,
                                                                            const Work& work);

}  // namespace explainee::information
