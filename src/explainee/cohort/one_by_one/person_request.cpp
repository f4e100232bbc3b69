#include "explainee/cohort/one_by_one/person_request.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "explainee/data/name_pattern.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Weights beyond two to this power, or below its inverse, are brought near 1: what is understood is the same in any
/// unit.
constexpr int kMostPower = 100;

}  // namespace

Result<PersonRequests> PersonRequests::make(const UserList& list, std::vector<data::Column> columns,
                                            request::Request alike) {
  for (const std::string& name : list.weighted()) {
    const auto found = data::find_column(columns, name);
    if (found.ok() && columns[found.value()].type == data::ColumnType::kNumber) continue;
    return Error{ErrorCode::kUnknownColumn,
                 found.ok() ? fmt::format("column 'w:{0}': '{0}' is text in the data, and text has no weight", name)
                            : fmt::format("column 'w:{0}': the data have no number column '{0}'", name),
                 list.table().name()};
  }
  return PersonRequests(list, std::move(columns), std::move(alike));
}

Result<PersonRequest> PersonRequests::of(const UserBatch& batch, std::size_t i) const {
  if (list_->kind() == UserKind::kWeights) return by_weights(batch.weights.col(static_cast<Eigen::Index>(i)));
  return by_names(batch.has[i], list_->table().where(batch.first + static_cast<std::int64_t>(i)));
}

Result<PersonRequest> PersonRequests::by_names(const std::string& names, const base::Subject& where) const {
  EXPLAINEE_ASSIGN(const std::vector<std::size_t> found, listed_columns(columns_, names, where));
  PersonRequest person{"", alike_};
  request::Who& who = person.request.who;
  for (const std::size_t column : found) {
    person.key += fmt::format("{} ", column);
    (list_->kind() == UserKind::kKnows ? who.knows : who.summary).push_back(columns_[column].name);
  }
  return person;
}

PersonRequest PersonRequests::by_weights(const Eigen::VectorXd& weights) const {
  PersonRequest person{"", alike_};
  const double most = weights.size() > 0 ? weights.cwiseAbs().maxCoeff() : 0.0;
  const int power = most > 0 ? std::ilogb(most) : 0;
  const int shift = std::abs(power) > kMostPower ? -power : 0;
  for (Eigen::Index k = 0; k < weights.size(); ++k) {
    const double weight = std::ldexp(weights[k], shift);
    if (weight == 0) continue;
    person.key += fmt::format("{}={:a} ", k, weight);
    person.request.who.reasons_from.push_back({list_->weighted()[static_cast<std::size_t>(k)], weight});
    person.request.who.retell = true;
  }
  return person;
}

}  // namespace explainee::cohort
