// explainee/explain/gather/roles/roles.h: which column plays which part: prediction, person, candidate, weight, or
// none.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/expression.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/explanation.h"
#include "explainee/person/person.h"
#include "explainee/request/request.h"

namespace explainee::explain {

/// Every part, by position in the table. Expressions of the request are columns of the table by now, named by their
/// text.
struct Roles {
  std::vector<std::size_t> predictions;
  std::vector<std::size_t> draws;               ///< of the prediction, which is then their mean
  std::vector<std::size_t> prediction_sources;  ///< columns that a derived prediction is made of: never facts
  std::vector<std::size_t> eligible;            ///< could be a fact for somebody, in table order
  std::set<std::size_t> hers;                   ///< what she has or reasons from: no fact by itself
  std::vector<std::size_t> judged;              ///< score: the explanation to judge
  std::vector<std::string> judged_facts;        ///< score: facts of families to judge, by name
  std::optional<std::size_t> label;
  std::optional<std::size_t> id;
  std::optional<std::size_t> weight;
  std::optional<std::size_t> block;
  std::vector<std::size_t> inputs;
  bool inputs_given = false;
  bool features_given = false;  ///< the caller named the candidates, so none is set aside by its name
  std::vector<SetAside> set_aside;
  person::Person person;

  /// Part of the explanation to judge.
  [[nodiscard]] bool is_judged(std::size_t column) const {
    return std::find(judged.begin(), judged.end(), column) != judged.end();
  }
};

/// The expressions of the request over these columns.
[[nodiscard]] base::Result<std::vector<data::Expression>> parse_expressions(const request::Request& request,
                                                                            std::span<const data::Column> columns);

/// What roles depend on beside the request.
struct RolesOf {
  std::size_t expressions = 0;  ///< the last so many columns are expressions and no candidates by themselves
  bool judging = false;         ///< FactRules::features is the explanation to judge, not the list of candidates
  bool answered = false;        ///< her answers are a column
};

/// Gives every column that the request names its part; kUnknownColumn or kBadOption where it cannot have it.
[[nodiscard]] base::Result<Roles> resolve_roles(std::span<const data::Column> columns, const request::Request& request,
                                                const RolesOf& of);

}  // namespace explainee::explain
