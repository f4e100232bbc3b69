// Explains a small table in memory to two people: somebody who knows nothing, and somebody who knows the height.
#include <explainee/explainee.h>

#include <cstdio>
#include <random>

int main() {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  std::vector<double> height;
  std::vector<double> weight;
  std::vector<double> shoe;
  std::vector<double> prediction;
  for (int i = 0; i < 500; ++i) {
    height.push_back(170 + 10 * normal(generator));
    weight.push_back(70 + 0.5 * (height.back() - 170) + 8 * normal(generator));
    shoe.push_back(42 + 0.2 * (height.back() - 170) + 0.5 * normal(generator));
    prediction.push_back(2 * height.back() + weight.back() + normal(generator));
  }
  const auto dataset = explainee::Dataset::from_columns(
      {{"height", height}, {"weight", weight}, {"shoe", shoe}, {"prediction", prediction}});

  explainee::Request request;
  request.what.prediction = {"prediction"};
  request.facts.sparsity = 1;
  for (const char* known : {"", "height"}) {
    request.who.knows.clear();
    if (*known != '\0') request.who.knows = {known};
    const auto told = explainee::explain(dataset.value(), request);
    if (!told.ok()) {
      std::fprintf(stderr, "%s\n", explainee::text(told.error()).c_str());
      return 1;
    }
    std::printf("%s: %s\n", *known != '\0' ? known : "nothing", told.value().facts().front().name.c_str());
  }
  return 0;
}
