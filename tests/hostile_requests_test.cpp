// tests/hostile_requests_test.cpp: requests as JSON that were changed are refused or answered, and nothing else
// happens.
#include <gtest/gtest.h>

#include "explainee/request/grammar/grammar.h"
#include "explainee/request/json/json.h"
#include "explainee/request/records/records.h"
#include "testing/hostile_files.h"

namespace explainee {
namespace {

using hostile::Json;

/// Every question as a document, and one that says something of nearly everything.
std::vector<std::string> documents() {
  std::vector<std::string> all;
  const auto add = [&](const request::Request& request) {
    all.push_back(
        request::write_request(request::written_of(request, request::explain_records()), request::explain_records()));
  };
  for (const hostile::Change& question : hostile::questions()) {
    request::Request request = about_p(2);
    request.facts.exclude = {"w", "day", "q"};
    question(request);
    add(request);
  }
  all.emplace_back(R"({"schema": "explainee.request.v1",
    "what": {"prediction": ["p"], "label": "q", "id": "town", "prediction_scale": "plain"},
    "who": {"knows": ["a..b"], "told": ["f"], "summary": ["e"], "sees_mean": ["c", "d"], "retell": true,
            "summary_noise": {"e": 0.1}, "linear": true},
    "facts": {"sparsity": 1, "exclude": ["w", "day"], "inputs": ["a", "b"], "cost": {"features": 2}, "budget": 4,
              "family": ["features", "groups", "averages"], "group": {"both": ["c", "d"]}, "windows": [2, 3],
              "cuts": {"c": [0, 1.5]}, "noise": {"c": 0.5}, "shown_as": {"d": {"round": 0.5}}},
    "how": {"method": "greedy", "estimator": "gaussian", "top": 2, "within_bits": 0.1, "gap": 0.01, "time_limit": 1,
            "folds": 4, "honest": true, "missing": "drop", "seed": 3, "threads": 1},
    "rows": {"row": 3, "local": false}})");
  return all;
}

void use(request::Request request, data::MemoryTable& table) {
  request.how.threads = 1;
  const auto found = explain::explain({.table = data::Dataset::borrow(table)}, request, base::Control().within(0.5));
  if (!found.ok()) hostile::expect_sentence(found.error());
}

TEST(HostileRequests, AreRefusedOrAnswered) {
  const std::vector<std::string> genuine = documents();
  data::MemoryTable table = hostile::small_table(40);
  const auto& records = request::explain_records();
  for (const std::string& text : genuine) {
    const auto written = request::read_request(text, records, "r.json");
    ASSERT_TRUE(written.ok()) << base::text(written.error(), base::command_line());
    const auto resolved = request::resolve(written.value(), records, table.columns());
    ASSERT_TRUE(resolved.ok()) << base::text(resolved.error(), base::command_line());
  }
  base::Random random(3);
  int resolved_well = 0;
  for (int i = 0; i < scaled(hostile::kFiles); ++i) {
    std::string text = genuine[hostile::pick(random, genuine.size())];
    if (i % 4 == 0) {
      hostile::mutate(text, random);
    } else {
      Json document = Json::parse(text);
      hostile::mutate(document, random);
      text = hostile::text_of(document);
    }
    const auto written = request::read_request(text, records, "r.json");
    if (!written.ok()) {
      EXPECT_EQ(written.error().subject.file, "r.json");
      hostile::expect_sentence(written.error());
      continue;
    }
    const std::string again = request::write_request(written.value(), records);
    const auto back = request::read_request(again, records, "");
    ASSERT_TRUE(back.ok()) << text;
    EXPECT_EQ(request::write_request(back.value(), records), again);
    const auto resolved = request::resolve(written.value(), records, table.columns());
    if (!resolved.ok()) {
      hostile::expect_sentence(resolved.error());
      continue;
    }
    ++resolved_well;
    use(resolved.value(), table);
  }
  EXPECT_GT(resolved_well, scaled(hostile::kFiles) / 20);
  RecordProperty("resolved_well", resolved_well);
}

}  // namespace
}  // namespace explainee
