#include "explainee/request/records/records.h"

#include <algorithm>

#include "explainee/request/records/record_lists.h"

namespace explainee::request {
namespace {

std::vector<Record> join(std::initializer_list<std::vector<Record>> parts) {
  std::vector<Record> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  for (Record& record : all) {
    const auto* choice = std::get_if<Choice>(&record.field);
    if (choice != nullptr && record.choices.empty()) record.choices = choice->words;
  }
  return all;
}

}  // namespace

const std::vector<Record>& explain_records() {
  static const std::vector<Record> kRecords =
      join({who_records(), prediction_records(), choosing_records(), method_records(), family_records(),
            shown_records(), data_records(), search_records(), asking_records()});
  return kRecords;
}

const std::vector<Record>& score_records() {
  static const std::vector<Record> kRecords =
      join({who_records(), prediction_records(), judging_records(), family_records(), shown_records(), data_records(),
            search_records()});
  return kRecords;
}

const std::vector<Record>& all_records() {
  static const std::vector<Record> kRecords = [] {
    std::vector<Record> all = explain_records();
    for (const Record& judged : judging_records()) {
      const auto own = std::find_if(all.begin(), all.end(), [&](const Record& r) { return r.name == judged.name; });
      const auto* columns = std::get_if<Columns>(&judged.field);
      if (own == all.end()) {
        all.push_back(judged);
      } else if (columns != nullptr && columns->or_facts) {
        *own = judged;
      }
    }
    return all;
  }();
  return kRecords;
}

std::vector<Record> select_records(std::span<const std::string_view> names) {
  std::vector<Record> selected;
  for (const Record& record : explain_records()) {
    if (std::find(names.begin(), names.end(), record.name) != names.end()) selected.push_back(record);
  }
  return selected;
}

const Record* find_record(std::span<const Record> records, std::string_view name) {
  const auto found = std::find_if(records.begin(), records.end(), [&](const Record& r) { return r.name == name; });
  return found == records.end() ? nullptr : &*found;
}
}  // namespace explainee::request
