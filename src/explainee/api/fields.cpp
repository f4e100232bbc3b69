#include "explainee/api/fields.h"

#include "explainee/request/json/json.h"
#include "explainee/request/records/records.h"

namespace explainee::api {

const base::Speech& fields() {
  static const base::HttpSpeech kFields([](std::string_view option) {
    const request::Record* record = request::find_record(request::all_records(), option);
    return record == nullptr ? std::string() : request::json_path(*record);
  });
  return kFields;
}

}  // namespace explainee::api
