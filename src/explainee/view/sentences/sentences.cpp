#include "explainee/view/sentences/sentences.h"

#include <utility>

#include "explainee/view/sentences/draft.h"
#include "explainee/view/sentences/phrases/support_text.h"
#include "explainee/view/sentences/say_certainty.h"
#include "explainee/view/sentences/say_elsewhere.h"
#include "explainee/view/sentences/say_facts.h"
#include "explainee/view/sentences/say_judged.h"
#include "explainee/view/sentences/say_person.h"
#include "explainee/view/sentences/say_row.h"

namespace explainee::view {
namespace {

void say_the_answer(Draft& s) {
  if (s.e.nothing_to_explain) return say_nothing_to_explain(s);
  if (s.e.score) return say_judged(s);
  if (tells_nothing(s.e)) return say_nothing_supported(s);
  if (s.e.facts.empty()) return say_no_facts(s);
  if (elsewhere(s.e) != nullptr) {
    s.e.label ? say_chances_elsewhere(s) : say_errors_elsewhere(s);
  } else {
    s.e.label ? say_chances(s) : say_errors(s);
  }
  say_facts(s);
  say_support(s);
  say_model_asked(s);
}

}  // namespace

std::vector<Sentence> sentences(const explain::Explanation& explanation, const PlainNames& names) {
  Draft s{explanation, names};
  s.begin(Topic::kFacts, Weight::kBody);
  say_the_answer(s);
  s.sentences.front().weight = Weight::kHeadline;
  if (s.e.local) say_neighbourhood(s);
  say_draws(s);
  say_noise(s);
  s.begin(Topic::kPerson, Weight::kBody);
  if (s.e.answers) say_answers(s);
  s.begin(Topic::kRow, Weight::kBody);
  if (s.e.row) say_row(s);
  s.begin(Topic::kCertainty, Weight::kDetail);
  if (!s.e.nothing_to_explain && !s.e.facts.empty()) {
    if (!s.e.score) say_proof(s);
    if (s.e.lasso && s.e.method == "lasso") say_lasso(s);
    say_certainty(s);
    if (s.e.score) say_best_here(s);
    s.begin(Topic::kOthers, Weight::kDetail);
    if (!s.e.score) say_others(s);
  }
  s.begin(Topic::kCaution, Weight::kBody);
  s.add("{}", kNotCauses);
  return std::move(s.sentences);
}

}  // namespace explainee::view
