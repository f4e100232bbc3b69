#include "explainee/request/json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "explainee/base/errors/suggestion.h"
#include "explainee/base/json/json_text.h"
#include "explainee/base/json/strict_json.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/json/json_values.h"

namespace explainee::request {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::array<std::string_view, 5> kSections = {"what", "who", "facts", "how", "rows"};

class Reader {
 public:
  Reader(std::span<const Record> records, const std::string& where) : records_(records), where_(where) {}

  Result<Written> read(std::string_view text) {
    EXPLAINEE_ASSIGN(const Json document, base::parse_json(text, where_, ErrorCode::kBadOption));
    if (!document.is_object()) return bad("", "a request is an object with the sections what, who, facts, how, rows");
    const auto schema = document.find("schema");
    if (schema == document.end() || *schema != kRequestSchema)
      return bad("/schema", fmt::format("it must say \"{}\"", kRequestSchema));
    for (const auto& [name, section] : document.items()) {
      if (name != "schema") EXPLAINEE_TRY(read_section(name, section));
    }
    return std::move(written_);
  }

 private:
  [[nodiscard]] Error bad(const std::string& path, const base::Message& why) const {
    return {ErrorCode::kBadOption, path.empty() ? why : base::say("{}: {}", path, why), where_};
  }

  Result<void> read_section(const std::string& name, const Json& section) {
    if (std::find(kSections.begin(), kSections.end(), name) == kSections.end()) {
      const std::vector<std::string> sections(kSections.begin(), kSections.end());
      const auto shown = [](const std::string& near) { return "/" + near; };
      return bad("/" + name, "there is no such section" + base::did_you_mean(name, sections, shown));
    }
    if (!section.is_object()) return bad("/" + name, "a section is an object");
    for (const auto& [key, value] : section.items()) {
      if (!value.is_null()) EXPLAINEE_TRY(read_field(name, key, value));
    }
    return {};
  }

  Result<void> read_field(const std::string& section, const std::string& key, const Json& json) {
    const std::string path = fmt::format("/{}/{}", section, key);
    const auto found =
        std::find_if(records_.begin(), records_.end(), [&](const Record& r) { return json_path(r) == path; });
    if (found == records_.end()) return unknown(key, path);
    const Result<Value> value = value_of_json(*found, json);
    if (!value.ok()) return bad(path, value.error().message);
    if (auto checked = check_value(*found, value.value()); !checked.ok()) {
      checked.error().subject.file = where_;
      return checked.error();
    }
    written_.set(found->name, value.value());
    return {};
  }

  /// The same key elsewhere, or the nearest one.
  [[nodiscard]] Error unknown(const std::string& key, const std::string& path) const {
    std::vector<std::string> keys;
    for (const Record& record : records_) keys.push_back(json_key(record));
    const auto shown = [&](const std::string& near) {
      return json_path(
          *std::find_if(records_.begin(), records_.end(), [&](const Record& r) { return json_key(r) == near; }));
    };
    return bad(path, "there is no such key here" + base::did_you_mean(key, keys, shown));
  }

  std::span<const Record> records_;
  const std::string& where_;
  Written written_;
};

}  // namespace

std::string json_key(const Record& record) {
  std::string key(record.name);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string json_path(const Record& record) { return fmt::format("/{}/{}", record.section, json_key(record)); }

Result<Written> read_request(std::string_view text, std::span<const Record> records, const std::string& where) {
  return Reader(records, where).read(text);
}

std::string write_request(const Written& written, std::span<const Record> records) {
  const Request defaults;
  Json document = {{"schema", kRequestSchema}};
  for (const std::string_view section : kSections) {
    for (const Record& record : records) {
      const Value* value = record.section == section ? written.find(record.name) : nullptr;
      if (value == nullptr || *value == value_of(record, defaults)) continue;
      document[std::string(section)][json_key(record)] = json_of_value(record, *value);
    }
  }
  return base::json_text(document, 2) + "\n";
}

Written written_of(const Request& request, std::span<const Record> records) {
  const Request defaults;
  Written written;
  for (const Record& record : records) {
    Value value = written_value_of(record, request);
    if (value != value_of(record, defaults)) written.set(record.name, std::move(value));
  }
  return written;
}

}  // namespace explainee::request
