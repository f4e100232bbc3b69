// explainee/explain/testing/composed.h: for tests, compositions as the steps of explain() and score() leave them.
#pragma once

#include <string>
#include <vector>

#include "explainee/explain/compose/composer.h"

namespace explainee::explain::testing {

/// Prepared, chosen and described, the chosen set listed.
[[nodiscard]] Composition chosen(const Input& input, const request::Request& request);

/// The same for score().
[[nodiscard]] Composition judged(const Input& input, const request::Request& request);

/// The facts that were chosen, as rows are taken apart by them.
struct FittedChoice {
  Fit fit;
  RowModel model;
};
[[nodiscard]] FittedChoice fitted(const Composition& composition);

/// A candidate of these moment columns.
[[nodiscard]] Candidate candidate_of(const std::string& name, std::vector<int> columns);

/// The names of these candidates.
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Candidate>& candidates);
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Fact>& facts);

}  // namespace explainee::explain::testing
