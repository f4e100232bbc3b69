#include <array>

#include "explainee/dialogue/dialogue.h"
#include "explainee/request/records/records.h"

namespace explainee::dialogue {

const std::vector<base::Option<DialogueSettings>>& dialogue_options() {
  static const std::vector<base::Option<DialogueSettings>> kRecords = {
      {.name = "question",
       .group = "who",
       .argument = "TEXT",
       .help = "what she is asked about each case",
       .field = &DialogueSettings::question},
      {.name = "answer-words",
       .group = "who",
       .argument = "LOW,…,HIGH",
       .help = "she answers by one of these words, lowest first, instead of a number",
       .field = &DialogueSettings::answer_words},
      {.name = "settled",
       .group = "how",
       .argument = "SHARE",
       .help = "stop asking when explaining now is expected to lose less than this share of the bits (0.02)",
       .field = &DialogueSettings::settled,
       .low = 0,
       .high = 1},
      {.name = "most",
       .group = "how",
       .argument = "N",
       .help = "stop after so many answers",
       .field = &DialogueSettings::most,
       .low = 0,
       .high = 100000},
  };
  return kRecords;
}

const std::vector<request::Record>& shared_records() {
  static const std::vector<request::Record> kRecords = [] {
    constexpr std::array<std::string_view, 16> kShared = {
        "prediction", "versus", "prediction-scale", "knows",  "linear",  "sparsity", "features", "exclude",
        "label",      "id",     "inputs",           "weight", "missing", "folds",    "seed",     "threads"};
    std::vector<request::Record> records = request::select_records(kShared);
    for (request::Record& record : records) {
      if (record.name == "knows") record.help = "what she has in front of her; without it she is asked";
      if (record.name == "seed") record.help = "of the deal of rows to folds, and of the cases to choose from";
    }
    return records;
  }();
  return kRecords;
}

}  // namespace explainee::dialogue
