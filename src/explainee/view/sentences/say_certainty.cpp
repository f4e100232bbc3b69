#include "explainee/view/sentences/say_certainty.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/bits.h"
#include "explainee/view/numbers/number_text.h"
#include "explainee/view/sentences/phrases/bits_text.h"
#include "explainee/view/sentences/phrases/claim_text.h"
#include "explainee/view/sentences/phrases/support_text.h"
#include "explainee/view/sentences/thresholds.h"

namespace explainee::view {

namespace {

/// Who proposed facts that no exact search of these rows found; empty: nobody else.
std::string_view proposer_text(const explain::Explanation& e) {
  if (!e.proposed_by) return "";
  if (e.proposed_by->name == "learner") return "boosted trees";
  return e.proposed_by->name == "asked" ? "rows that the model was asked about" : "";
}

}  // namespace

void say_proof(Draft& s) {
  const information::Claim& claim = s.e.claim;
  const std::string reader = reader_text(s.e);
  const std::string_view proposer = proposer_text(s.e);
  if (claim.optimal()) {
    s.add("Proven{}: {}.", reader, statement_in_words(s.e));
  } else if (claim.bound_nats && !proposer.empty() && !s.e.out_of_work && !s.e.interrupted) {
    s.add(
        "Best found{}: {} proposed these facts, which predict rows that were left out better than the set with most "
        "bits "
        "here. What is proven: {}, which is {} more than these have.",
        reader, proposer, statement_in_words(s.e), bits_text(claim.gap_nats));
  } else if (claim.bound_nats) {
    s.add("Not proven best{}: {}, which is {} more than this one.", reader, statement_in_words(s.e),
          bits_text(claim.gap_nats));
  } else {
    s.add("Not proven best{}: {}.", reader, statement_in_words(s.e));
  }
  if (const std::string beyond = beyond_statement(claim); !beyond.empty()) s.add("{}", beyond);
}

void say_lasso(Draft& s) {
  const explain::LassoReport& lasso = *s.e.lasso;
  if (lasso.lambda && lasso.lambda->low != lasso.lambda->high) {
    s.add("The Lasso has exactly these facts for λ between {} and {}.", number_text(lasso.lambda->low),
          number_text(lasso.lambda->high));
  }
  if (lasso.equal_for) {
    s.add("It chooses the exact answer for λ between {} and {}.", number_text(lasso.equal_for->low),
          number_text(lasso.equal_for->high));
  } else {
    s.add("No λ makes it choose the exact answer.");
  }
  s.add("The largest correlation among the facts given what she knows is {}, of a fact with what she knows {}.",
        number_text(lasso.max_correlation_given_user), number_text(lasso.max_correlation_with_user));
}

void say_certainty(Draft& s) {
  const auto& info = s.e.information;
  if (info.infinite) return;
  const explain::Predictive* rows = elsewhere(s.e);
  const bool one = s.e.facts.size() == 1;
  std::string text;
  if (rows == nullptr) {
    text = fmt::format("In bits: {}", bits_of_text(info));
  } else if (s.e.score) {
    text = fmt::format("On the rows {} fitted to: {}", one ? "it was" : "they were", bits_of_text(info));
  } else {
    text = fmt::format("In bits: {} on {}; {} on the rows {} chosen from", predictive_text(*rows), other_rows(s.e),
                       bits_of_text(info), one ? "it was" : "they were");
  }
  if (info.interval_nats) {
    text += fmt::format(" (95 % interval {} to {})", number_text(base::to_bits(info.interval_nats->low)),
                        number_text(base::to_bits(info.interval_nats->high)));
  }
  if (!s.e.label && info.nats - info.objective_nats > kNoticeableNats) {
    text += fmt::format(", less {} charged for facts with several columns",
                        number_text(base::to_bits(info.nats - info.objective_nats)));
  }
  if (rows != nullptr) {
    // Said already.
  } else if (info.honest_nats && *info.honest_nats <= 0) {
    text += fmt::format("; on rows that took no part in the choice the facts tell nothing ({}), so this may be chance",
                        bits_text(*info.honest_nats));
  } else if (info.honest_nats) {
    text += *info.honest_nats > info.nats
                ? fmt::format("; no less on rows that took no part in the choice ({})", bits_text(*info.honest_nats))
                : fmt::format("; {} on rows that took no part in the choice", bits_text(*info.honest_nats));
  } else if (s.e.label && info.corrected_nats <= 0 && !s.e.facts.empty()) {
    text += "; facts that have nothing to do with the class seem to tell as much, so this may be chance";
  }
  s.add("{}{}", text,
        s.e.label                     ? "."
        : s.e.predictions.size() == 1 ? "; each bit halves the typical error."
                                      : ", for all predictions together.");
  if (info.stability) {
    s.add("Choosing again on random halves of the rows gives the same {} in {} of cases.",
          s.e.facts.size() == 1 ? "fact" : "facts", percent_text(*info.stability));
  }
}

void say_others(Draft& s) {
  const auto same = [&](const explain::FactSet& set) {
    std::vector<std::string> mine;
    for (const explain::Fact& fact : s.e.facts) mine.push_back(fact.name);
    std::vector<std::string> other = set.features;
    std::sort(mine.begin(), mine.end());
    std::sort(other.begin(), other.end());
    return mine == other;
  };
  if (!s.e.summary.empty() && s.e.impersonal_unknown) {
    if (same(*s.e.impersonal_unknown)) {
      s.add("Among the facts she lacks, the same {} would be best for somebody who knows nothing of the row.",
            s.e.facts.size() == 1 ? "one" : "ones");
    } else {
      s.add("{}ne explanation for everybody, of the facts she lacks, would be {}; it would tell her {}.",
            s.e.local ? "For rows like this one o" : "O", s.list(s.e.impersonal_unknown->features),
            information_text(s.e.impersonal_unknown->nats, s.e.impersonal_unknown->infinite));
    }
  }
  std::vector<std::string> alike;
  for (const auto& other : s.e.alternatives) {
    if (other.indistinguishable.value_or(false)) alike.push_back(fmt::format("{{{}}}", s.list(other.features)));
  }
  if (!alike.empty()) s.add("Nearly as good, and the difference may be chance: {}.", list_text(alike));
  std::vector<std::string> known;
  for (const auto& entry : s.e.already_known) {
    const bool itself = entry.by.size() == 1 && entry.by.front() == entry.name;
    const bool derived = s.e.derived.contains(entry.name);  // of what she knows: that it is known too is plain
    if (!itself && !derived && !entry.by.empty())
      known.push_back(fmt::format("{} (follows from {})", s.names.name(entry.name), s.list(entry.by)));
  }
  if (!known.empty()) s.add("Nothing new to her: {}.", list_text(known));
}

}  // namespace explainee::view
