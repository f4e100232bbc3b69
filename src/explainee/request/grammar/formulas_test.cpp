#include "explainee/request/grammar/formulas.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "explainee/data/expression_text.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/records/records.h"

namespace explainee::request::formulas_test {
namespace {

using Formulas = std::vector<WrittenExpression>;

Request about(const std::vector<std::string>& prediction) {
  Request request;
  request.what.prediction = prediction;
  return request;
}

TEST(PredictionFormula, APlainColumnNeedsNone) {
  EXPECT_TRUE(prediction_formula({}).empty());
  EXPECT_TRUE(prediction_formula(about({"p"})).empty());
  EXPECT_TRUE(prediction_formula(about({"p", "q"})).empty());
}

TEST(PredictionFormula, DrawsAreTheirMean) {
  Request request = about({"p1", "p2"});
  request.what.draws = true;
  EXPECT_EQ(prediction_formula(request).text, "mean(p1,p2)");
  request.written.set("prediction", std::vector<std::string>{"p*"});
  EXPECT_EQ(prediction_formula(request).text, "mean(p*)");
}

TEST(PredictionFormula, TwoModelsAreTheirDifference) {
  Request request = about({"new model"});
  request.what.versus = "old";
  EXPECT_EQ(prediction_formula(request).text, "`new model` - old");
}

/// Patterns that name one column are columns there: an expression reads patterns inside mean() only.
TEST(PredictionFormula, CanBeReadWhateverPatternsWereWritten) {
  const std::vector<data::Column> columns = {{"p1"}, {"my col1"}, {"my col2"}, {"q"}};
  Written written;
  written.set("prediction", std::vector<std::string>{"p?"});
  written.set("sees-mean", std::vector<std::string>{"my col*"});
  for (const bool versus : {false, true}) {
    if (versus) written.set("versus", std::string("q*"));
    if (!versus) written.set("prediction-scale", std::string("logit"));
    const Request request = resolve(written, explain_records(), columns).value();
    EXPECT_EQ(data::rewrite_expression(prediction_formula(request).text, columns).value().sources,
              versus ? (std::vector<std::size_t>{0, 3}) : (std::vector<std::size_t>{0}));
    EXPECT_EQ(data::rewrite_expression(formulas_of(request).front().text, columns).value().sources,
              (std::vector<std::size_t>{1, 2}));
  }
}

TEST(PredictionFormula, ChancesAreLogOddsKeptFromTheirEndsByTheResolution) {
  Request request = about({"p"});
  request.what.prediction_scale = Scale::kLogit;
  EXPECT_EQ(prediction_formula(request).text, "logit(p)");
  request.how.resolution = 0.01;
  EXPECT_EQ(prediction_formula(request).text, "logit(p,0.01)");
}

TEST(Formulas, AreWhatIsSeenThenThePredictionThenTheRule) {
  EXPECT_TRUE(formulas_of(about({"p"})).empty());
  Request request = about({"p"});
  request.who.sees = {{"a > 1"}, {"b + c"}};
  request.who.sees_mean = {"x1", "x 2"};
  request.what.versus = "q";
  request.facts.rule = {"a > 3"};
  EXPECT_EQ(formulas_of(request), (Formulas{{"a > 1"}, {"b + c"}, {"mean(x1,`x 2`)"}, {"p - q"}, {"a > 3"}}));
}

}  // namespace
}  // namespace explainee::request::formulas_test
