// tests/testing/people.h: small tables and questions for tests that need no oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee {

using Numbers = std::vector<double>;

/// Standard normal numbers.
inline Numbers normals(int rows, std::uint64_t seed) {
  base::Random random(seed, 4711);
  Numbers values(static_cast<std::size_t>(rows));
  for (double& value : values) value = random.normal();
  return values;
}

/// f of every row.
inline Numbers each(std::size_t rows, const std::function<double(std::size_t)>& f) {
  Numbers values(rows);
  for (std::size_t i = 0; i < rows; ++i) values[i] = f(i);
  return values;
}

/// A table of these number columns.
inline data::MemoryTable make_table(const std::vector<std::pair<std::string, Numbers>>& columns,
                                    std::size_t batch_rows = 65536) {
  data::MemoryTable table(batch_rows);
  for (const auto& [name, values] : columns) table.add(name, values);
  return table;
}

/// Options that explain the column p with at most so many facts.
inline request::Request about_p(int sparsity) {
  request::Request request = request::testing::plain_request();
  request.what.prediction = {"p"};
  request.facts.sparsity = sparsity;
  request.how.threads = 1;
  return request;
}

/// The explanation; a test failure and an empty one when there is none.
inline explain::Explanation explained(data::MemoryTable& table, const request::Request& request) {
  auto result = explain::explain({.table = data::Dataset::borrow(table)}, request, {});
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : base::text(result.error(), base::command_line()));
  return result.ok() ? std::move(result).value() : explain::Explanation{};
}

inline explain::Explanation scored(data::MemoryTable& table, const request::Request& request) {
  auto result = explain::score({.table = data::Dataset::borrow(table)}, request, {});
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : base::text(result.error(), base::command_line()));
  return result.ok() ? std::move(result).value() : explain::Explanation{};
}

/// The names of the facts, in table order.
inline std::vector<std::string> facts_of(const explain::Explanation& answer) {
  std::vector<std::pair<int, std::string>> facts;
  for (const explain::Fact& fact : answer.facts) facts.emplace_back(fact.index, fact.name);
  std::sort(facts.begin(), facts.end());
  std::vector<std::string> names;
  for (const auto& fact : facts) names.push_back(fact.second);
  return names;
}

}  // namespace explainee
