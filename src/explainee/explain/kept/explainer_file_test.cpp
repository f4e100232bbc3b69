#include "explainee/explain/kept/explainer_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "explainee/base/sha256/sha256.h"
#include "explainee/explain/testing/hand_made_explainer.h"

namespace explainee::explain::explainer_file_test {
namespace {

using Json = nlohmann::ordered_json;

/// Something of everything that an explainer can hold, with numbers that are hard to write.
Explainer full_explainer() {
  Explainer e = testing::hand_made_explainer();
  e.person = {"knows x", "sees \"y\"\n"};
  e.expressions = {"z(a) + 1"};
  e.scales = {{"a", 0.1 + 0.2, 1e-308}};
  e.made = {{"mean", {"a", "b", "c"}, family::Mean{}},
            {"product", {"a", "b"}, family::CentredProduct{1.0 / 3, -0.0}},
            {"bend", {"a"}, family::SplineTerm{{1, 2.5, 4, 7}, 2}},
            {"rule", {"a", "b"}, family::Rule{{{true, 3}, {false, std::numeric_limits<double>::denorm_min()}}}},
            {"like", {"a", "b"}, family::Likeness{{1, 2}, {3, 4}, 0.7}},
            {"bands", {"a"}, family::Bands{{1, 2}, {"low", "middle", "hoch ü"}}}};
  e.numbers[0] = {"a", 10, -std::numeric_limits<double>::max(), std::nextafter(12.0, 13.0)};
  e.products = {{0, 1}};
  e.weight = "w";
  e.id = "customer, \"of\" ü";
  e.drop_missing = true;
  e.resolution_variance = 1.0 / 12;
  e.shown_with[0] = {0.25, 0.5};
  e.facts[0].saying = {family::text("at least "), family::value("a", 1.0 / 7), family::column("a")};
  e.facts[1].family = "bins";
  e.user = Eigen::MatrixXd::Constant(5, 1, 1.0 / 3);
  e.column_expected = Eigen::MatrixXd::Constant(5, 2, 1e-17);
  e.model.mean = Eigen::VectorXd::LinSpaced(5, 0.1, 0.7);
  e.model.expected = Eigen::MatrixXd::Constant(5, 1, -2.0 / 3);
  e.model.facts = Eigen::MatrixXd::Constant(5, 1, 5e300);
  e.then = {123456789012345, false, 0.7, 0.69, 0.5, std::nullopt, 0.01};
  return e;
}

/// The same file after a change, with a checksum that fits.
std::string signed_again(Json json) {
  json.erase("sha256");
  json["sha256"] = base::sha256_hex(json.dump());
  return json.dump();
}

base::Error error_of(std::string_view text) {
  const auto read = read_explainer(text, "kept.json");
  EXPECT_FALSE(read.ok());
  return read.ok() ? base::Error{} : read.error();
}

TEST(ExplainerFile, IsReadBackToTheLastBit) {
  const Explainer e = full_explainer();
  const std::string text = write_explainer(e);
  const auto read = read_explainer(text, "kept.json");
  ASSERT_TRUE(read.ok());
  const Explainer& back = read.value();
  EXPECT_EQ(write_explainer(back), text);
  EXPECT_EQ(back.person, e.person);
  EXPECT_EQ(back.numbers[0].low, e.numbers[0].low);
  EXPECT_EQ(back.numbers[0].high, e.numbers[0].high);
  EXPECT_EQ(back.scales[0].sd, 1e-308);
  EXPECT_EQ(back.products, e.products);
  EXPECT_EQ(back.user, e.user);
  EXPECT_EQ(back.beta, e.beta);
  EXPECT_EQ(back.model.mean, e.model.mean);
  EXPECT_EQ(back.model.facts, e.model.facts);
  EXPECT_EQ(back.model.half_log_ratio, e.model.half_log_ratio);
  EXPECT_EQ(back.then.rows, e.then.rows);
  EXPECT_EQ(back.then.honest_nats, e.then.honest_nats);
  EXPECT_FALSE(back.then.error.has_value());
}

TEST(ExplainerFile, FormulasAreReadBack) {
  const Explainer back = read_explainer(write_explainer(full_explainer()), "").value();
  ASSERT_EQ(back.made.size(), 6U);
  EXPECT_TRUE(std::holds_alternative<family::Mean>(back.made[0].formula));
  EXPECT_TRUE(std::signbit(std::get<family::CentredProduct>(back.made[1].formula).second_centre));
  EXPECT_EQ(std::get<family::SplineTerm>(back.made[2].formula).term, 2);
  const auto& rule = std::get<family::Rule>(back.made[3].formula);
  EXPECT_FALSE(rule.conditions[1].above);
  EXPECT_EQ(rule.conditions[1].threshold, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(std::get<family::Likeness>(back.made[4].formula).scale, (std::vector<double>{3, 4}));
  EXPECT_EQ(std::get<family::Bands>(back.made[5].formula).words[2], "hoch ü");
}

TEST(ExplainerFile, DescriptionsAreReadBack) {
  const Explainer back = read_explainer(write_explainer(full_explainer()), "").value();
  EXPECT_EQ(back.facts[0].sources, std::vector<std::string>{"a"});
  EXPECT_EQ(back.facts[0].saying[1].kind, family::Word::Kind::kValue);
  EXPECT_EQ(back.facts[0].saying[1].value, 1.0 / 7);
  EXPECT_EQ(back.facts[0].saying[2].kind, family::Word::Kind::kColumn);
  EXPECT_TRUE(back.facts[1].block);
  EXPECT_EQ(back.facts[1].family, "bins");
  EXPECT_EQ(back.facts[1].shown, family::Shown::kLevel);
}

TEST(ExplainerFile, ShapesAreReadBack) {
  Explainer e = testing::hand_made_explainer();
  e.facts[0].shape = {family::Shape::Kind::kBent, 3, 0, {{-1.0 / 3, 2}, {0.1, -1e-17}}};
  e.facts[1].shape = {family::Shape::Kind::kCut, 2, 1.0 / 7, {}};
  const std::string text = write_explainer(e);
  const auto again = read_explainer(text, "kept.json");
  ASSERT_TRUE(again.ok());
  for (std::size_t i = 0; i < 2; ++i) {
    const family::Shape& shape = again.value().facts[i].shape;
    EXPECT_EQ(shape.kind, e.facts[i].shape.kind);
    EXPECT_EQ(shape.degrees, e.facts[i].shape.degrees);
    EXPECT_EQ(shape.threshold, e.facts[i].shape.threshold);
    EXPECT_EQ(shape.points, e.facts[i].shape.points);
  }
  EXPECT_EQ(write_explainer(again.value()), text);
}

TEST(ExplainerFile, WhatNoiseAddsIsComputedAgain) {
  const Explainer back = read_explainer(write_explainer(full_explainer()), "").value();
  ASSERT_EQ(back.model.noise_variance.size(), 1);
  EXPECT_EQ(back.model.noise_variance[0], 0.25 * 0.25 * 2 * 2);  // of the noise and β = 2
}

TEST(ExplainerFile, AnyOtherByteIsRefusedUnlessItSaysTheSame) {
  const std::string text = write_explainer(testing::hand_made_explainer());
  std::size_t refused = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {  // the last one ends the line
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const auto read = read_explainer(changed, "kept.json");
    if (!read.ok()) ++refused;
    EXPECT_TRUE(!read.ok() || write_explainer(read.value()) == text) << "byte " << i;
  }
  EXPECT_GE(refused + 5, text.size());  // of a number with all its digits, the last may stand for the same
}

TEST(ExplainerFile, WhatIsNoExplainerIsRefusedNamingTheFile) {
  const std::string text = write_explainer(testing::hand_made_explainer());
  for (const std::string& other :
       {std::string(), std::string("{}"), std::string("[1, 2]"), text.substr(0, text.size() / 2), text + text}) {
    const base::Error error = error_of(other);
    EXPECT_EQ(error.code, base::ErrorCode::kDamagedExplainer);
    EXPECT_EQ(error.subject.file, "kept.json");
  }
}

TEST(ExplainerFile, AKeyMoreOrLessIsAChange) {
  Json json = Json::parse(write_explainer(full_explainer()));
  json["model"]["colour"] = "red";
  EXPECT_EQ(error_of(json.dump()).code, base::ErrorCode::kDamagedExplainer);
  for (const char* key : {"/predictions", "/columns/made", "/model/draws", "/then/honest_nats", "/schema"}) {
    Json less = Json::parse(write_explainer(full_explainer()));
    const Json::json_pointer at(key);
    less[at.parent_pointer()].erase(at.back());
    EXPECT_EQ(error_of(signed_again(less)).code, base::ErrorCode::kDamagedExplainer) << key;
  }
}

/// Lengths and positions on which the rows rely, in files whose checksum fits.
TEST(ExplainerFile, WhatDoesNotFitTogetherIsRefused) {
  const std::vector<std::pair<const char*, Json>> changes = {
      {"/schema", "explainee.explainer.v2"},
      {"/predictions", Json::array()},
      {"/model/facts/0/shown", "colour"},
      {"/model/facts/0/shown", 6},
      {"/model/facts/0/saying/0/kind", "poem"},
      {"/columns/made/0/formula/kind", "sine"},
      {"/columns/made/1/sources", {"a"}},
      {"/columns/made/2/formula/term", 3},
      {"/columns/made/2/formula/knots", {1, 2}},
      {"/columns/made/4/formula/scale", {1}},
      {"/columns/made/5/formula/words", {"low", "high"}},
      {"/columns/products/0/1", 2},
      {"/columns/texts/0/levels", {"Oslo"}},
      {"/model/columns/0", 5},
      {"/model/fact_of/1", 2},
      {"/model/fact_of/0", -1},
      {"/model/predictions/0", 5},
      {"/model/independent/0", 1},
      {"/model/draws", {0}},
      {"/model/shown_with/0/noise", -1},
      {"/model/shown_with/1/step", 0.5},  // of a category
      {"/model/beta/rows", 3},
      {"/model/mean/columns", 2},
      {"/model/before_inverse", {{"rows", 0}, {"columns", 0}, {"values", Json::array()}}},
      {"/user/rows", 4},
      {"/weight", 7},
      {"/then/rows", "many"},
  };
  const Json whole = Json::parse(write_explainer(full_explainer()));
  ASSERT_TRUE(read_explainer(signed_again(whole), "").ok());
  for (const auto& [at, value] : changes) {
    Json json = whole;
    json[Json::json_pointer(at)] = value;
    EXPECT_EQ(error_of(signed_again(json)).code, base::ErrorCode::kDamagedExplainer) << at << " " << value;
  }
}

TEST(ExplainerFile, VersionOneHadPositionsForWords) {
  Json json = Json::parse(write_explainer(full_explainer()));
  json["model"]["facts"][1]["shown"] = 4;
  json["model"]["facts"][0]["saying"][0]["kind"] = 2;
  const auto read = read_explainer(signed_again(json), "");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().facts[1].shown, family::Shown::kValues);
  EXPECT_EQ(read.value().facts[0].saying[0].kind, family::Word::Kind::kValue);
}

}  // namespace
}  // namespace explainee::explain::explainer_file_test
