// explainee/explain/shown_with.h: facts that people are shown with noise or rounded (mathematics §7).
#pragma once

#include <string>
#include <vector>

#include "explainee/base/result.h"
#include "explainee/explain/options.h"

namespace explainee::explain {

struct Facts;

/// How exactly a fact of one number column is shown, in its own units. 0 and 0: as it is.
struct ShownWith {
  double noise = 0;  ///< standard deviation of the noise
  double step = 0;   ///< shown rounded to multiples of this

  /// What is added to the fact's variance: τ², a rounding counts as step²/12.
  [[nodiscard]] double variance() const { return noise * noise + step * step / 12.0; }
  /// The value as it is shown, without the noise. Halves go away from zero, also when they were rounded on the way.
  [[nodiscard]] double shown(double value) const;
  /// By how much rounding changes the value.
  [[nodiscard]] double change(double value) const { return step > 0 ? shown(value) - value : 0; }
};

/// Whether --noise and --shown-as can be read; kBadOption says what is wrong with which part.
[[nodiscard]] base::Result<void> check_shown_with(const Options& options);

/// Sets how each of these facts is shown. kBadOption when a name is none of them or means a fact that is no single
/// number. What is named later counts.
[[nodiscard]] base::Result<void> set_shown_with(const Options& options, std::vector<Facts>& facts,
                                                std::vector<Facts>& judged);

}  // namespace explainee::explain
