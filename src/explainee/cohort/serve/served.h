// explainee/cohort/serve/served.h: what one of many people is told.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explainee/family/description.h"

namespace explainee::cohort {

/// What became of a person; the names are the column `status`.
enum class Status : std::uint8_t { kOk, kNotProven, kNothingToExplain, kTooFewRows };
inline constexpr Status kLastStatus = Status::kTooFewRows;

[[nodiscard]] constexpr std::string_view status_name(Status status) {
  constexpr std::string_view kNames[] = {"ok", "not_proven", "nothing_to_explain", "too_few_rows"};
  return kNames[static_cast<std::size_t>(status)];
}

/// The figures that explain() has for this person.
struct Served {
  Status status = Status::kOk;
  bool infinite = false;
  bool optimal = false;
  bool linear_only = false;          ///< squares and products of what she knows could not be had
  bool odd_answers = false;          ///< her answers say little about who she is
  std::vector<int> facts;            ///< candidates, or the lane's own numbers (Lane::number); what weighs most first
  std::vector<double> coefficients;  ///< one per fact; NaN for a category, which has one per level
  double nats = 0;
  double objective_nats = 0;         ///< the same less what facts with several columns are charged
  double removed = 0;                ///< share of her typical error
  std::optional<double> bound_nats;  ///< no set tells more; none when infinite or not proven
  double impersonal_nats = 0;        ///< what the best facts for nobody in particular tell her; +∞ when infinite
  std::optional<bool> found;         ///< whether some fact is more than chance; none: nobody asked
  std::optional<double> predictive_nats = {};    ///< on rows that took no part; none: not measured, or settled
  double predictive_error = 0;                   ///< its standard error
  std::vector<family::Shape::Kind> shapes = {};  ///< one per fact; empty where all are columns as they are
};

}  // namespace explainee::cohort
