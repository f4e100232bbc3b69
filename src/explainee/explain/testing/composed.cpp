#include "explainee/explain/testing/composed.h"

#include "explainee/explain/compose/refine.h"

#include <gtest/gtest.h>

#include <utility>

namespace explainee::explain::testing {
namespace {

template <class Named>
std::vector<std::string> all_names(const std::vector<Named>& list, std::string (*name)(const Named&)) {
  std::vector<std::string> names;
  for (const Named& one : list) names.push_back(name(one));
  return names;
}

void describe(Composition& c) {
  describe_facts(c);
  c.chosen = list_set(c.setting, c.problem, c.solution.best.set);
}

}  // namespace

Composition chosen(const Input& input, const request::Request& request) {
  Composition c = compose(input, request, {}).value();
  EXPECT_TRUE(choose(c).ok());
  describe(c);
  return c;
}

Composition judged(const Input& input, const request::Request& request) {
  Composition c = compose(input, request, {}, true).value();
  EXPECT_TRUE(take_judged(c).ok());
  describe(c);
  return c;
}

FittedChoice fitted(const Composition& c) {
  FittedChoice choice;
  choice.fit = chosen_fit(c);
  choice.model = make_row_model(c.setting, c.total(), choice.fit, c.gathered.moments->columns,
                                c.solution.best.value.determined > 0);
  return choice;
}

Candidate candidate_of(const std::string& name, std::vector<int> columns) {
  Candidate candidate;
  candidate.description.name = name;
  candidate.columns = std::move(columns);
  return candidate;
}

std::vector<std::string> names_of(const std::vector<Candidate>& candidates) {
  return all_names<Candidate>(candidates, [](const Candidate& one) { return one.description.name; });
}

std::vector<std::string> names_of(const std::vector<Fact>& facts) {
  return all_names<Fact>(facts, [](const Fact& one) { return one.name; });
}

}  // namespace explainee::explain::testing
