// explainee/explain/proposals/shown_fact.h: how exactly a fact is shown (mathematics §7).
#pragma once

namespace explainee::explain {

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

}  // namespace explainee::explain
