#include "explainee/explain/gather/roles/roles.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "explainee/base/errors/speech.h"
#include "explainee/request/testing/plain_request.h"

namespace explainee::explain::roles_test {
namespace {

using Indices = std::vector<std::size_t>;
using Names = std::vector<std::string>;

/// 0 a, 1 b, 2 town (text), 3 p, 4 q, 5 Id, 6 tags (lists), 7 w.
std::vector<data::Column> make_columns() {
  std::vector<data::Column> columns;
  for (const char* name : {"a", "b", "town", "p", "q", "Id", "tags", "w"}) columns.push_back({name});
  columns[2].type = data::ColumnType::kText;
  columns[6].unreadable = "lists";
  return columns;
}

request::Request about(Names predictions) {
  request::Request request = request::testing::plain_request();
  request.what.prediction = std::move(predictions);
  return request;
}

Roles roles_of(const request::Request& request, const RolesOf& of = {}, const Names& expressions = {}) {
  std::vector<data::Column> columns = make_columns();
  for (const std::string& text : expressions) columns.push_back({text});
  RolesOf whole = of;
  whole.expressions = expressions.size();
  auto roles = resolve_roles(columns, request, whole);
  EXPECT_TRUE(roles.ok()) << (roles.ok() ? "" : base::text(roles.error(), base::command_line()));
  return roles.ok() ? roles.value() : Roles{};
}

base::Error refused(const request::Request& request, const RolesOf& of = {}, const Names& expressions = {}) {
  std::vector<data::Column> columns = make_columns();
  for (const std::string& text : expressions) columns.push_back({text});
  RolesOf whole = of;
  whole.expressions = expressions.size();
  const auto roles = resolve_roles(columns, request, whole);
  EXPECT_FALSE(roles.ok());
  return roles.ok() ? base::Error{} : roles.error();
}

std::string said(const base::Error& error) { return base::text(error, base::command_line()); }

Names names_of(const std::vector<person::Holding>& held) {
  Names names;
  for (const person::Holding& one : held) names.push_back(one.column);
  return names;
}

Names names_of(const std::vector<SetAside>& aside) {
  Names names;
  for (const SetAside& one : aside) names.push_back(one.name);
  return names;
}

TEST(Roles, WhatNothingIsSaidOfMayBeAFactUnlessItsNameOrTypeSpeaksAgainst) {
  const Roles roles = roles_of(about({"p"}));
  EXPECT_EQ(roles.predictions, (Indices{3}));
  EXPECT_EQ(roles.eligible, (Indices{0, 1, 2, 4, 7}));
  EXPECT_EQ(names_of(roles.set_aside), (Names{"Id", "tags"}));
  EXPECT_FALSE(roles.features_given);
  EXPECT_FALSE(roles.inputs_given);
}

TEST(Roles, AColumnThatIsNamedIsNotSetAside) {
  request::Request request = about({"p"});
  request.facts.features = {"b", "Id"};
  const Roles roles = roles_of(request);
  EXPECT_EQ(roles.eligible, (Indices{1, 5}));
  EXPECT_TRUE(roles.set_aside.empty());
  EXPECT_TRUE(roles.features_given);
  request.facts.features.clear();
  request.who.knows = {"Id"};
  EXPECT_EQ(names_of(roles_of(request).set_aside), (Names{"tags"}));
}

TEST(Roles, WhatServesElsewhereIsNoFact) {
  request::Request request = about({"p"});
  request.what.label = "q";
  request.what.id = "Id";
  request.how.weight = "w";
  request.how.block = "town";
  request.who.summary = {"a"};
  const Roles roles = roles_of(request);
  EXPECT_EQ(roles.eligible, (Indices{1}));
  EXPECT_EQ(roles.label, 4U);
  EXPECT_EQ(roles.id, 5U);
  EXPECT_EQ(roles.weight, 7U);
  EXPECT_EQ(roles.block, 2U);
  request.facts.exclude = {"b"};
  EXPECT_TRUE(roles_of(request).eligible.empty());
}

TEST(Roles, AFeatureThatServesElsewhereIsRefused) {
  request::Request request = about({"p"});
  request.facts.features = {"a", "p"};
  EXPECT_EQ(refused(request).code, base::ErrorCode::kBadOption);
  EXPECT_NE(said(refused(request)).find("--features names 'p'"), std::string::npos);
  EXPECT_EQ(refused(request, {.judging = true}).code, base::ErrorCode::kBadOption);
}

TEST(Roles, AnUnknownColumnIsTheFaultOfTheOptionThatNamesIt) {
  using Change = std::function<void(request::Request&)>;
  const std::vector<std::pair<std::string, Change>> wishes = {
      {"prediction", [](auto& r) { r.what.prediction = {"nowhere"}; }},
      {"label", [](auto& r) { r.what.label = "nowhere"; }},
      {"id", [](auto& r) { r.what.id = "nowhere"; }},
      {"weight", [](auto& r) { r.how.weight = "nowhere"; }},
      {"block", [](auto& r) { r.how.block = "nowhere"; }},
      {"inputs",
       [](auto& r) {
         r.facts.inputs = {"a", "nowhere"};
       }},
      {"knows", [](auto& r) { r.who.knows = {"nowhere"}; }},
      {"told", [](auto& r) { r.who.told = {"nowhere"}; }},
      {"summary", [](auto& r) { r.who.summary = {"nowhere"}; }},
      {"guess", [](auto& r) { r.who.guess = {"nowhere"}; }},
      {"reasons-from", [](auto& r) { r.who.reasons_from = {{"nowhere"}}; }},
      {"features", [](auto& r) { r.facts.features = {"nowhere"}; }},
      {"exclude", [](auto& r) { r.facts.exclude = {"nowhere"}; }},
  };
  for (const auto& [option, change] : wishes) {
    request::Request request = about({"p"});
    change(request);
    const base::Error error = refused(request);
    EXPECT_EQ(error.code, base::ErrorCode::kUnknownColumn) << option;
    EXPECT_EQ(error.subject.option.name, option);
  }
}

TEST(Roles, ThePredictionHasToBeSomethingThatCanBeExplained) {
  EXPECT_EQ(refused(about({})).code, base::ErrorCode::kBadOption);
  EXPECT_EQ(refused(about({"tags"})).code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(refused(about({"p", "town"})).code, base::ErrorCode::kUnfitColumn);
  EXPECT_EQ(roles_of(about({"town"})).predictions, (Indices{2}));
  EXPECT_EQ(roles_of(about({"q", "p", "q"})).predictions, (Indices{4, 3}));
}

TEST(Roles, ThePredictionHasNoOtherPart) {
  using Change = std::function<void(request::Request&)>;
  const std::vector<std::pair<std::string, Change>> wishes = {
      {"--label", [](auto& r) { r.what.label = "p"; }},  {"--id", [](auto& r) { r.what.id = "p"; }},
      {"--weight", [](auto& r) { r.how.weight = "p"; }}, {"--block", [](auto& r) { r.how.block = "p"; }},
      {"--knows", [](auto& r) { r.who.knows = {"p"}; }}, {"--told", [](auto& r) { r.who.told = {"a", "p"}; }},
  };
  for (const auto& [option, change] : wishes) {
    request::Request request = about({"p"});
    change(request);
    EXPECT_EQ(refused(request).code, base::ErrorCode::kBadOption) << option;
    EXPECT_NE(said(refused(request)).find(option), std::string::npos) << said(refused(request));
  }
  request::Request text_weight = about({"p"});
  text_weight.how.weight = "town";
  EXPECT_EQ(refused(text_weight).code, base::ErrorCode::kUnfitColumn);
}

TEST(Roles, ADerivedPredictionTakesItsSourcesOutOfTheFacts) {
  request::Request request = about({"p"});
  request.what.versus = "q";
  const Roles roles = roles_of(request, {}, {"p - q"});
  EXPECT_EQ(roles.predictions, (Indices{8}));
  EXPECT_EQ(roles.prediction_sources, (Indices{3, 4}));
  EXPECT_EQ(roles.eligible, (Indices{0, 1, 2, 7}));
  request.what.prediction = {"p", "a"};
  EXPECT_EQ(refused(request, {}, {"p - q"}).code, base::ErrorCode::kBadOption);
}

TEST(Roles, DrawsAreSeveralDifferentColumns) {
  request::Request request = about({"p", "q"});
  request.what.draws = true;
  const Roles roles = roles_of(request, {}, {"mean(p,q)"});
  EXPECT_EQ(roles.draws, (Indices{3, 4}));
  EXPECT_EQ(roles.predictions, (Indices{8}));
  EXPECT_EQ(roles.eligible, (Indices{0, 1, 2, 7}));
  request.who.knows = {"q"};
  EXPECT_EQ(refused(request, {}, {"mean(p,q)"}).code, base::ErrorCode::kBadOption);
  request.who.knows.clear();
  for (const Names& draws : {Names{"p"}, Names{"p", "q", "p"}}) {
    request.what.prediction = draws;
    EXPECT_EQ(refused(request, {}, {"mean(p,q)"}).code, base::ErrorCode::kBadOption);
  }
}

TEST(Roles, OfThePersonEachColumnIsTakenAsItWasSaidFirst) {
  request::Request request = about({"p"});
  request.who.knows = {"a", "town"};
  request.who.told = {"a", "b"};
  request.who.summary = {"q"};
  request.who.guess = {"w"};
  request.who.sees = {{"2*b"}};
  request.who.sees_mean = {"a", "b"};
  const Roles roles = roles_of(request, {.answered = true}, {"2*b", "mean(a,b)"});
  EXPECT_EQ(names_of(roles.person.known), (Names{"a", "town", "b"}));
  EXPECT_EQ(roles.person.known[0].way, person::Way::kKnows);
  EXPECT_EQ(roles.person.known[2].way, person::Way::kTold);
  EXPECT_EQ(names_of(roles.person.linear), (Names{"q", "w", "2*b", "mean(a,b)", "answer"}));
  const std::vector<person::Way> ways = {person::Way::kUnderstands, person::Way::kGuesses, person::Way::kSees,
                                         person::Way::kSees, person::Way::kAnswered};
  for (std::size_t i = 0; i < ways.size(); ++i) EXPECT_EQ(roles.person.linear[i].way, ways[i]) << i;
  EXPECT_EQ(roles.hers, (std::set<std::size_t>{0, 1, 2, 4, 7}));
  EXPECT_EQ(roles.eligible, (Indices{0, 1, 2}));
  EXPECT_TRUE(roles.person.quadratic);
}

TEST(Roles, SheReasonsTowardsALabelOfNumbersElseThePredictions) {
  request::Request request = about({"p", "q"});
  request.who.reasons_from = {{"a"}, {"town"}};
  EXPECT_EQ(roles_of(request).person.reasons_target, (Names{"p", "q"}));
  EXPECT_EQ(roles_of(request).hers, (std::set<std::size_t>{0, 2}));
  request.what.label = "w";
  EXPECT_EQ(roles_of(request).person.reasons_target, (Names{"w"}));
  request.who.retell = true;
  EXPECT_TRUE(roles_of(request).hers.empty());
  request.what = about({"town"}).what;
  request.who.reasons_from = {{"a"}};
  EXPECT_EQ(refused(request).code, base::ErrorCode::kBadOption);
  request.who.reasons_from = {{"a", 2.0}};
  EXPECT_TRUE(roles_of(request).person.reasons_target.empty());
}

TEST(Roles, WeightsAreGivenToAllReasonsOrToNone) {
  request::Request request = about({"p"});
  request.who.reasons_from = {{"a", 2.0}, {"b"}};
  EXPECT_EQ(refused(request).code, base::ErrorCode::kBadOption);
  EXPECT_EQ(refused(request).subject.option.name, "reasons-from");
  request.who.reasons_from = {{"town", 2.0}};
  EXPECT_EQ(refused(request).subject.option.name, "reasons-from");
}

TEST(Roles, WhatIsJudgedIsAColumnOrAFactOfAFamily) {
  request::Request request = about({"p"});
  request.facts.family = {"curves", "groups"};
  request.facts.features = {"b", "curve(a)", "curve(a)"};
  request.facts.group = {{"both", {"a", "b"}}};
  request.facts.like = {4};
  const Roles roles = roles_of(request, {.judging = true});
  EXPECT_EQ(roles.judged, (Indices{1}));
  EXPECT_EQ(roles.judged_facts, (Names{"both", "curve(a)", "like row 4"}));
  EXPECT_TRUE(roles.is_judged(1));
  EXPECT_FALSE(roles.is_judged(0));
  EXPECT_FALSE(roles.features_given);
  EXPECT_EQ(roles.eligible, (Indices{0, 1, 2, 4, 7}));
}

TEST(Roles, WithoutFamiliesAnUnknownNameIsNoFactToJudge) {
  request::Request request = about({"p"});
  EXPECT_EQ(refused(request, {.judging = true}).code, base::ErrorCode::kBadOption);
  request.facts.features = {"curve(a)"};
  EXPECT_EQ(refused(request, {.judging = true}).code, base::ErrorCode::kUnknownColumn);
  EXPECT_EQ(refused(request, {.judging = true}).subject.option.name, "features");
}

TEST(Roles, ARuleToJudgeLooksAtFactsAndIsKnownToWhoKnowsAllOfThem) {
  request::Request request = about({"p"});
  request.facts.rule = {"a > b"};
  request.who.knows = {"a"};
  EXPECT_EQ(roles_of(request, {.judging = true}, {"a > b"}).judged, (Indices{8}));
  EXPECT_TRUE(roles_of(request, {.judging = true}, {"a > b"}).person.implied.empty());
  request.who.knows = {"a", "b"};
  EXPECT_EQ(roles_of(request, {.judging = true}, {"a > b"}).person.implied, (Names{"a > b"}));
  request.who.linear = true;
  EXPECT_TRUE(roles_of(request, {.judging = true}, {"a > b"}).person.implied.empty());
  request.facts.rule = {"p > b"};
  EXPECT_EQ(refused(request, {.judging = true}, {"p > b"}).code, base::ErrorCode::kBadOption);
}

TEST(Roles, ExpressionsStandInTheOrderOfTheirColumns) {
  request::Request request = about({"p"});
  request.who.sees = {{"2*b"}};
  request.what.versus = "q";
  request.facts.rule = {"a > 1"};
  const auto parsed = parse_expressions(request, make_columns());
  ASSERT_TRUE(parsed.ok());
  Names texts;
  for (const data::Expression& expression : parsed.value()) texts.push_back(expression.text());
  EXPECT_EQ(texts, (Names{"2*b", "p - q", "a > 1"}));
  EXPECT_EQ(roles_of(request, {.judging = true}, texts).predictions, (Indices{9}));
}

TEST(Roles, AnExpressionThatCannotBeReadIsRefused) {
  request::Request request = about({"p"});
  request.who.sees = {{"2*("}};
  EXPECT_EQ(parse_expressions(request, make_columns()).error().code, base::ErrorCode::kBadExpression);
  request.who.sees.clear();
  request.what.versus = "nowhere";
  EXPECT_EQ(parse_expressions(request, make_columns()).error().subject.option.name, "versus");
}

}  // namespace
}  // namespace explainee::explain::roles_test
