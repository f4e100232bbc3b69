// explainee/view/sentences/draft.h: sentences about an explanation while they are written.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"
#include "explainee/view/sentences/phrases/person_text.h"
#include "explainee/view/sentences/sentence.h"

namespace explainee::view {

/// What is said so far about one explanation.
struct Draft {
  const explain::Explanation& e;
  const PlainNames& names;
  std::vector<Sentence> sentences = {};
  Topic topic = Topic::kFacts;
  Weight weight = Weight::kBody;

  /// What comes is about something else, and matters so much.
  void begin(Topic about, Weight matters) {
    topic = about;
    weight = matters;
  }
  /// One sentence more.
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    sentences.push_back({fmt::format(format, std::forward<Args>(args)...), weight, topic});
  }
  /// Columns by their plain names: "age, sex and bmi".
  [[nodiscard]] std::string list(const std::vector<std::string>& columns) const;
  /// "somebody who knows age and sex".
  [[nodiscard]] std::string who() const { return person_text(e, names); }
};

}  // namespace explainee::view
