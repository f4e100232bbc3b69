#include "testing/random_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numeric>

#include "explainee/base/random.h"

namespace explainee::oracle {
namespace {

using Numbers = std::vector<double>;

/// A number as an expression holds it, digit for digit.
std::string literal(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.17g", value);
  return text.data();
}

double mean(const Numbers& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The standard deviation; 1 for a constant.
double deviation(const Numbers& values) {
  const bool constant = std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
  if (constant) return 1;
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// Mean 0 and deviation 1; zeros for a constant.
Numbers standardised(Numbers values) {
  const bool constant = std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
  const double middle = mean(values);
  const double size = deviation(values);
  for (double& value : values) value = constant ? 0.0 : (value - middle) / size;
  return values;
}

class Maker {
 public:
  Maker(Kind kind, std::uint64_t seed) : kind_(kind), random_(seed, static_cast<std::uint64_t>(kind)) {}

  Task make() {
    choose_size();
    for (int k = 0; k < 3; ++k) factors_.push_back(noise(1));
    for (int k = 0; k < facts_; ++k) add_fact();
    add_predictions();
    if (is(Kind::kWeighted, 10)) add_weights();
    add_person();
    task_.request.facts.sparsity = 1 + below(std::min(kind_ == Kind::kFewRows ? 3 : 4, facts_ - 1));
    task_.request.how.top = one_in(4) ? below(8) : 3;
    task_.request.how.folds = one_in(20) ? 5 : 1;
    task_.request.how.threads = 1;
    if (one_in(15)) task_.request.facts.exclude = {fact()};
    random_.shuffle(std::span(task_.columns));
    return std::move(task_);
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }
  bool one_in(int n) { return below(n) == 0; }
  /// True for tasks of this kind, and one in n of the others.
  bool is(Kind kind, int n) { return kind_ == kind || one_in(n); }
  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }

  void choose_size() {
    facts_ = 2 + below(11);
    rows_ = 40 + below(60);
    if (kind_ == Kind::kFewRows) {
      facts_ = 6 + below(7);
      rows_ = 7 + below(facts_ - 3);
    } else if (is(Kind::kCategories, 12)) {
      texts_ = 1 + below(std::min(3, facts_ - 1));
      rows_ = 60 + below(60);
    }
  }

  Numbers noise(double size) {
    Numbers values(static_cast<std::size_t>(rows_));
    for (double& value : values) value = size * random_.normal();
    return values;
  }

  /// A column that goes along with the hidden factors.
  Numbers latent() {
    Numbers values = noise(pick({0.3, 1.0, 1.0, 2.0}));
    for (const Numbers& factor : factors_) add_to(values, random_.normal(), factor);
    return values;
  }

  static void add_to(Numbers& sum, double times, const Numbers& values) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += times * values[i];
  }

  Numbers& values_of(const std::string& name) {
    return std::find_if(task_.columns.begin(), task_.columns.end(), [&](const Column& c) { return c.name == name; })
        ->numbers;
  }

  /// Puts standardised values on a scale of its own.
  Numbers on_some_scale(Numbers values) {
    double scale = pick({1.0, 1.0, 0.1, 20.0});
    double offset = pick({0.0, 0.0, 1.0, -30.0});
    if (is(Kind::kWild, 12)) {
      scale = std::pow(10.0, -12 + 24 * random_.uniform());
      offset = pick({0.0, 1.0, -1e3, 1e6, 9e8});
    }
    for (double& value : values) value = scale * (value + offset);
    return values;
  }

  void add_fact() {
    const std::string name = "f" + std::to_string(made_++);
    if (made_ <= texts_) {
      add_text(name, latent());
      return;
    }
    const bool dependent = numbers_.size() > 1 && (kind_ == Kind::kDependent ? !one_in(3) : one_in(12));
    task_.columns.push_back({name, dependent ? dependent_fact() : free_fact(), {}});
    numbers_.push_back(name);
  }

  Numbers free_fact() {
    Numbers values = standardised(latent());
    const int shape = below(12);
    if (shape == 0) return Numbers(values.size(), pick({0.0, 0.1, -7.3e11, 1e9 + 0.1}));
    for (double& value : values) {
      if (shape == 1) value = value > 0.3 ? 1 : 0;
      if (shape == 2) value = std::round(2 * value);
      if (shape == 3) value = std::exp(value);
    }
    return on_some_scale(std::move(values));
  }

  Numbers dependent_fact() {
    const Numbers first = values_of(fact());
    const Numbers second = standardised(values_of(fact()));
    Numbers values = first;
    switch (below(4)) {
      case 0:
        return values;
      case 1:
        for (double& value : values) value *= -2.5;
        return values;
      case 2:
        values = standardised(values);
        add_to(values, pick({1e-1, 1e-2, 1e-3, 2e-4}), noise(1));
        return on_some_scale(std::move(values));
      default:
        values = standardised(values);
        add_to(values, random_.normal(), second);
        return on_some_scale(std::move(values));
    }
  }

  void add_text(const std::string& name, const Numbers& values) {
    const int levels = pick({1, 2, 2, 3, 3, 3});
    Column column{name, {}, {}};
    for (const double value : standardised(values)) {
      const int level = value > 0.5 ? 2 : value > -0.4 ? 1 : 0;
      column.texts.push_back(std::string(1, static_cast<char>('a' + std::min(level, levels - 1))));
    }
    task_.columns.push_back(std::move(column));
    text_names_.push_back(name);
  }

  /// A number column that may be a fact.
  std::string fact() { return numbers_[random_.below(numbers_.size())]; }

  Numbers indicator(const std::string& text, const std::string& level) {
    Numbers values;
    for (const Column& column : task_.columns) {
      if (column.name != text) continue;
      for (const std::string& cell : column.texts) values.push_back(cell == level ? 1 : 0);
    }
    return values;
  }

  Numbers prediction() {
    Numbers values(static_cast<std::size_t>(rows_), 0.0);
    if (one_in(60)) return values;
    for (int k = 1 + below(4); k > 0; --k) {
      Numbers part = standardised(values_of(fact()));
      if (one_in(8)) {
        for (double& value : part) value *= value;
      }
      add_to(values, random_.normal(), part);
    }
    for (const std::string& text : text_names_)
      add_to(values, random_.normal(), indicator(text, pick({"a", "b", "c"})));
    if (!is(Kind::kSettled, 25)) add_to(values, pick({3e-3, 0.1, 1.0, 1.0, 3.0}), noise(1));
    return on_some_scale(standardised(std::move(values)));
  }

  void add_predictions() {
    const int count = is(Kind::kSeveral, 20) ? 2 + below(2) : 1;
    std::vector<Numbers> all;
    for (int k = 0; k < count; ++k) all.push_back(prediction());
    if (count > 1 && one_in(3)) make_probabilities(all);
    if (count > 1 && one_in(8)) all[1] = all[0];
    for (int k = 0; k < count; ++k) {
      task_.request.what.prediction.push_back("p" + std::to_string(k));
      task_.columns.push_back({task_.request.what.prediction.back(), all[static_cast<std::size_t>(k)], {}});
    }
  }

  static void make_probabilities(std::vector<Numbers>& all) {
    for (Numbers& values : all) values = standardised(values);
    for (std::size_t row = 0; row < all[0].size(); ++row) {
      double sum = 0;
      for (Numbers& values : all) sum += values[row] = std::exp(values[row]);
      for (Numbers& values : all) values[row] /= sum;
    }
  }

  void add_weights() {
    Numbers weights(static_cast<std::size_t>(rows_));
    const int style = below(4);
    for (double& weight : weights) {
      weight = style == 0 ? 1 + below(3) : style == 1 ? 0.1 + random_.uniform() : -std::log(random_.uniform());
      if (style != 1 && one_in(6)) weight = 0;
    }
    task_.columns.push_back({"w", std::move(weights), {}});
    task_.request.how.weight = "w";
  }

  void add_person() {
    if (is(Kind::kSummaries, 6)) add_summaries();
    if (is(Kind::kKnowing, 6)) add_knowledge();
    if (is(Kind::kReasons, 12)) add_reasons();
    if (is(Kind::kSeeing, 12)) add_sights();
    if (!text_names_.empty() && one_in(4)) task_.request.who.knows.push_back(text_names_.front());
  }

  void add_summaries() {
    for (int k = 1 + below(3); k > 0; --k) {
      const std::string name = "u" + std::to_string(k);
      Column column{name, {}, {}};
      Numbers values = standardised(values_of(fact()));
      const int style = below(6);
      if (style == 5 && rows_ >= 60) {
        for (const double value : standardised(latent())) column.texts.emplace_back(value > 0 ? "many" : "few");
      } else {
        if (style > 0) add_to(values, random_.normal(), standardised(values_of(fact())));
        if (style > 2) add_to(values, 0.5, noise(1));
        if (style == 4) add_to(values, 1, standardised(values_of(task_.request.what.prediction.front())));
        column.numbers = on_some_scale(standardised(std::move(values)));
      }
      task_.columns.push_back(std::move(column));
      (one_in(4) ? task_.request.who.guess : task_.request.who.summary).push_back(name);
    }
  }

  void add_knowledge() {
    for (int k = 1 + below(3); k > 0; --k)
      (one_in(3) ? task_.request.who.told : task_.request.who.knows).push_back(fact());
    task_.request.who.linear = one_in(3);
    if (!one_in(3)) return;
    // What follows from what she knows, only not linearly.
    Numbers& values = values_of(fact());
    const std::vector<std::string>& known =
        task_.request.who.knows.empty() ? task_.request.who.told : task_.request.who.knows;
    const Numbers first = standardised(values_of(known.front()));
    const Numbers last = standardised(values_of(known.back()));
    for (std::size_t row = 0; row < values.size(); ++row) values[row] = 3 * first[row] * last[row] - last[row];
  }

  void add_reasons() {
    const bool own_weights = one_in(3);
    std::vector<request::WeightedColumn>& reasons = task_.request.who.reasons_from;
    for (int k = 1 + below(3); k > 0; --k) {
      const std::string name = fact();
      const bool twice = std::any_of(reasons.begin(), reasons.end(),
                                     [&](const request::WeightedColumn& reason) { return reason.column == name; });
      if (twice) continue;
      reasons.push_back({name, {}});
      if (own_weights) reasons.back().weight = random_.normal() / deviation(values_of(name));
    }
    if (!own_weights && !text_names_.empty() && one_in(2)) reasons.push_back({text_names_.back(), {}});
    task_.request.who.retell = one_in(3);
    if (!one_in(3)) return;
    Numbers outcome = standardised(values_of(fact()));
    add_to(outcome, 1, noise(1));
    task_.columns.push_back({"truth", on_some_scale(std::move(outcome)), {}});
    task_.request.what.label = "truth";
  }

  /// z() of a constant has no meaning, of an offset of 1e9 deviations only nine digits, and z(a) + z(−a) is rounding.
  static bool z_is_fine(const Numbers& x, const Numbers& y) {
    for (const Numbers* values : {&x, &y}) {
      const auto [low, high] = std::minmax_element(values->begin(), values->end());
      if (*high - *low <= 1e-4 * std::max(std::abs(*low), std::abs(*high))) return false;
    }
    const Numbers zx = standardised(x);
    const Numbers zy = standardised(y);
    return std::inner_product(zx.begin(), zx.end(), zy.begin(), 0.0) > -0.999 * static_cast<double>(x.size());
  }

  /// An expression and what it comes to.
  struct Sight {
    std::string text;
    std::function<double(std::size_t)> value;
  };

  /// An expression over a and b, or its text empty for their mean.
  Sight sight(const std::string& a, const std::string& b) {
    const Numbers x = values_of(a);
    const Numbers y = values_of(b);
    const double weight = deviation(x) / deviation(y);
    const bool fine = z_is_fine(x, y);
    const double step = x[0] == x[1] ? 1 : std::abs(x[0] - x[1]);
    const double middle = std::min(x[0], x[1]) + step / 2;
    // In a sum of very different sizes, or a product far from 0, the smaller part is nearly rounding.
    const bool same_size = weight > 0.01 && weight < 100;
    std::vector<Sight> all = {
        {a + " + " + literal(weight) + " * " + b, [=](std::size_t i) { return x[i] + weight * y[i]; }},
        {a + " > " + literal(middle), [=](std::size_t i) { return x[i] > middle ? 1.0 : 0.0; }},
        {"round(" + a + ", " + literal(step) + ")", [=](std::size_t i) { return std::round(x[i] / step) * step; }}};
    if (same_size) {
      all.push_back({"2*" + a + " - " + b + "/3", [=](std::size_t i) { return 2 * x[i] - y[i] / 3; }});
      all.push_back({"", [=](std::size_t i) { return (x[i] + y[i]) / 2; }});
    }
    if (fine) all.push_back({a + " * " + b, [=](std::size_t i) { return x[i] * y[i]; }});
    if (fine && task_.request.how.weight.empty()) {
      const Numbers zx = standardised(x);
      const Numbers zy = standardised(y);
      all.push_back({"z(" + a + ") + z(" + b + ")", [=](std::size_t i) { return zx[i] + zy[i]; }});
    }
    return all[random_.below(all.size())];
  }

  void add_sights() {
    const std::string a = fact();
    const std::string b = fact();
    const Sight chosen = sight(a, b);
    if (chosen.text.empty()) {
      task_.request.who.sees_mean = {a, b};
    } else {
      task_.request.who.sees = {{chosen.text}};
    }
    task_.seen.emplace_back();
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows_); ++i) task_.seen.back().push_back(chosen.value(i));
  }

  Kind kind_;
  base::Random random_;
  Task task_;
  int rows_ = 0;
  int facts_ = 0;
  int texts_ = 0;
  int made_ = 0;
  std::vector<Numbers> factors_;
  std::vector<std::string> numbers_;
  std::vector<std::string> text_names_;
};

}  // namespace

const char* name_of(Kind kind) {
  constexpr std::array kNames = {"Plain",   "Dependent", "FewRows",    "Weighted", "Summaries", "Knowing",
                                 "Reasons", "Seeing",    "Categories", "Several",  "Wild",      "Settled"};
  return kNames[static_cast<std::size_t>(kind)];
}

Task random_task(Kind kind, std::uint64_t seed) { return Maker(kind, seed).make(); }

}  // namespace explainee::oracle
