#include "explainee/request.h"

#include "explainee/base/errors/message.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/request/grammar/grammar.h"
#include "explainee/request/json/json.h"
#include "explainee/request/records/records.h"

namespace explainee {
inline namespace v0 {

Result<Request> read_request(std::string_view json, const Dataset& dataset) {
  const auto& records = request::all_records();
  EXPLAINEE_ASSIGN(const request::Written written, request::read_request(json, records, "request"));
  if (written.find("answers") != nullptr) {
    return Error{ErrorCode::kBadOption,
                 base::say("{} names a file, which nobody reads here; leave it out and give its table to explain() or "
                           "score() beside the request",
                           base::option("answers")),
                 {}};
  }
  for (const char* name : {"ask-model", "asked"}) {
    if (written.find(name) != nullptr)
      return Error{
          ErrorCode::kBadOption,
          base::say("{} names a command or a file, which nobody runs or reads here; leave it out", base::option(name)),
          {}};
  }
  return request::resolve(written, records, dataset.table()->columns());
}

std::string write_request(const Request& request) {
  const auto& records = request::all_records();
  return request::write_request(request::written_of(request, records), records);
}

}  // namespace v0
}  // namespace explainee
