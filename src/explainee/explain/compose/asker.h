// explainee/explain/compose/asker.h: the model, asked about rows like the held ones: how they are drawn, what is made
// of the answers, and how often it was asked (information §10).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/supported/drawn_rows.h"

namespace explainee::explain {

/// Asks once for every choice of held rows; the first time the model must say of real rows what the table says. The
/// composition and the input outlive it.
class Asker {
 public:
  Asker(const Composition& composition, const Input& input) : c_(composition), input_(input) {}

  /// Rows like these of the held ones, as RowDrawer has it; from a file always the same, whatever these are.
  [[nodiscard]] base::Result<std::shared_ptr<const DrawnRows>> like(const HeldRows& held,
                                                                    const std::vector<Eigen::Index>& rows);

  /// What was asked; none where the model was not.
  [[nodiscard]] const std::optional<ModelAsked>& asked() const { return asked_; }

 private:
  [[nodiscard]] base::Result<void> read_real(const HeldRows& held);
  [[nodiscard]] base::Result<std::vector<std::size_t>> columns_to_draw() const;
  [[nodiscard]] base::Result<AskedRows> ask(const PredictedRows& real);
  [[nodiscard]] base::Result<DrawnRows> measured(const HeldRows& held, const PredictedRows& rows) const;

  const Composition& c_;
  const Input& input_;
  std::optional<PredictedRows> real_;  // held rows without a missing cell
  std::vector<std::ptrdiff_t> place_;  // of each held row among those; −1: a cell is missing
  std::map<std::vector<Eigen::Index>, std::shared_ptr<const DrawnRows>> known_;
  std::optional<ModelAsked> asked_;
};

}  // namespace explainee::explain
