#include "explainee/view/sentences/say_person.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explainee/base/bits.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/row/explained_row.h"
#include "explainee/view/sentences/phrases/bits_text.h"

namespace explainee::view {

void say_neighbourhood(Draft& s) {
  const explain::LocalReport& local = *s.e.local;
  const std::string row = s.e.row && !s.e.row->id.empty() ? row_name(s.e, s.names) : fmt::format("row {}", local.row);
  s.add("All this is of the {} rows most like {}, alike in {}, nearer ones counting more.", local.neighbours, row,
        s.list(local.metric));
  std::vector<std::string> here;
  for (const explain::Fact& fact : s.e.facts) here.push_back(fact.name);
  std::vector<std::string> everywhere = local.everywhere.features;
  std::sort(here.begin(), here.end());
  std::sort(everywhere.begin(), everywhere.end());
  if (everywhere.empty()) {
    s.add("Over all rows nothing is told{}.", here.empty() ? " either" : "");
  } else if (here == everywhere) {
    s.add("Over all rows the same facts tell most.");
  } else {
    s.add("Over all rows {} {} most.", s.list(local.everywhere.features),
          local.everywhere.features.size() == 1 ? "tells" : "tell");
  }
}

void say_noise(Draft& s) {
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

namespace {

/// Why her answers say little.
std::string oddity_text(person::Oddity oddity) {
  switch (oddity) {
    case person::Oddity::kNone:
      return "";
    case person::Oddity::kConstant:
      return "She gave the same answer each time, which says little about what she understands: she may be anybody.";
    case person::Oddity::kContradictory:
      return "She answered the same rows quite differently, so her answers say little about what she understands: she "
             "may be anybody.";
    case person::Oddity::kFollowsNone:
      return "Her answers hardly follow from the facts: no simple weighing of them explains what she said, so she may "
             "be anybody.";
  }
  return "";
}

}  // namespace

void say_answers(Draft& s) {
  constexpr double kNoticeable = 0.1;
  const explain::AnswersReport& answers = *s.e.answers;
  const std::string count = fmt::format("{} answer{}", answers.answers, answers.answers == 1 ? "" : "s");
  if (answers.answers == 0) {
    s.add("She answered nothing, so she may be anybody.");
  } else if (answers.oddity != person::Oddity::kNone) {
    s.add("Of her little is known from {}. {}", count, oddity_text(answers.oddity));
  } else {
    s.add("Who she is was learnt from {}, together with all rows.", count);
  }
  if (!answers.probability_best) return;
  s.add(
      "The chance that no other facts would tell her over 1 % more is {}; against knowing her exactly, {} bits of {} "
      "are expected to be lost.",
      percent_text(*answers.probability_best), number_text(base::to_bits(answers.lost_nats)),
      number_text(base::to_bits(answers.expected_nats + answers.lost_nats)));
  const bool apart = std::abs(answers.expected_nats - s.e.information.nats) > kNoticeable * s.e.information.nats;
  if (apart && !s.e.information.infinite && !s.e.label) {
    s.add(
        "Over all whom she may be these facts tell {} on average; the figures above are of the typical one for whom "
        "they are best.",
        bits_text(answers.expected_nats));
  }
}

void say_draws(Draft& s) {
  if (s.e.uncertainty.floor.value_or(0) > 0) {
    s.add("In one and the same row the prediction varies from draw to draw by {}; no fact of the row tells that.",
          s.names.amount(s.e.predictions.front(), *s.e.uncertainty.floor));
  }
}

}  // namespace explainee::view
