// explainee/view/testing/small_answer.h: explanations for tests: one written by hand, one found in a small table.
#pragma once

#include <string>
#include <vector>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/request/testing/plain_request.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::view::testing {

/// b is shown as exp(x) in mg/dl, p as it is, in points.
inline PlainNames make_names() {
  data::MemoryTable table;
  table.add("column", std::vector<std::string>{"b", "p"});
  table.add("name", std::vector<std::string>{"triglycerides", "risk <score>"});
  table.add("unit", std::vector<std::string>{"mg/dl", "points"});
  table.add("show", std::vector<std::string>{"exp(x)", ""});
  return PlainNames::read(table).value();
}

/// Names of p alone: its unit and how it is shown.
inline PlainNames names_of_p(const std::string& unit, const std::string& show) {
  data::MemoryTable table;
  table.add("column", std::vector<std::string>{"p"});
  table.add("name", std::vector<std::string>{"risk"});
  table.add("unit", std::vector<std::string>{unit});
  table.add("show", std::vector<std::string>{show});
  return PlainNames::read(table).value();
}

/// By hand: typical error 20 → 10; facts a (weight 8) and b (weight 4); row 3: 100 + 18 − 3 + 5 = 120.
inline explain::Explanation written_answer() {
  explain::Explanation e;
  e.rows = 50;
  e.predictions = {"p"};
  e.summary = {{"c", person::Way::kKnows, {}}};
  e.method = "exact";
  e.sparsity = 2;
  e.intercept = {0};
  explain::Fact a;
  a.name = "a";
  a.coefficient = {2.5};
  a.weight = 8;
  a.stability = 0.85;
  explain::Fact b;
  b.name = "b";
  b.coefficient = {-1};
  b.weight = 4;
  e.facts = {a, b};
  e.information.nats = e.information.objective_nats = e.information.corrected_nats = 0.6931471805599453;  // 1 bit
  e.uncertainty.before = {20};
  e.uncertainty.after = {10};
  e.uncertainty.removed = {0.5};
  e.claim.kind = information::Claim::Kind::kBestOfAll;
  explain::CurvePoint one;
  one.sparsity = 1;
  one.set.features = {"a"};
  one.set.nats = 0.34657359027997264;  // half a bit
  explain::CurvePoint two;
  two.sparsity = 2;
  two.set.features = {"a", "b"};
  two.set.nats = e.information.nats;
  two.optimal = true;
  e.curve = {one, two, two};
  explain::RowExplanation row;
  row.index = 3;
  row.prediction = {120};
  row.expected = {100};
  explain::Contribution part;
  part.name = "a";
  part.value = 7;
  part.expected = -0.2;
  part.contribution = {18};
  row.contributions.push_back(part);
  part.name = "b";
  part.value = 5;
  part.contribution = {-3};
  row.contributions.push_back(part);
  row.remainder = {5};
  e.row = row;
  e.set_aside = {{"id", "it names rows"}};
  return e;
}

/// Found by explain(): p = 100 + 10a + 5b + 8·[city is Rome] + noise, to somebody who knows a, with row 3.
inline explain::Explanation found_answer() {
  base::Random random(1);
  data::MemoryTable table;
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> p;
  std::vector<std::string> city;
  for (int i = 0; i < 200; ++i) {
    a.push_back(random.normal());
    b.push_back(random.normal());
    city.emplace_back(random.below(2) == 0 ? "Oslo" : "Rome");
    p.push_back(100 + 10 * a.back() + 5 * b.back() + (city.back() == "Rome" ? 8 : 0) + random.normal());
  }
  table.add("a", a);
  table.add("b", b);
  table.add("city", city);
  table.add("p", p);
  request::Request request = request::testing::plain_request();
  request.what.prediction = {"p"};
  request.who.knows = {"a"};
  request.rows.row = 3;
  request.how.threads = 1;
  return explain::explain({.table = data::Dataset::borrow(table)}, request, {}).value();
}

}  // namespace explainee::view::testing
