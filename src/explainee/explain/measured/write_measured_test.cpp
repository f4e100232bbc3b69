#include <gtest/gtest.h>

#include "explainee/explain/testing/composed.h"

namespace explainee::explain::write_measured_test {
namespace {

using information::Claim;
using Names = std::vector<std::string>;

ListedSet listed(const std::string& name, double nats) {
  ListedSet set;
  set.facts = {testing::candidate_of(name, {0})};
  set.measured.compared_nats = nats;
  set.measured.nats = nats;
  return set;
}

/// A judged set beside the best one; the search found that 0.25 nats are lost.
Composition judged_beside(double judged, double best, Claim::Objective objective) {
  Composition c;
  c.judging = true;
  c.chosen = listed("judged", judged);
  c.chosen.measured.claim.objective = objective;
  c.best = listed("best", best);
  c.lost.nats = 0.25;
  write_measured(c);
  return c;
}

TEST(WriteMeasured, ALossIsInTheTermsOfTheSearch) {
  const Composition c = judged_beside(0.5, 1, Claim::Objective::kThisEstimator);
  ASSERT_TRUE(c.answer.score.has_value());
  EXPECT_EQ(c.answer.score->best.features, Names{"best"});
  EXPECT_EQ(c.answer.score->lost_nats, 0.25);
}

TEST(WriteMeasured, OfClassesALossIsInWhatPeopleAreTold) {
  EXPECT_EQ(judged_beside(0.5, 1.5, Claim::Objective::kClassIndicators).answer.score->lost_nats, 1);
  const ScoreReport better = *judged_beside(2, 1.5, Claim::Objective::kClassIndicators).answer.score;
  EXPECT_EQ(better.best.features, Names{"judged"});  // the search had compared by something else
  EXPECT_EQ(better.lost_nats, 0);
}

TEST(WriteMeasured, HonestFiguresAreOfAMeasureThatNeedsNoRows) {
  for (const bool from_moments : {false, true}) {
    Composition c;
    c.chosen = listed("x", 1);
    c.honesty.honest_nats = 0.75;
    c.honesty.method = "exact";
    c.honesty.stability = 0.5;
    c.from_moments = from_moments;
    write_measured(c);
    EXPECT_EQ(c.answer.information.honest_nats.has_value(), from_moments);
    EXPECT_EQ(c.answer.information.honest_method, from_moments ? "exact" : "");
    EXPECT_EQ(c.answer.information.stability, 0.5);
  }
}

TEST(WriteMeasured, TheObjectiveIsLessTheCharge) {
  Composition c;
  c.chosen = listed("x", 1);
  c.chosen.measured.searched.nats = 1;
  c.chosen.measured.searched.charge_nats = 0.25;
  c.chosen.measured.corrected_nats = 0.875;
  c.chosen.measured.claim.kind = Claim::Kind::kBestOfAll;
  write_measured(c);
  EXPECT_EQ(c.answer.information.nats, 1);
  EXPECT_EQ(c.answer.information.objective_nats, 0.75);
  EXPECT_EQ(c.answer.information.corrected_nats, 0.875);
  EXPECT_TRUE(c.answer.claim.optimal());
}

TEST(WriteMeasured, WhyThereIsNoIntervalIsSaid) {
  Composition c;
  c.chosen = listed("x", 1);
  c.chosen.measured.too_few_rows = 49;
  c.chosen.measured.blocks = 29;
  write_measured(c);
  ASSERT_EQ(c.answer.warnings.size(), 2U);
  EXPECT_EQ(c.answer.warnings[0].code, "too_few_rows_for_interval");
  EXPECT_EQ(c.answer.warnings[1].code, "few_blocks");
}

TEST(WriteMeasured, WhatStandsBehindATestIsTold) {
  Composition c;
  c.chosen = listed("x", 1);
  c.chosen.measured.p_value = 0.25;
  c.chosen.measured.test = information::TestBasis::kPermutation;
  c.chosen.measured.blocks = 30;  // enough
  write_measured(c);
  EXPECT_EQ(c.answer.information.p_value, 0.25);
  EXPECT_EQ(c.answer.information.test, information::TestBasis::kPermutation);
  EXPECT_TRUE(c.answer.warnings.empty());
}

TEST(WriteMeasured, AlternativesAndTheCurveAreListedInOrder) {
  Composition c;
  c.chosen = listed("x", 3);
  c.alternatives = {listed("y", 2), listed("z", 1)};
  c.alternatives[0].indistinguishable = true;
  c.curve = {{1, listed("y", 2), true}, {2, listed("x", 3), false}};
  c.impersonal_all = listed("w", 0.5);
  write_measured(c);
  ASSERT_EQ(c.answer.alternatives.size(), 2U);
  EXPECT_EQ(c.answer.alternatives[0].features, Names{"y"});
  EXPECT_EQ(c.answer.alternatives[0].indistinguishable, true);
  EXPECT_FALSE(c.answer.alternatives[1].indistinguishable.has_value());
  ASSERT_EQ(c.answer.curve.size(), 2U);
  EXPECT_EQ(c.answer.curve[1].sparsity, 2);
  EXPECT_EQ(c.answer.curve[1].set.nats, 3);
  EXPECT_FALSE(c.answer.curve[1].optimal);
  EXPECT_EQ(c.answer.impersonal_all->features, Names{"w"});
  EXPECT_FALSE(c.answer.impersonal_unknown.has_value());
}

TEST(WriteMeasured, OfAClassTheSurpriseIsThatOfTheClass) {
  Composition c;
  c.chosen = listed("x", 1);
  c.chosen.measured.chances = {0.5, 0.75, false};
  c.chosen.measured.row_nats = -0.125;
  c.answer.label.emplace();
  c.answer.row.emplace();
  c.answer.row->surprise_removed_nats = 3;
  c.answer.row->one_in_before = {7};
  write_measured(c);
  EXPECT_EQ(c.answer.label->right_before, 0.5);
  EXPECT_EQ(c.answer.label->right_after, 0.75);
  EXPECT_FALSE(c.answer.label->counted);
  EXPECT_EQ(c.answer.row->surprise_removed_nats, -0.125);
  EXPECT_TRUE(c.answer.row->one_in_before.empty());  // gaps of numbers say nothing of classes
}

TEST(WriteMeasured, AClassThatFollowsFromWhatSheHasLeavesNothingToExplain) {
  Composition c;
  c.chosen = listed("x", 0);
  c.chosen.measured.claim.kind = Claim::Kind::kNothingToExplain;
  c.impersonal_all = listed("w", 0.5);
  c.answer.facts.resize(1);
  c.answer.row.emplace();
  c.answer.row->prediction = {1};
  c.answer.row->expected = {0.25};
  c.answer.row->remainder = {0.5};
  c.answer.row->contributions.resize(1);
  write_measured(c);
  EXPECT_TRUE(c.answer.nothing_to_explain);
  EXPECT_TRUE(c.answer.facts.empty());
  EXPECT_EQ(c.answer.information.of_nats, 0);
  EXPECT_EQ(c.answer.impersonal_all->nats, 0);
  EXPECT_EQ(c.answer.row->expected, c.answer.row->prediction);
  EXPECT_EQ(c.answer.row->remainder, std::vector<double>{0});
  EXPECT_TRUE(c.answer.row->contributions.empty());
}

}  // namespace
}  // namespace explainee::explain::write_measured_test
