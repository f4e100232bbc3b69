#include "explainee/cohort/lane_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

bool is_plain(const request::FactRules& facts) {
  return facts.group.empty() && facts.family == std::vector<std::string>{"features"};
}

/// Why rows cannot say more of these people than moments do; empty where they can.
std::string why_all_at_once(const explain::Input& input, const UserList& list, const Needs& needs) {
  if (input.table == nullptr) return "moments have no rows";
  if (list.kind() == UserKind::kAnswers) return "what people understand is learnt from answers";
  return needs.noisy ? "what people understand is noisy" : "";
}

}  // namespace

bool asks_for_more(const request::Request& request) {
  return request::reader_of(request.who) == request::ReaderKind::kFlexible || !is_plain(request.facts) ||
         request.facts.tell == request::Tell::kSupported;
}

Result<LaneChoice> choose_lane(const explain::Input& input, const request::Request& request, const UserList& list,
                               const Needs& needs) {
  LaneChoice choice{false, request, ""};
  if (!asks_for_more(request)) return choice;
  choice.because = why_all_at_once(input, list, needs);
  choice.one_by_one = choice.because.empty();
  if (choice.one_by_one) return choice;
  request::FactRules& facts = choice.request.facts;
  const bool columns = std::all_of(facts.family.begin(), facts.family.end(),
                                   [](const std::string& family) { return family == "features" || family == "auto"; });
  if (!columns || facts.family.empty() || !facts.group.empty()) {
    return Error{ErrorCode::kBadOption, base::say("these people are told columns as they are ({}), because {}",
                                                  base::option("family", "features"), choice.because)};
  }
  facts.family = {"features"};
  facts.tell = request::Tell::kAll;
  if (request::reader_of(request.who) == request::ReaderKind::kFlexible)
    choice.request.who.reader = request::ReaderKind::kQuadratic;
  return choice;
}

}  // namespace explainee::cohort
