#include "explainee/cohort/one_by_one/told.h"

#include <gtest/gtest.h>

#include <cmath>

namespace explainee::cohort::told_test {
namespace {

using Kind = information::Claim::Kind;

explain::Explanation one_fact() {
  explain::Explanation e;
  explain::Fact fact;
  fact.name = "x3";
  fact.coefficient = {0.5};
  fact.shape.kind = family::Shape::Kind::kCut;
  e.facts = {fact};
  e.information.nats = e.information.objective_nats = 0.75;
  e.uncertainty.removed = {0.25};
  e.claim.kind = Kind::kBestOfAll;
  e.claim.bound_nats = 0.75;
  return e;
}

TEST(Told, FiguresAreThoseOfTheExplanation) {
  explain::Explanation e = one_fact();
  e.support = explain::Support{true, 1, {}, false};
  e.predictive.emplace();
  e.predictive->nats = 0.5;
  e.predictive->error = 0.125;
  const Told told = told_of(e);
  EXPECT_EQ(told.facts, std::vector<std::string>{"x3"});
  EXPECT_EQ(told.served.coefficients, std::vector<double>{0.5});
  EXPECT_EQ(told.served.shapes, std::vector<family::Shape::Kind>{family::Shape::Kind::kCut});
  EXPECT_EQ(told.served.nats, 0.75);
  EXPECT_EQ(told.served.removed, 0.25);
  EXPECT_EQ(told.served.bound_nats, 0.75);
  EXPECT_EQ(told.served.found, true);
  EXPECT_EQ(told.served.predictive_nats, 0.5);
  EXPECT_EQ(told.served.predictive_error, 0.125);
  EXPECT_EQ(told.served.status, Status::kOk);
  EXPECT_TRUE(told.served.optimal && !told.served.linear_only);
}

TEST(Told, WhatWasNotAskedOrIsSettledIsNotThere) {
  explain::Explanation e = one_fact();
  e.information.infinite = true;
  e.predictive.emplace();
  e.predictive->settled = true;
  const Served served = told_of(e).served;
  EXPECT_FALSE(served.found || served.predictive_nats || served.bound_nats);
  EXPECT_EQ(served.predictive_error, 0);
}

TEST(Told, ACategoryHasNoSingleCoefficient) {
  explain::Explanation e = one_fact();
  e.facts[0].coefficient.clear();
  EXPECT_TRUE(std::isnan(told_of(e).served.coefficients[0]));
}

TEST(Told, TheStatusSaysWhatBecameOfThem) {
  explain::Explanation e = one_fact();
  e.claim.kind = Kind::kBoundOnly;
  EXPECT_EQ(told_of(e).served.status, Status::kNotProven);
  e.facts.clear();
  e.claim.kind = Kind::kNothingSupported;
  e.support = explain::Support{true, 0, {}, false};
  EXPECT_EQ(told_of(e).served.status, Status::kOk);
  EXPECT_EQ(told_of(e).served.found, false);
  e.claim.kind = Kind::kNoCandidate;
  e.support.reset();
  EXPECT_EQ(told_of(e).served.status, Status::kNothingToExplain);
  EXPECT_EQ(told_of(e).served.bound_nats, 0);
}

}  // namespace
}  // namespace explainee::cohort::told_test
