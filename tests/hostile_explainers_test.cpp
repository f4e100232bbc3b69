// tests/hostile_explainers_test.cpp: kept explainers that were changed and signed again are refused or applied, and
// nothing else happens.
#include <gtest/gtest.h>

#include "explainee/explain/kept/check.h"
#include "explainee/explain/kept/explainer_file.h"
#include "explainee/explain/rows/explain_rows.h"
#include "testing/hostile_files.h"

namespace explainee {
namespace {

using hostile::Json;

/// Takes rows and forgets them.
class NoRows final : public data::TableSink {
 public:
  base::Result<void> write(std::span<const data::ColumnView> columns) override {
    for (const data::ColumnView& column : columns) seen += column.numbers.size() + column.texts.size();
    return {};
  }
  base::Result<void> finish() override { return {}; }
  std::size_t seen = 0;
};

void use(const explain::Explainer& explainer, data::MemoryTable& table) {
  NoRows sink;
  EXPECT_FALSE(explain::row_columns(explainer).empty());
  const auto rows = explain::explain_rows(explainer, table, &sink, {});
  if (rows.ok()) {
    EXPECT_GE(rows.value().rows, rows.value().unseen);
    EXPECT_EQ(sink.seen > 0, rows.value().rows > 0);
  } else {
    hostile::expect_sentence(rows.error());
  }
  const auto report = explain::check(explainer, table, {});
  if (!report.ok()) hostile::expect_sentence(report.error());
}

TEST(HostileExplainers, AreRefusedOrApplied) {
  std::vector<std::string> genuine;
  for (const hostile::Change& question : hostile::questions()) {
    const explain::Explanation found = hostile::answer(question);
    if (found.explainer != nullptr) genuine.push_back(explain::write_explainer(*found.explainer));
  }
  ASSERT_GE(genuine.size(), 7U);
  data::MemoryTable table = hostile::small_table(40);
  base::Random random(2);
  int read_well = 0;
  for (int i = 0; i < scaled(hostile::kFiles); ++i) {
    std::string text = genuine[hostile::pick(random, genuine.size())];
    if (i % 4 == 0) {
      hostile::mutate(text, random);
    } else {
      Json document = Json::parse(text);
      hostile::mutate(document, random);
      text = hostile::signed_again(std::move(document));
    }
    const auto explainer = explain::read_explainer(text, "kept.explainee");
    if (!explainer.ok()) {
      EXPECT_EQ(explainer.error().subject.file, "kept.explainee");
      hostile::expect_sentence(explainer.error());
      continue;
    }
    ++read_well;
    const std::string written = explain::write_explainer(explainer.value());
    const auto again = explain::read_explainer(written, "");
    ASSERT_TRUE(again.ok()) << text;
    EXPECT_EQ(explain::write_explainer(again.value()), written);
    use(explainer.value(), table);
  }
  EXPECT_GT(read_well, scaled(hostile::kFiles) / 20);
  RecordProperty("read_well", read_well);
}

}  // namespace
}  // namespace explainee
