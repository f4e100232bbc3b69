#include "explainee/request.h"

#include "explainee/data/dataset/dataset.h"
#include "explainee/request/grammar.h"
#include "explainee/request/json.h"
#include "explainee/request/records.h"

namespace explainee {
inline namespace v0 {

Result<Request> read_request(std::string_view json, const Dataset& dataset) {
  const auto& records = request::all_records();
  EXPLAINEE_ASSIGN(const request::Written written, request::read_request(json, records, "request"));
  return request::resolve(written, records, dataset.table()->columns());
}

std::string write_request(const Request& request) {
  const auto& records = request::all_records();
  return request::write_request(request::written_of(request, records), records);
}

}  // namespace v0
}  // namespace explainee
