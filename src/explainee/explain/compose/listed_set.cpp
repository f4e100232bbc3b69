#include "explainee/explain/compose/listed_set.h"

namespace explainee::explain {

ListedSet list_set(const Setting& setting, const PersonProblem& problem, const search::Set& set) {
  ListedSet listed;
  for (const int index : set) listed.facts.push_back(setting.candidates[static_cast<std::size_t>(index)]);
  listed.asked.facts = columns_of(listed.facts);
  listed.asked.problem = std::make_shared<const PersonProblem>(information::narrowed(problem, set));
  return listed;
}

FactSet named_set(const ListedSet& set) {
  FactSet named;
  for (const Candidate& fact : set.facts) named.features.push_back(fact.description.name);
  named.nats = set.measured.compared_nats;
  named.infinite = set.measured.infinite;
  return named;
}

}  // namespace explainee::explain
