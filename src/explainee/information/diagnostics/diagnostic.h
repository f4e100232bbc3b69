// explainee/information/diagnostics/diagnostic.h: an estimator of I(e; ŷ | u) from rows, beside the measure that the
// answer is told in: the seam for one more.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "explainee/base/errors/message.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/diagnostics/sample.h"
#include "explainee/information/neighbours/work.h"

namespace explainee::information {

/// One estimator at work on one sample.
class Diagnostic {
 public:
  virtual ~Diagnostic() = default;

  /// The formula, as people cite it: "Frenzel-Pompe".
  [[nodiscard]] virtual std::string_view formula() const = 0;

  /// Whether I is at least what is estimated, but for the estimate's error.
  [[nodiscard]] virtual bool lower_bound() const { return false; }

  /// I in nats from these rows alone; may be negative, +∞ where it settles the prediction. kInterrupted when stopped.
  [[nodiscard]] virtual base::Result<double> nats(const RowNumbers& rows, const Work& work) const = 0;

  /// How often chance alone looks as informative when I = 0; none: it cannot be said.
  [[nodiscard]] virtual base::Result<std::optional<double>> p_value(std::uint64_t seed, const Work& work) const = 0;
};

/// What comes of trying: an estimator, or why it does not suit these rows.
struct MadeDiagnostic {
  std::unique_ptr<const Diagnostic> diagnostic;
  base::Message refusal = {};
};

}  // namespace explainee::information
