#include "explainee/view/sentences/say_judged.h"

#include <fmt/format.h>

#include <cmath>

#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/sentences/phrases/support_text.h"
#include "explainee/view/sentences/say_elsewhere.h"
#include "explainee/view/sentences/say_facts.h"
#include "explainee/view/sentences/thresholds.h"

namespace explainee::view {
namespace {

bool nothing_new(const explain::Information& info) { return !info.infinite && info.nats < kNegligibleNats; }

/// "fact", "3 facts": as many as are judged.
std::string as_many(const Draft& s) { return s.e.facts.size() == 1 ? "fact" : fmt::format("{} facts", s.e.sparsity); }

/// On the rows that the facts were fitted to: there are no others.
void say_here(Draft& s) {
  const auto& info = s.e.information;
  std::vector<std::string> given;
  for (const explain::Fact& fact : s.e.facts) given.push_back(fact.name);
  const bool nothing = nothing_new(info);
  s.add("To {}, {} {} {}.", s.who(), s.list(given), given.size() == 1 ? "tells" : "tell",
        nothing ? (s.e.summary.empty() ? "nothing: 0 bits" : "nothing that does not follow from what is known: 0 bits")
                : information_text(info.nats, info.infinite));
  if (s.e.claim.settles_a_part())
    s.add("That {} of the predictions; the other{} open.", settled_text(s.e.claim),
          s.e.claim.directions - s.e.claim.settled == 1 ? " stays" : "s stay");
  if (s.e.label && !nothing) say_chances(s);
  for (std::size_t k = 0; k < s.e.predictions.size() && !nothing && !s.e.label; ++k) {
    s.add("The typical error about {} goes from {} to {}.", s.names.name(s.e.predictions[k]),
          s.names.amount(s.e.predictions[k], s.e.uncertainty.before[k]),
          s.names.amount(s.e.predictions[k], s.e.uncertainty.after[k]));
  }
}

/// On rows that were not used for fitting: the error first, then bits.
void say_there(Draft& s, const explain::Predictive& rows) {
  s.e.label ? say_chances_elsewhere(s) : say_errors_elsewhere(s);
  const double doubt = rows.quantile * rows.error;
  const bool one = s.e.facts.size() == 1;
  s.add("{} {}{}.", s.e.predictions.size() > 1 && !s.e.label ? "For all predictions together that is" : "That is",
        predictive_text(rows),
        rows.nats > doubt    ? ""
        : rows.nats < -doubt ? fmt::format(": this reader does better without {}", one ? "it" : "them")
                             : ", not clearly more than nothing");
}

/// The best of as many facts, chosen and measured in the same way.
void say_best_there(Draft& s, const explain::BestElsewhere& best) {
  const double lost = std::abs(best.lost_nats);
  s.add("The best {} for this reader would be {}: chosen that way, {} {} on rows not used for choosing, {} {}{}.",
        as_many(s), s.list(s.e.score->best.features), s.e.facts.size() == 1 ? "it tells" : "they tell",
        measured_bits_text(best.nats, best.error), measured_bits_text(lost, best.lost_error),
        best.lost_nats < 0 ? "less" : "more", lost > best.quantile * best.lost_error ? "" : ", no clear difference");
}

void say_best(Draft& s) {
  const bool one = s.e.facts.size() == 1;
  const explain::ScoreReport& score = *s.e.score;
  if (!score.lost_infinite && score.lost_nats < kNegligibleNats) {
    const bool proven = s.e.claim.optimal() && !s.e.label;  // of a class the proof is about indicators
    s.add("No other {} {} this reader more{}{}.", as_many(s),
          proven ? (one ? "tells" : "tell")
          : one  ? "was found to tell"
                 : "were found to tell",
          elsewhere(s.e) == nullptr ? "" : " on the rows at hand", proven || s.e.label ? "" : ", as far as was looked");
  } else if (score.elsewhere && !score.lost_infinite) {
    say_best_there(s, *score.elsewhere);
  } else {
    const auto& info = s.e.information;
    const bool charged = !s.e.label && info.nats - info.objective_nats > kNoticeableNats && !score.lost_infinite;
    s.add("The best {} for this reader, {}, would tell {}; {} lost{}.", as_many(s), s.list(score.best.features),
          information_text(score.best.nats, score.best.infinite),
          score.lost_infinite ? "infinitely many bits are" : bits_text(score.lost_nats) + " are",
          charged ? ", with facts of several columns charged for them" : "");
  }
}

/// "about 3 of 100 cases (p = 0.0321)", never "0 of".
std::string frequency_text(double p) {
  constexpr double kRare = 1e-4;
  for (int cases = 10; cases <= 10'000; cases *= 10) {
    const double times = p * cases;
    if (times < 0.95) continue;
    if (std::round(times) >= cases) return fmt::format("nearly all cases (p = {})", number_text(p));
    return fmt::format("about {:.0f} of {} cases (p = {})", times, cases == 10'000 ? "10,000" : std::to_string(cases),
                       number_text(p));
  }
  return fmt::format("fewer than 1 of 10,000 cases (p below {})", number_text(kRare));
}

}  // namespace

void say_judged(Draft& s) {
  const explain::Predictive* rows = elsewhere(s.e);
  if (rows != nullptr && !nothing_new(s.e.information)) {
    say_there(s, *rows);
  } else {
    say_here(s);
  }
  say_best(s);
  if (s.e.score->average) {
    s.add("As one average of {} columns, weighted by the map, it tells {}.", s.e.score->average->features.size(),
          information_text(s.e.score->average->nats, s.e.score->average->infinite));
  }
  const auto& info = s.e.information;
  if (!info.p_value) return;
  const bool assumed = info.test == information::TestBasis::kEqualVariances && !info.infinite;
  s.add("Had {} nothing to do with the prediction, rows like these would look so informative in {}{}.",
        s.e.facts.size() == 1 ? "it" : "they", frequency_text(*info.p_value),
        assumed ? ", if errors are as large in all rows" : "");
}

void say_best_here(Draft& s) {
  const explain::ScoreReport& score = *s.e.score;
  if (!score.elsewhere || score.lost_infinite || score.lost_nats < kNegligibleNats) return;
  s.add("On the rows {} chosen from, {} {} {}, {} more.", score.best.features.size() == 1 ? "it was" : "they were",
        s.list(score.best.features), score.best.features.size() == 1 ? "tells" : "tell",
        information_text(score.best.nats, score.best.infinite), bits_text(score.lost_nats));
}

}  // namespace explainee::view
