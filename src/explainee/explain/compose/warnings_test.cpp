#include <gtest/gtest.h>

#include <cmath>

#include "explainee/base/errors/speech.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/testing/small_table.h"

namespace explainee::explain::warnings_test {
namespace {

using Codes = std::vector<std::string>;
using testing::SmallTable;

/// The codes of all warnings, and the sentences of the last call.
Codes warned(Composition& c) {
  c.answer.warnings.clear();
  add_warnings(c);
  Codes codes;
  for (const Warning& warning : c.answer.warnings) codes.push_back(warning.code);
  return codes;
}

std::string last(const Composition& c) { return base::text(c.answer.warnings.back().message, base::command_line()); }

TEST(Warnings, AreNotGivenWithoutReason) {
  const SmallTable rows;
  Composition c = compose(rows.input(), testing::about_p(), {}).value();
  EXPECT_TRUE(warned(c).empty());
}

TEST(Warnings, WhatWasNoticedWhileReadingStandsFirst) {
  const SmallTable rows;
  Composition c = compose(rows.input(), testing::about_p(), {}).value();
  c.gathered.warnings = {{"known_many_levels", "she knows many"}};
  c.answer.rows_dropped = 4;
  c.solution.capped = true;
  c.answer.interrupted = true;
  EXPECT_EQ(warned(c), (Codes{"known_many_levels", "rows_dropped", "more_sets_within", "interrupted"}));
  EXPECT_EQ(base::text(c.answer.warnings[1].message, base::command_line()),
            "4 rows with a missing or infinite cell were dropped");
}

TEST(Warnings, ASearchOutOfWorkSaysWhatMayBeMissingAndHowToGoOn) {
  const SmallTable rows;
  Composition c = compose(rows.input(), testing::about_p(), {}).value();
  c.answer.out_of_work = true;
  c.answer.claim.bound_nats = 1.0;
  c.answer.claim.gap_nats = 0.5 * std::log(2.0);
  EXPECT_EQ(warned(c), (Codes{"not_proven"}));
  EXPECT_EQ(last(c), "not proven: at most 0.5 bits more; to go on: --work 0");
  c.answer.claim.objective = information::Claim::Objective::kClassIndicators;
  EXPECT_EQ(warned(c), (Codes{"not_proven"}));
  EXPECT_EQ(last(c), "not proven: at most 0.5 bits more, with each class as a number, 1 or 0; to go on: --work 0");
  c.answer.claim.bound_nats.reset();
  EXPECT_EQ(warned(c), (Codes{"not_proven"}));
  EXPECT_EQ(last(c).find("at most"), std::string::npos) << last(c);
  EXPECT_NE(last(c).find("to go on: --work 0"), std::string::npos) << last(c);
  c.impersonal_unproven = true;
  EXPECT_EQ(warned(c), (Codes{"not_proven", "impersonal_not_proven"}));
}

TEST(Warnings, AColumnIsSuspectedByItsShareOfTheVariance) {
  SmallTable rows;
  const Eigen::VectorXd p = testing::least_squares({}, testing::beside({rows.p})).residuals.col(0);
  const Eigen::VectorXd apart =  // what c has beyond p, with the length of p
      testing::least_squares(testing::beside({rows.p}), testing::beside({rows.c})).residuals.col(0).normalized() *
      p.norm();
  for (const double share : {0.995, 0.985}) {
    const Eigen::VectorXd mixed = std::sqrt(share) * p + std::sqrt(1 - share) * apart;
    rows.table.add("R² = " + std::to_string(share), std::vector<double>(mixed.begin(), mixed.end()));
  }
  Composition c = compose(rows.input(), testing::about_p(), {}).value();
  EXPECT_EQ(warned(c), (Codes{"looks_like_the_prediction"}));
  EXPECT_NE(last(c).find("column 'R² = 0.995000' alone has R² = 0.9950"), std::string::npos) << last(c);
}

TEST(Warnings, LinearKnowingIsTheFaultOfTheRowsOrOfTheMoments) {
  SmallTable rows(15);  // 1 number and its square need 20
  request::Request request = testing::about_p();
  request.facts.features = {"b"};
  request.who.knows = {"a"};
  Composition few = compose(rows.input(), request, {}).value();
  EXPECT_EQ(warned(few), (Codes{"known_linear_only"}));
  EXPECT_NE(last(few).find("too few rows"), std::string::npos);
  const SmallTable enough;
  Input moments;
  request.who.knows.clear();
  request.facts.features = {"a", "b"};
  moments.moments = compose(enough.input(), request, {}).value().gathered.moments;
  request.who.knows = {"a"};
  Composition without = compose(moments, request, {}).value();
  EXPECT_EQ(warned(without), (Codes{"known_linear_only"}));
  EXPECT_NE(last(without).find("--products"), std::string::npos) << last(without);
}

}  // namespace
}  // namespace explainee::explain::warnings_test
