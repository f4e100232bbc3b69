#include "explainee/view/sentences/say_check.h"

#include <gtest/gtest.h>

#include "explainee/view/sentences/sentences.h"

namespace explainee::view {
namespace {

explain::RowsSummary some_rows() {
  explain::RowsSummary rows;
  rows.rows = 40;
  rows.dropped = 2;
  rows.outside = 3;
  rows.before = Eigen::VectorXd::Constant(1, 20);
  rows.after = Eigen::VectorXd::Constant(1, 12.5);
  rows.helped = Eigen::VectorXd::Constant(1, 0.7);
  rows.drift = Eigen::VectorXd::Constant(1, 1e-13);
  return rows;
}

TEST(SayCheck, RowsHaveTheirErrorsAndTheCautionLast) {
  explain::Explainer explainer;
  explainer.predictions = {"p"};
  const std::vector<std::string> lines = rows_sentences(explainer, some_rows());
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "40 rows, 2 more left out for missing cells; 3 hold a number beyond the range of that time.");
  EXPECT_EQ(lines[1], "Typical error about p: 20 before the facts, 12.5 with them; 70 % of the rows come closer.");
  EXPECT_EQ(lines[2], kNotCauses);
}

TEST(SayCheck, TellsThenFromNowAndDriftFromRounding) {
  explain::Explainer explainer;
  explainer.predictions = {"p"};
  family::Description fact;
  fact.name = "a";
  explainer.facts = {fact};
  explain::CheckReport report;
  report.rows = some_rows();
  report.now.infinite = true;
  report.changed = true;
  const std::vector<std::string> lines = check_sentences(explainer, report);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].find("{a} told "), 0U) << lines[0];
  EXPECT_NE(lines[0].find("and everything on 0 rows now: more of a change than chance explains."), std::string::npos);
  EXPECT_EQ(lines[1], "What she expects of p is off by 0 on average now (0 then; typical error 20).");
}

TEST(SayCheck, NoNameMovesTheCursor) {
  explain::Explainer explainer;
  explainer.predictions = {"p\033[2J"};
  explainer.facts.resize(1);
  explainer.facts[0].name = "a\033[2J";
  explain::CheckReport report;
  report.rows = some_rows();
  for (const std::string& line : check_sentences(explainer, report))
    EXPECT_EQ(line.find('\033'), std::string::npos) << line;
}

}  // namespace
}  // namespace explainee::view
