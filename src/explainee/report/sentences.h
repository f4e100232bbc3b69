// explainee/report/sentences.h: paragraphs about an explanation while they are written.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "explainee/explain/explanation.h"
#include "explainee/report/plain_names.h"
#include "explainee/report/words.h"

namespace explainee::report {

/// "1 bit", "0.9 bits".
[[nodiscard]] std::string bits_text(double nats);
/// The same, or "infinitely many bits".
[[nodiscard]] std::string information_text(double nats, bool infinite);
/// "0.9 of 1.4 explainable bits", or "0.9 bits" where there is no ceiling.
[[nodiscard]] std::string bits_of_text(const explain::Information& information);

/// What is said so far about one explanation.
struct Sentences {
  const explain::Explanation& e;
  const PlainNames& names;
  std::vector<Paragraph> paragraphs = {};

  /// What comes is about something else.
  void begin() { paragraphs.emplace_back(); }
  /// One sentence more.
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    paragraphs.back().push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  /// Columns by their plain names: "age, sex and bmi".
  [[nodiscard]] std::string list(const std::vector<std::string>& columns) const;
  [[nodiscard]] std::string who() const { return person_text(e, names); }
};

}  // namespace explainee::report
