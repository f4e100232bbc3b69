// explainee/view/sentences/sentence.h: one sentence for people, what it is about and how much it matters.
#pragma once

#include <string>

namespace explainee::view {

/// How much of the page a sentence may claim: the headline stands alone above, details may hide behind a fold.
enum class Weight { kHeadline, kBody, kDetail };

/// What a sentence is about. Sentences of one topic follow each other and make a paragraph.
enum class Topic { kFacts, kPerson, kRow, kCertainty, kOthers, kCaution };

/// A whole sentence (or two that belong together), with its full stop.
struct Sentence {
  std::string text;
  Weight weight = Weight::kBody;
  Topic topic = Topic::kFacts;
};

/// "headline", "body", "detail".
[[nodiscard]] constexpr const char* weight_name(Weight weight) {
  switch (weight) {
    case Weight::kHeadline:
      return "headline";
    case Weight::kBody:
      return "body";
    case Weight::kDetail:
      break;
  }
  return "detail";
}

/// "facts", "person", "row", "certainty", "others", "caution".
[[nodiscard]] constexpr const char* topic_name(Topic topic) {
  switch (topic) {
    case Topic::kFacts:
      return "facts";
    case Topic::kPerson:
      return "person";
    case Topic::kRow:
      return "row";
    case Topic::kCertainty:
      return "certainty";
    case Topic::kOthers:
      return "others";
    case Topic::kCaution:
      break;
  }
  return "caution";
}

}  // namespace explainee::view
