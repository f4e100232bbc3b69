#include "explainee/cohort/cohort.h"

#include <memory>

#include "explainee/cohort/journal.h"
#include "explainee/cohort/lane_choice.h"
#include "explainee/cohort/one_by_one/one_by_one_lane.h"
#include "explainee/cohort/people/understanding.h"
#include "explainee/cohort/serve/batched_lane.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What people need of the table; products only where they are known by them.
Result<Needs> look_at_people(UserList& list, const explain::Input& input, request::Request request,
                             const base::Control& control) {
  if (asks_for_more(request) && input.table != nullptr) request.who.reader = request::ReaderKind::kLinear;
  return needs_of(list, input, request, control);
}

Result<std::unique_ptr<Lane>> make_lane(const explain::Input& input, const LaneChoice& choice,
                                        const CohortOptions& cohort, const UserList& list, const Needs& needs,
                                        const base::Control& control) {
  request::Request request = choice.request;
  if (list.kind() == UserKind::kSummary)  // what people understand is no fact
    request.facts.exclude.insert(request.facts.exclude.end(), needs.kept.columns.begin(), needs.kept.columns.end());
  if (!choice.one_by_one) return make_batched_lane(input, request, cohort.catalogue, list, needs, control);
  if (cohort.catalogue == 0) return make_one_by_one_lane(input, request, list, needs, control);
  return Error{ErrorCode::kBadOption,
               base::say("{} chooses among facts that are the same for everybody; it goes with {}, {} and {}",
                         base::option("catalogue"), base::option("reader", "quadratic"),
                         base::option("family", "features"), base::option("tell", "all"))};
}

}  // namespace

Result<CohortReport> serve_cohort(const explain::Input& input, const request::Request& asked,
                                  const CohortOptions& cohort, const CohortFiles& files, const base::Control& control) {
  const request::Request request = request::as_in_the_paper(asked);
  EXPLAINEE_ASSIGN(Journal journal,
                   Journal::open(files.journal));  // another run on the same answers is refused at once
  EXPLAINEE_ASSIGN(UserList list, UserList::open(*files.users, request.who.answer_words));
  if (list.kind() == UserKind::kAnswers && input.table == nullptr)
    return Error{ErrorCode::kNeedsRows, "answers need the rows, and moments have none; give the table"};
  EXPLAINEE_ASSIGN(const Needs needs, look_at_people(list, input, request, control));
  EXPLAINEE_ASSIGN(const LaneChoice choice, choose_lane(input, request, list, needs));
  EXPLAINEE_ASSIGN(const std::unique_ptr<Lane> lane, make_lane(input, choice, cohort, list, needs, control));
  base::Control own = control;
  own.threads = base::resolve_threads(request.how.threads);
  EXPLAINEE_ASSIGN(CohortReport report, run_cohort({list, *lane, files, needs.people, own}, std::move(journal)));
  report.all_at_once_because = choice.because;
  return report;
}

}  // namespace explainee::cohort
