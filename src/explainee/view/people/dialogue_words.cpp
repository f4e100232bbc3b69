#include "explainee/view/people/dialogue_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explainee/base/printable/printable.h"
#include "explainee/view/numbers/number_text.h"

namespace explainee::view {
namespace {

using dialogue::Dialogue;
using dialogue::DialogueState;
using dialogue::Ending;
using dialogue::Reply;
using dialogue::Standing;
using dialogue::Turn;

/// A chance, never quite certain.
std::string chance_text(double share) { return share > 0.99 ? "over 99 %" : percent_text(share); }

/// A loss that nobody needs in more digits.
std::string loss_text(double share) { return share < 0.01 ? "less than 1 %" : percent_text(share); }

std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string why_it_ends(const Standing& standing) {
  switch (standing.ending) {
    case Ending::kNone:
      return "";
    case Ending::kNothingToTell:
      return "There is nothing to ask: no fact is left that could tell you more.";
    case Ending::kSettled:
      return fmt::format("That is enough: {}.", counted(standing.answers, "answer", "answers"));
    case Ending::kUnmoved:
      return "Your last answers changed nothing, so no more is asked.";
    case Ending::kMost:
      return fmt::format("No more is asked after {}.", counted(standing.answers, "answer", "answers"));
    case Ending::kPassedOver:
      return "You passed over ten cases in a row, so no more is asked.";
    case Ending::kAllAsked:
      return "There is no ordinary case left to ask about.";
  }
  return "";
}

/// What is odd about her answers; empty when nothing is.
std::string oddity(const Standing& standing) {
  if (standing.oddity == person::Oddity::kConstant)
    return "You gave the same answer each time, which says little about what you look at.";
  if (standing.oddity != person::Oddity::kNone)
    return "Your answers do not follow from the values shown by any simple weighing, so they say little about what you "
           "look at.";
  return "";
}

}  // namespace

CaseView case_view(const dialogue::Case& shown, const PlainNames& names) {
  CaseView view;
  for (const dialogue::ShownValue& value : shown.values)
    view.values.push_back({names.name(value.column),
                           value.number ? names.value(value.column, *value.number) : base::printable(value.text)});
  return view;
}

std::string subject_text(const Dialogue& dialogue, const PlainNames& names) {
  std::string text;
  for (const Dialogue::Predicted& predicted : dialogue.predictions()) {
    std::string low = names.value(predicted.name, predicted.mean - predicted.sd);
    std::string high = names.value(predicted.name, predicted.mean + predicted.sd);
    if (names.slope(predicted.name).value_or(1) < 0) std::swap(low, high);
    const std::string unit = " " + names.unit(predicted.name);
    if (low.ends_with(unit)) low.resize(low.size() - unit.size());  // said once, behind the other
    if (!text.empty()) text += "; ";
    text += fmt::format("{}: {} on average, mostly between {} and {}", names.name(predicted.name),
                        names.value(predicted.name, predicted.mean), low, high);
  }
  return text;
}

std::string answer_text(const Dialogue& dialogue, double number, const PlainNames& names) {
  const auto& words = dialogue.settings().answer_words;
  if (!words.empty()) return fmt::format("'{}'", base::printable(words[static_cast<std::size_t>(number)]));
  return names.value(dialogue.predictions().front().name, number);
}

std::string count_text(const DialogueState& state) {
  const int answers = count_replies(state, Reply::kAnswered);
  const int others = static_cast<int>(state.turns.size()) - answers;
  std::string text = counted(answers, "answer", "answers");
  if (others > 0) text += fmt::format(" and {} passed over", counted(others, "case", "cases"));
  return text;
}

std::string sureness_text(const Standing& standing) {
  return fmt::format("{} sure what to tell you", chance_text(standing.probability_best));
}

std::vector<std::string> ending_sentences(const Standing& standing) {
  std::vector<std::string> sentences;
  const std::string odd = oddity(standing);
  if (const std::string why = why_it_ends(standing); !why.empty()) sentences.push_back(why);
  if (!odd.empty()) sentences.push_back(odd);
  if (standing.ending == Ending::kNothingToTell) return sentences;
  if (standing.answers > 0) return sentences;  // the explanation says the rest
  sentences.emplace_back("You answered nothing, so the facts below are those that serve most people.");
  sentences.push_back(
      fmt::format("The chance that the facts below are the best for you is {}; on average {} of what could be told is "
                  "lost by not asking on.",
                  chance_text(standing.probability_best), loss_text(standing.expected_loss_share)));
  return sentences;
}

std::optional<std::string> lead_sentence(const Dialogue& dialogue, const Standing& standing,
                                         std::optional<double> average, const PlainNames& names) {
  if (!average || !oddity(standing).empty()) return std::nullopt;
  const auto& turns = dialogue.state().turns;
  const auto last =
      std::find_if(turns.rbegin(), turns.rend(), [](const Turn& one) { return one.reply == Reply::kAnswered; });
  if (last == turns.rend()) return std::nullopt;
  const std::string& predicted = dialogue.predictions().front().name;
  const std::string answer = answer_text(dialogue, last->number, names);
  return fmt::format("You said {} in the last case, where the model says {}; cases that you {} {} average {}.", answer,
                     names.value(predicted, dialogue.find_case(last->row)->predictions.front()),
                     dialogue.settings().answer_words.empty() ? "rate" : "call", answer,
                     names.value(predicted, *average));
}

}  // namespace explainee::view
