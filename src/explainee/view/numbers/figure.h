// explainee/view/numbers/figure.h: a number and how it is written.
#pragma once

#include <string>

namespace explainee::view {

/// A number in the units that people know, and its text, with the unit where one stands beside it.
struct Figure {
  double value = 0;
  std::string text;
};

}  // namespace explainee::view
