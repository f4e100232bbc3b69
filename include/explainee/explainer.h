// explainee/explainer.h: an explanation kept for other rows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "explainee/dataset.h"
#include "explainee/result.h"

namespace explainee::api {
struct HeldExplainer;
}

namespace explainee {
inline namespace v0 {

/// Immutable; copies share it.
class Explainer {
 public:
  /// Reads what write() gave; `name` stands in messages. kDamagedExplainer when it is none, or was changed.
  [[nodiscard]] static Result<Explainer> read(std::string_view text, const std::string& name = "explainer");
  /// The file explainee.explainer.v1; numbers read back the same to the last bit.
  [[nodiscard]] std::string write() const;

  /// Every row taken apart: columns row, id (where the table has the column of ids), prediction, expected,
  /// contribution.NAME…, remainder, surprise_removed_bits, marks.
  [[nodiscard]] Result<std::vector<Column>> apply(const Dataset& dataset, const Control& control = {}) const;

  explicit Explainer(std::shared_ptr<const api::HeldExplainer> kept) : kept_(std::move(kept)) {}

 private:
  std::shared_ptr<const api::HeldExplainer> kept_;
};

}  // namespace v0
}  // namespace explainee
