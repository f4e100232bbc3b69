#include "explainee/view/sentences/phrases/claim_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "explainee/base/bits.h"

namespace explainee::view {
namespace {

using information::Claim;

/// Of a bound where programs read it, and where people do.
constexpr int kDigits = 6;
constexpr int kDigitsInWords = 3;

/// Which sets are meant: "of at most 3 facts", "of facts that costs at most 4".
std::string limits_of(const Claim& claim) {
  std::string text = "of facts";
  if (claim.most_facts)
    text = fmt::format("of at most {} fact{}", *claim.most_facts, *claim.most_facts == 1 ? "" : "s");
  return claim.budget ? fmt::format("{} that costs at most {}", text, *claim.budget) : text;
}

/// Of bits of a class, where indicators of the classes were compared.
constexpr std::string_view kOfTheClass =
    "in bits of the class itself another set may tell more, above all facts that tell only together";

bool of_indicators(const Claim& claim) { return claim.objective == Claim::Objective::kClassIndicators; }

std::string compared_by(const Claim& claim, bool in_words) {
  if (!of_indicators(claim)) return "under this estimator";
  return fmt::format("with each class as a number, 1 or 0{}{}", in_words ? "" : "; ", in_words ? "" : kOfTheClass);
}

/// "no other set of at most 3 facts settles more; nothing is claimed about the other direction".
std::string part_statement(const Claim& claim, std::string_view given) {
  const int open = claim.directions - claim.settled;
  const bool best = claim.kind == Claim::Kind::kBestOfAll;
  const std::string others =
      best ? fmt::format("no other set {} settles more on these rows{}; ", limits_of(claim), given) : std::string();
  return fmt::format("this set {} of the predictions; {}nothing is claimed about the other{}", settled_text(claim),
                     others, open == 1 ? "" : fmt::format(" {}", open));
}

/// What was fitted before sets were compared: ", given these shapes and this reader,".
std::string_view given_of(const explain::Explanation& e) {
  if (!e.support || e.support->rule == explain::Support::Rule::kFoldGains) return "";  // moments are told as they are
  const auto& families = e.request.facts.family;
  if (std::find(families.begin(), families.end(), "auto") != families.end())
    return ", given these shapes and this reader,";
  const bool flexible = request::reader_of(e.request.who) == request::ReaderKind::kFlexible;
  return flexible ? ", given this reader," : "";
}

std::string statement(const Claim& claim, std::string_view given, bool in_words) {
  if (claim.settles_a_part()) return part_statement(claim, given.empty() ? given : given.substr(0, given.size() - 1));
  const std::string_view charged = claim.charged_for_columns ? " after charging for extra columns" : "";
  switch (claim.kind) {
    case Claim::Kind::kBestOfAll:
      return fmt::format("no other set {} has more bits on these rows{} {}{}{}", limits_of(claim), given,
                         compared_by(claim, in_words), charged, claim.ties ? " beyond rounding; ties are listed" : "");
    case Claim::Kind::kBoundOnly:
      return fmt::format("no set {} has more than {:.{}g} bits on these rows{} {}{}", limits_of(claim),
                         base::to_bits(claim.bound_nats.value_or(0)), in_words ? kDigitsInWords : kDigits, given,
                         compared_by(claim, in_words), charged);
    case Claim::Kind::kNothingToExplain:
      return "there is nothing to explain, so no fact has any bits";
    case Claim::Kind::kNoCandidate:
      return "no candidate is open to her, so no fact has any bits";
    case Claim::Kind::kNothingSupported:
      return "no fact is told: none tells this reader more than chance";
    case Claim::Kind::kNothingProven:
      break;
  }
  return "nothing is proven about other sets";
}

}  // namespace

std::string settled_text(const Claim& claim) {
  return fmt::format("settles {} of {} independent directions", claim.settled, claim.directions);
}

std::string statement(const Claim& claim) { return statement(claim, "", false); }

std::string statement(const explain::Explanation& explanation) {
  return statement(explanation.claim, given_of(explanation), false);
}

std::string statement_in_words(const explain::Explanation& explanation) {
  return statement(explanation.claim, given_of(explanation), true);
}

std::string beyond_statement(const Claim& claim) {
  const bool compared = claim.kind == Claim::Kind::kBestOfAll || claim.kind == Claim::Kind::kBoundOnly;
  if (!of_indicators(claim) || !compared || claim.settles_a_part()) return "";
  return fmt::format("These bits are those of the numbers that were compared; {}.", kOfTheClass);
}

}  // namespace explainee::view
