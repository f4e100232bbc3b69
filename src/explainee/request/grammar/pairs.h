// explainee/request/grammar/pairs.h: lists of NAME=VALUE and of numbers: as people write them, and as a request holds
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/request/request.h"

namespace explainee::request {

/// Beyond this the square of a standard deviation leaves the range of double precision.
inline constexpr double kLargestSd = 1e150;
/// What a fact may cost.
inline constexpr double kLeastCost = 1e-6;
inline constexpr double kMostCost = 1e6;

using TextList = std::vector<std::string>;

/// Each reads what an option of this name was given; kBadOption names the option and the part that is wrong. Names are
/// not looked up here.
[[nodiscard]] base::Result<std::vector<FactNoise>> read_noise(std::string_view option, const TextList& texts);
[[nodiscard]] base::Result<std::vector<OwnNoise>> read_own_noise(std::string_view option, const TextList& texts);
[[nodiscard]] base::Result<std::vector<FactSteps>> read_steps(std::string_view option, const TextList& texts);
[[nodiscard]] base::Result<std::vector<FactCost>> read_costs(std::string_view option, const TextList& texts);
[[nodiscard]] base::Result<std::vector<int>> read_windows(std::string_view option, const TextList& texts);
[[nodiscard]] base::Result<std::vector<std::int64_t>> read_rows(std::string_view option, const TextList& texts);

/// "lab=s1", "s2", "size=bmi" → lab: s1, s2; size: bmi.
[[nodiscard]] base::Result<std::vector<std::pair<std::string, TextList>>> read_named_lists(std::string_view option,
                                                                                           const TextList& texts);
[[nodiscard]] base::Result<double> read_number(std::string_view option, const std::string& text);

/// The way back: texts that read as the same values.
[[nodiscard]] TextList texts_of(const std::vector<WrittenExpression>& expressions);
[[nodiscard]] TextList texts_of(const std::vector<WeightedColumn>& columns);
[[nodiscard]] TextList texts_of(const std::vector<OwnNoise>& noises);
[[nodiscard]] TextList texts_of(const std::vector<FactNoise>& noises);
[[nodiscard]] TextList texts_of(const std::vector<FactSteps>& steps);
[[nodiscard]] TextList texts_of(const std::vector<FactCost>& costs);
[[nodiscard]] TextList texts_of(const std::vector<ColumnGroup>& groups);
[[nodiscard]] TextList texts_of(const std::vector<ColumnCuts>& cuts);
[[nodiscard]] TextList texts_of(const std::vector<int>& numbers);
[[nodiscard]] TextList texts_of(const std::vector<std::int64_t>& numbers);

}  // namespace explainee::request
