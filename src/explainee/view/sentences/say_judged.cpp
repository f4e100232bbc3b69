#include "explainee/view/sentences/say_judged.h"

#include <fmt/format.h>

#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/sentences/say_facts.h"
#include "explainee/view/sentences/thresholds.h"

namespace explainee::view {

void say_judged(Draft& s) {
  std::vector<std::string> given;
  for (const explain::Fact& fact : s.e.facts) given.push_back(fact.name);
  const auto& info = s.e.information;
  const bool nothing_new = !info.infinite && info.nats < kNegligibleNats;
  s.add("To {}, {} {} {}.", s.who(), s.list(given), given.size() == 1 ? "tells" : "tell",
        nothing_new
            ? (s.e.summary.empty() ? "nothing: 0 bits" : "nothing that does not follow from what she has: 0 bits")
            : information_text(info.nats, info.infinite));
  if (s.e.claim.settles_a_part())
    s.add("That {} of the predictions; the other{} open.", settled_text(s.e.claim),
          s.e.claim.directions - s.e.claim.settled == 1 ? " stays" : "s stay");
  if (s.e.label && !nothing_new) say_chances(s);
  for (std::size_t k = 0; k < s.e.predictions.size() && !nothing_new && !s.e.label; ++k) {
    s.add("The typical error about {} goes from {} to {}.", s.names.name(s.e.predictions[k]),
          s.names.amount(s.e.predictions[k], s.e.uncertainty.before[k]),
          s.names.amount(s.e.predictions[k], s.e.uncertainty.after[k]));
  }
  const std::string most = given.size() == 1 ? "fact" : fmt::format("{} facts", s.e.sparsity);
  if (!s.e.score->lost_infinite && s.e.score->lost_nats < kNegligibleNats) {
    const bool proven = s.e.claim.optimal() && !s.e.label;  // of a class the proof is about indicators
    s.add("No other {} {} her more{}.", most,
          proven              ? "would tell"
          : given.size() == 1 ? "was found to tell"
                              : "were found to tell",
          proven || s.e.label ? "" : ", as far as was looked");
  } else {
    const bool charged = !s.e.label && info.nats - info.objective_nats > kNoticeableNats && !s.e.score->lost_infinite;
    s.add("The best {} for her, {}, would tell {}; {} lost{}.", most, s.list(s.e.score->best.features),
          information_text(s.e.score->best.nats, s.e.score->best.infinite),
          s.e.score->lost_infinite ? "infinitely many bits are" : bits_text(s.e.score->lost_nats) + " are",
          charged ? ", with facts of several columns charged for them" : "");
  }
  if (s.e.score->average) {
    s.add("As one average of {} columns, weighted by the map, it tells {}.", s.e.score->average->features.size(),
          information_text(s.e.score->average->nats, s.e.score->average->infinite));
  }
  if (info.p_value) {
    const bool assumed = info.test == information::TestBasis::kEqualVariances && !info.infinite;
    s.add("Were it chance, rows like these would look so informative with probability {}{}.",
          *info.p_value < 1e-4 ? "below 0.0001" : number_text(*info.p_value),
          assumed ? ", if errors are as large in all rows" : "");
  }
}

}  // namespace explainee::view
