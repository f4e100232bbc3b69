#include <gtest/gtest.h>

#include <functional>

#include "explainee/base/bits.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/random.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/testing/small_table.h"
#include "explainee/moments/moments_file.h"
#include "explainee/verify/verify.h"

namespace explainee::explain::keep_proof_test {
namespace {

using Change = std::function<void(request::Request&)>;
using Names = std::vector<std::string>;

/// With q, which is a − c and a bit, sum, which is a + b, and u, which is a with a noise of 0.5.
struct Scene : testing::SmallTable {
  Scene() {
    base::Random random(6);
    std::vector<double> q;
    std::vector<double> sum;
    std::vector<double> u;
    for (std::size_t i = 0; i < a.size(); ++i) {
      q.push_back(a[i] - c[i] + 0.1 * p[i]);
      sum.push_back(a[i] + b[i]);
      u.push_back(a[i] + 0.5 * random.normal());
    }
    table.add("q", q);
    table.add("sum", sum);
    table.add("u", u);
  }
  [[nodiscard]] Composition chosen(const Change& change) const {
    request::Request request = testing::about_p(2);
    request.facts.exclude = {"q", "sum", "u"};
    request.how.certificate = true;
    change(request);
    auto composed = compose(input(), request, {});
    EXPECT_TRUE(composed.ok()) << (composed.ok() ? "" : base::text(composed.error(), base::command_line()));
    Composition made = std::move(composed).value();
    EXPECT_TRUE(choose(made).ok());
    return made;
  }
};

TEST(KeepProof, WhoeverSheIsSomebodyElseCanCheckIt) {
  const std::vector<Change> wishes = {
      [](auto& /*r*/) {},
      [](auto& r) { r.facts.sparsity = 1; },
      [](auto& r) { r.who.knows = {"c"}; },
      [](auto& r) {
        r.who.knows = {"a", "town"};
        r.who.linear = true;
      },
      [](auto& r) { r.who.summary = {"q"}; },
      [](auto& r) {
        r.who.reasons_from = {{"a", 2.0}, {"c", -1.0}};
      },
      [](auto& r) { r.who.reasons_from = {{"a"}}; },
      [](auto& r) { r.who.sees = {{"a + 2*b"}}; },
      [](auto& r) {
        r.who.summary = {"u", "q"};
        r.who.summary_noise = {{"u", 0.2}};
        r.who.noise_free = true;
      },
      [](auto& r) {
        r.facts.noise = {{{"a"}, 0.5}};
        r.facts.shown_as = {{{"b"}, 0.5}};
      },
      [](auto& r) { r.how.resolution = 0.5; },
      [](auto& r) {
        r.what.prediction = {"p", "q"};
      },
      [](auto& r) {
        r.what.prediction = {"p", "q"};
        r.what.draws = true;
      },
      [](auto& r) { r.what.prediction = {"sum"}; },  // a and b settle it
      [](auto& r) {
        r.facts.budget = 3;
        r.facts.cost = {{{"a"}, 2.5}};
      },
      [](auto& r) {
        r.facts.family = {"pairs", "bins"};
        r.who.knows = {"a", "b"};
      },
  };
  const Scene scene;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    Composition c = scene.chosen(wishes[i]);
    keep_proof(c);
    ASSERT_NE(c.answer.proof, nullptr) << i;
    const auto checked = verify::verify(c.answer.proof->certificate, *c.answer.proof->moments);
    ASSERT_TRUE(checked.ok()) << i << ": " << base::text(checked.error(), base::command_line());
    EXPECT_TRUE(checked.value().optimal) << i;
    EXPECT_TRUE(c.answer.warnings.empty()) << i;
  }
}

TEST(KeepProof, StatesTheClaim) {
  const Scene scene;
  Composition c = scene.chosen([](auto& r) {
    r.facts.budget = 4.5;
    r.facts.cost = {{{"b"}, 1.5}};
    r.who.knows = {"c"};
    r.facts.exclude.emplace_back("town");
  });
  keep_proof(c);
  const verify::Certificate& claim = c.answer.proof->certificate;
  const moments::Moments& totals = *c.answer.proof->moments;
  EXPECT_EQ(totals.folds.size(), 1U);
  EXPECT_EQ(claim.moments_sha256, moments::fingerprint(totals));
  const auto name = [&](int column) { return totals.columns[static_cast<std::size_t>(column)].name; };
  ASSERT_EQ(claim.prediction.columns.size(), 1U);
  EXPECT_EQ(name(claim.prediction.columns[0]), "p");
  EXPECT_EQ(claim.labels.reader, "quadratic");
  EXPECT_EQ(claim.labels.person, (Names{"c"}));
  EXPECT_EQ(claim.given.size(), 2U);  // c and its square
  ASSERT_EQ(claim.candidates.size(), 2U);
  EXPECT_EQ(claim.candidates[1].label, "b");
  ASSERT_EQ(claim.candidates[1].columns.size(), 1U);
  EXPECT_EQ(name(claim.candidates[1].columns[0]), "b");
  EXPECT_EQ(claim.s, 2);
  EXPECT_EQ(claim.budget, 4'500'000);
  EXPECT_EQ(claim.costs, (std::vector<std::int64_t>{1'000'000, 1'500'000}));
  EXPECT_EQ(claim.support, (std::vector<int>{0, 1}));
  std::vector<double> squares;
  for (const double value : scene.c) squares.push_back(value * value);
  const double nats = testing::nats_told(testing::beside({scene.c, squares}), testing::beside({scene.a, scene.b}),
                                         testing::beside({scene.p}));
  EXPECT_NEAR(claim.bits.value(), base::to_bits(nats), 1e-9);
  EXPECT_NEAR(claim.bound_bits.value(), base::to_bits(nats), 1e-9);
}

TEST(KeepProof, WithoutOneItSaysWhy) {
  const Scene scene;
  const auto reason = [](Composition& c) {
    keep_proof(c);
    EXPECT_EQ(c.answer.proof, nullptr);
    if (c.answer.warnings.empty()) return std::string();
    EXPECT_EQ(c.answer.warnings.back().code, "no_certificate");
    return base::text(c.answer.warnings.back().message, base::command_line());
  };
  Composition nothing = scene.chosen([](auto& r) {
    r.who.knows = {"a", "b"};
    r.who.linear = true;
    r.what.prediction = {"sum"};
  });
  EXPECT_NE(reason(nothing).find("there is nothing to choose"), std::string::npos);
  Composition unproven = scene.chosen([](auto& /*r*/) {});
  unproven.solution.optimal = false;
  EXPECT_NE(reason(unproven).find("not proven best"), std::string::npos);
  Composition learnt = scene.chosen([](auto& /*r*/) {});
  learnt.answer.answers.emplace();
  EXPECT_NE(reason(learnt).find("learnt from answers"), std::string::npos);
}

TEST(KeepProof, ALeafThatIsLeftOutIsMissed) {
  const Scene scene;
  Composition c = scene.chosen([](auto& /*r*/) {});
  keep_proof(c);
  verify::Certificate claim = c.answer.proof->certificate;
  claim.leaves.pop_back();
  EXPECT_FALSE(verify::verify(claim, *c.gathered.moments).ok());
}

}  // namespace
}  // namespace explainee::explain::keep_proof_test
