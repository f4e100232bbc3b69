#include "explainee/view/sentences/phrases/person_text.h"

#include <vector>

#include "explainee/view/numbers/number_text.h"

namespace explainee::view {

std::string person_text(const explain::Explanation& e, const PlainNames& names) {
  using person::Way;
  const auto having = [&](Way way) {
    std::vector<std::string> found;
    for (const explain::SummaryEntry& entry : e.summary) {
      if (entry.way == way) found.push_back(names.name(entry.name));
    }
    return found;
  };
  std::vector<std::string> parts;
  const auto add = [&](const char* verb, const std::vector<std::string>& what) {
    if (!what.empty()) parts.push_back(verb + list_text(what));
  };
  add("knows ", having(Way::kKnows));
  add("was told ", having(Way::kTold));
  add("understands ", having(Way::kUnderstands));
  add("sees ", having(Way::kSees));
  add("guesses ", having(Way::kGuesses));
  if (!having(Way::kAnswered).empty())
    parts.emplace_back(e.answers ? "was asked about some rows" : "was asked about these rows");
  for (const explain::SummaryEntry& entry : e.summary) {
    if (entry.way != Way::kReasons) continue;
    std::vector<std::string> from;
    for (const std::string& column : entry.reasons) from.push_back(names.name(column));
    add("reasons from ", from);
    break;  // several predictions: the same columns again
  }
  return parts.empty() ? "somebody who knows nothing of the row" : "somebody who " + list_text(parts);
}

}  // namespace explainee::view
