#include "explainee/result.h"

#include "explainee/base/errors/speech.h"
#include "explainee/request/json.h"
#include "explainee/request/records.h"

namespace explainee {
inline namespace v0 {

std::string text(const Error& error) {
  static const base::HttpSpeech kFields([](std::string_view option) {
    for (const auto* records : {&request::explain_records(), &request::score_records()}) {
      if (const request::Record* record = request::find_record(*records, option)) return request::json_path(*record);
    }
    return std::string();
  });
  return base::text(error, kFields);
}

}  // namespace v0
}  // namespace explainee
