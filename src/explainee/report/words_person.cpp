#include "explainee/report/words_person.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/bits.h"
#include "explainee/report/number_text.h"

namespace explainee::report {

void say_neighbourhood(Sentences& s) {
  const explain::LocalReport& local = *s.e.local;
  s.add("All this is of the {} rows most like row {}, alike in {}, nearer ones counting more.", local.neighbours,
        local.row, s.list(local.metric));
  std::vector<std::string> here;
  for (const explain::Fact& fact : s.e.facts) here.push_back(fact.name);
  std::vector<std::string> everywhere = local.everywhere.features;
  std::sort(here.begin(), here.end());
  std::sort(everywhere.begin(), everywhere.end());
  if (here == everywhere) {
    s.add("Over all rows the same facts tell most.");
  } else {
    s.add("Over all rows {} {} most.", s.list(local.everywhere.features),
          local.everywhere.features.size() == 1 ? "tells" : "tell");
  }
}

void say_noise(Sentences& s) {
  if (s.e.summary_noise.empty()) return;
  std::vector<std::string> parts;
  for (const explain::SummaryNoise& noise : s.e.summary_noise)
    parts.push_back(fmt::format("{} ({})", s.names.name(noise.name),
                                s.names.amount(noise.name, s.e.noise_free ? noise.used_sd : noise.sd)));
  if (s.e.noise_free) {
    s.add("The noise in {} is taken out: what counts is what she understands beneath it.", list_text(parts));
  } else {
    s.add("The noise in {} counts as it is: she has the noisy numbers.", list_text(parts));
  }
}

/// What a few answers leave open about her.
void say_answers(Sentences& s) {
  const explain::AnswersReport& answers = *s.e.answers;
  s.add("Who she is was learnt from {} answer{}, together with all rows.", answers.answers,
        answers.answers == 1 ? "" : "s");
  if (answers.follows_none) {
    s.add(
        "Her answers hardly follow from the facts: no simple weighing of them explains what she said, so she may be "
        "anybody.");
  }
  if (!answers.probability_best) return;
  s.add(
      "The chance that no other facts would tell her over 1 % more is {}; against knowing her exactly, {} bits of {} "
      "are expected to be lost.",
      percent_text(*answers.probability_best), number_text(base::to_bits(answers.lost_nats)),
      number_text(base::to_bits(answers.expected_nats + answers.lost_nats)));
}

void say_draws(Sentences& s) {
  if (s.e.uncertainty.floor.value_or(0) > 0) {
    s.add("In one and the same row the prediction varies from draw to draw by {}; no fact of the row tells that.",
          s.names.amount(s.e.predictions.front(), *s.e.uncertainty.floor));
  }
}

}  // namespace explainee::report
