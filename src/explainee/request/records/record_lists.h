// explainee/request/records/record_lists.h: the records by what they are about; records.cpp puts them together.
#pragma once

#include <vector>

#include "explainee/request/records/record.h"

namespace explainee::request {

/// As good as no limit, for numbers that would otherwise leave the range of a whole number.
inline constexpr double kMany = 1e9;

[[nodiscard]] std::vector<Record> who_records();
[[nodiscard]] std::vector<Record> prediction_records();
/// Of explain: how many facts, which, at what cost, for which row.
[[nodiscard]] std::vector<Record> choosing_records();
/// Of explain: how they are searched for.
[[nodiscard]] std::vector<Record> method_records();
/// Of score: the explanation to judge.
[[nodiscard]] std::vector<Record> judging_records();
[[nodiscard]] std::vector<Record> family_records();
/// How facts are shown.
[[nodiscard]] std::vector<Record> shown_records();
/// Roles of columns and what is done with rows.
[[nodiscard]] std::vector<Record> data_records();
[[nodiscard]] std::vector<Record> search_records();
/// Of explain: asking the model.
[[nodiscard]] std::vector<Record> asking_records();

}  // namespace explainee::request
