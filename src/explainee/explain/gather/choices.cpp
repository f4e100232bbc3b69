#include "explainee/explain/gather/choices.h"

#include "explainee/data/name_pattern.h"
#include "explainee/information/registry.h"

namespace explainee::explain {

std::vector<std::string> choices_of(const request::Record& record) {
  if (record.name == "estimator") return information::estimator_names();
  return data::split_list(record.choices, '|');
}

}  // namespace explainee::explain
