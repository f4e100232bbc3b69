#include "explainee/report/words.h"

#include "explainee/report/number_text.h"
#include "explainee/report/sentences.h"
#include "explainee/report/words_certainty.h"
#include "explainee/report/words_facts.h"
#include "explainee/report/words_judged.h"
#include "explainee/report/words_person.h"
#include "explainee/report/words_row.h"

namespace explainee::report {
namespace {

using explain::Explanation;

void say_the_answer(Sentences& s) {
  if (s.e.nothing_to_explain) return say_nothing_to_explain(s);
  if (s.e.score) return say_judged(s);
  if (s.e.facts.empty()) return say_no_facts(s);
  s.e.label ? say_chances(s) : say_errors(s);
  say_facts(s);
}

}  // namespace

std::string person_text(const Explanation& e, const PlainNames& names) {
  using user::Way;
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

std::vector<Paragraph> paragraphs(const Explanation& explanation, const PlainNames& names) {
  Sentences s{explanation, names};
  s.begin();
  say_the_answer(s);
  if (s.e.local) say_neighbourhood(s);
  say_draws(s);
  say_noise(s);
  s.begin();
  if (s.e.answers) say_answers(s);
  s.begin();
  if (s.e.row) say_row(s);
  s.begin();
  if (!s.e.nothing_to_explain && !s.e.facts.empty()) {
    if (!s.e.score) say_proof(s);
    if (s.e.lasso && s.e.method == "lasso") say_lasso(s);
    say_certainty(s);
    s.begin();
    if (!s.e.score) say_others(s);
  }
  s.begin();
  s.add("{}", kNotCauses);
  std::erase_if(s.paragraphs, [](const Paragraph& paragraph) { return paragraph.empty(); });
  return std::move(s.paragraphs);
}

std::vector<std::string> sentences(const std::vector<Paragraph>& paragraphs) {
  std::vector<std::string> all;
  for (const Paragraph& paragraph : paragraphs) all.insert(all.end(), paragraph.begin(), paragraph.end());
  return all;
}

}  // namespace explainee::report
