#include "explainee/person/model/word_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <cmath>
#include <numbers>

namespace explainee::person {
namespace {

/// The number that a standard normal falls below with probability p, by bisection: it is asked for a few times.
double normal_quantile(double p) {
  double low = -40;
  double high = 40;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double normal_density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }

}  // namespace

Eigen::VectorXd word_scores(int words) {
  Eigen::VectorXd scores(words);
  double before = 0;  // density at the lower end of the range
  for (int i = 0; i < words; ++i) {
    const double after = i + 1 == words ? 0 : normal_density(normal_quantile((i + 1.0) / words));
    scores[i] = words * (before - after);
    before = after;
  }
  return scores;
}

base::Result<void> check_words(const std::vector<std::string>& words) {
  const auto bad = [](std::string why) {
    return base::Error{base::ErrorCode::kBadOption, std::move(why), base::option("answer-words")};
  };
  if (words.size() == 1) return bad("give at least two words, lowest first");
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (word->empty()) return bad("a word is empty");
    if (std::find(words.begin(), word, *word) != word) return bad(fmt::format("'{}' stands there twice", *word));
  }
  return {};
}

}  // namespace explainee::person
