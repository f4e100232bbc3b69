// explainee/view/numbers/picture_numbers.h: the numbers of one picture, all with as many decimals; very large and very
// small ones in powers of 1000.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace explainee::view {

class PictureNumbers {
 public:
  /// `steps`: the differences that are to be told apart; `totals`: where they lead.
  PictureNumbers(std::span<const double> steps, std::span<const double> totals);

  /// "1,234.5", "−0.3"; with a sign "+27.7". What is rounded to nothing has none.
  [[nodiscard]] std::string text(double value, bool sign = false) const;
  /// " (× 10⁹)" where all are in a power of 1000, else empty.
  [[nodiscard]] std::string unit() const;
  /// Texts of places along an axis, with as many decimals as they are apart.
  [[nodiscard]] std::vector<std::string> ticks(std::span<const double> places) const;

 private:
  int power_ = 0;
  int decimals_ = 0;
};

}  // namespace explainee::view
