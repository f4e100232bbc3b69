// explainee/cohort/one_by_one/person_request.h: the request of one of many people, as explain() takes it.
#pragma once

#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/data/table_source.h"
#include "explainee/request/request.h"

namespace explainee::cohort {

/// What explain() is asked for one person.
struct PersonRequest {
  std::string key;  ///< the same for those who understand the same; empty for nobody in particular
  request::Request request;
};

/// Makes requests of what a list says of people: `knows` is --knows, `summary` is --summary, weights are --reasons-from
/// with --retell. Lists of answers, and noise, are not for it.
class PersonRequests {
 public:
  /// `alike`: what is asked about all. Fails when a weight belongs to no number column. The list outlives it.
  [[nodiscard]] static base::Result<PersonRequests> make(const UserList& list, std::vector<data::Column> columns,
                                                         request::Request alike);

  [[nodiscard]] base::Result<PersonRequest> of(const UserBatch& batch, std::size_t i) const;
  [[nodiscard]] const request::Request& nobody() const { return alike_; }

 private:
  PersonRequests(const UserList& list, std::vector<data::Column> columns, request::Request alike)
      : list_(&list), columns_(std::move(columns)), alike_(std::move(alike)) {}
  [[nodiscard]] base::Result<PersonRequest> by_names(const std::string& names, const base::Subject& where) const;
  [[nodiscard]] PersonRequest by_weights(const Eigen::VectorXd& weights) const;

  const UserList* list_;
  std::vector<data::Column> columns_;
  request::Request alike_;
};

}  // namespace explainee::cohort
