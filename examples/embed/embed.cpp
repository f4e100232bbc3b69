// Explains a small table in memory to two people: somebody who knows nothing, and somebody who knows the height.
#include <cstdio>

#include "explainee/base/random.h"
#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/report/words.h"

int main() {
  explainee::base::Random random(1);
  std::vector<double> height;
  std::vector<double> weight;
  std::vector<double> shoe;
  std::vector<double> prediction;
  for (int i = 0; i < 500; ++i) {
    height.push_back(170 + 10 * random.normal());
    weight.push_back(70 + 0.5 * (height.back() - 170) + 8 * random.normal());
    shoe.push_back(42 + 0.2 * (height.back() - 170) + 0.5 * random.normal());
    prediction.push_back(2 * height.back() + weight.back() + random.normal());
  }
  explainee::data::MemoryTable table;
  table.add("height", height);
  table.add("weight", weight);
  table.add("shoe", shoe);
  table.add("prediction", prediction);

  explainee::explain::Options options;
  options.prediction = {"prediction"};
  options.sparsity = 1;
  for (const char* known : {"", "height"}) {
    options.knows.clear();
    if (*known != '\0') options.knows = {known};
    const auto answer = explainee::explain::explain({.table = &table}, options, {});
    if (!answer.ok()) {
      std::fprintf(stderr, "%s\n", answer.error().text().c_str());
      return 1;
    }
    std::printf("%s: %s\n", *known != '\0' ? known : "nothing", answer.value().facts.front().name.c_str());
  }
  return 0;
}
