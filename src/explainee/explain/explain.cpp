#include "explainee/explain/explain.h"

#include <chrono>

#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/gather/roles/validate.h"
#include "explainee/explain/local/local.h"
#include "explainee/explain/rows/row_of_id.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"
#include "explainee/request/records/words.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Clock = std::chrono::steady_clock;

/// Seconds between the stages, for --timings.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<Timing>& timings) : timings_(timings) {}
  void lap(std::string stage) {
    const Clock::time_point now = Clock::now();
    timings_.push_back({std::move(stage), std::chrono::duration<double>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<Timing>& timings_;
  Clock::time_point last_ = Clock::now();
};

/// What was found stands when the work after it is stopped.
Result<void> keep_if_interrupted(Composition& c, Result<void> done) {
  if (done.ok() || done.error().code != ErrorCode::kInterrupted) return done;
  c.answer.interrupted = true;
  return {};
}

/// Half of what rows were to decide is worth nothing: the facts are the best plain ones that can be had at once.
void forget_support(Composition& c, std::vector<Candidate> offered) {
  c.setting.candidates = std::move(offered);
  c.implied.clear();
  c.answer.support.reset();
  c.answer.predictive.reset();
  c.answer.proposed_by.reset();
  c.preferred.clear();
  c.held = nullptr;
}

/// How the rows are read, what is more than chance, and the time that it takes; nothing of it where that is stopped.
Result<void> look_first(Composition& c, const Input& input) {
  std::vector<Candidate> offered = c.setting.candidates;
  std::vector<Timing> taken;
  Stopwatch watch(taken);
  EXPLAINEE_TRY(keep_if_interrupted(c, look_at_support(c, input)));
  if (c.answer.interrupted) forget_support(c, std::move(offered));
  watch.lap("support");
  c.answer.timings.push_back(taken.front());
  return {};
}

/// The classes where the prediction is one, and the rows once more.
Result<void> look_again(Composition& c, std::optional<information::Classes>& classes) {
  EXPLAINEE_ASSIGN(classes, find_classes(c));
  return look_at_rows(c);
}

Result<void> finish(Composition& c, Stopwatch& watch) {
  describe_facts(c);
  c.chosen = list_set(c.setting, c.problem, c.solution.best.set);
  weigh_procedure(c);
  watch.lap("honesty");
  if (!c.request.rows.local)
    c.problem.problem.gram = {};  // n²: what follows needs it no more, and is about to make another
  EXPLAINEE_TRY(find_impersonal(c));
  watch.lap("impersonal");
  std::optional<information::Classes> classes;
  EXPLAINEE_TRY(keep_if_interrupted(c, look_again(c, classes)));
  watch.lap("second pass");
  EXPLAINEE_TRY(measure_sets(c, std::move(classes)));
  keep(c);
  write_measured(c);
  watch.lap("information");
  add_warnings(c);
  return {};
}

/// The same steps on the rows like the one asked for; without them where these rows are too few.
Result<void> explain_near_row(Composition& c, const LocalRows& rows, Explanation prepared) {
  EXPLAINEE_ASSIGN(std::optional<Composition> near, compose_near_row(c, rows, std::move(prepared)));
  const auto thin = [&] { c.answer.warnings.push_back(thin_neighbourhood(c.request.rows, rows.wanted)); };
  if (!near) {
    thin();
    return {};
  }
  Stopwatch watch(near->answer.timings);
  EXPLAINEE_TRY(look_at_support_near(*near));
  watch.lap("support near the row");
  if (const Result<void> chosen = choose(*near); !chosen.ok()) {
    if (chosen.error().code != ErrorCode::kTooFewRows) return chosen;
    thin();
    return {};
  }
  watch.lap("search near the row");
  EXPLAINEE_TRY(finish(*near, watch));
  c.answer = std::move(near->answer);
  c.held = nullptr;  // what all rows could tell is no measure of these
  return {};
}

/// The facts for one row, and what it takes to find those of all rows.
Result<void> localise(Composition& c, Explanation prepared) {
  if (c.request.how.keep && c.answer.label) {
    return Error{ErrorCode::kBadOption,
                 base::say("{} for all rows explains numbers; explain the chance of the class, or one {} at a time",
                           base::switched_on("local"), base::option("row"))};
  }
  EXPLAINEE_ASSIGN(const std::shared_ptr<const LocalRows> rows, read_local_rows(c, prepared.sparsity));
  const bool near = c.request.rows.row && !c.answer.nothing_to_explain && !c.setting.candidates.empty();
  if (near) EXPLAINEE_TRY(explain_near_row(c, *rows, std::move(prepared)));
  if (c.request.how.keep) c.answer.local_rows = rows;
  return {};
}

}  // namespace

Result<Composition> compose(const Input& input, const request::Request& request, const base::Control& control,
                            bool judging) {
  const auto& records = judging ? request::score_records() : request::explain_records();
  EXPLAINEE_TRY(validate(input, request, judging, records));
  Composition c;
  c.request = request::as_in_the_paper(request);
  EXPLAINEE_TRY(find_asked_row(input, c.request, control));
  c.asks_anew = request::reader_of(c.request.who) == request::ReaderKind::kFlexible;
  const std::optional<Warning> stiffer = settle_reader(input, c.request);
  c.control = control;
  c.judging = judging;
  c.control.threads = base::resolve_threads(request.how.threads);
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_ASSIGN(c.gathered, gather(input, c.request, judging, c.control));
  if (stiffer) c.gathered.warnings.push_back(*stiffer);
  watch.lap("reading and moments");
  c.searching = request.how.time_limit_seconds ? c.control.within(*request.how.time_limit_seconds) : c.control;
  EXPLAINEE_TRY(prepare(c));
  c.answer.given_options = request::given_options(records, c.request);
  c.answer.asked = input.answers != nullptr;
  if (c.answer.asked) c.answer.given_options.push_back({"answers", true});
  if (input.asking.model) c.answer.given_options.push_back({"ask-model", true});
  if (input.asking.table != nullptr) c.answer.given_options.push_back({"asked", true});
  watch.lap("conditioning");
  return c;
}

Result<Explanation> explain(const Input& input, const request::Request& request, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, compose(input, request, control));
  EXPLAINEE_TRY(look_first(c, input));
  Explanation prepared = request.rows.local ? c.answer : Explanation{};
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(choose(c));
  watch.lap("search");
  if (request.how.certificate) keep_proof(c);
  EXPLAINEE_TRY(finish(c, watch));
  if (request.rows.local && !c.answer.interrupted)
    EXPLAINEE_TRY(keep_if_interrupted(c, localise(c, std::move(prepared))));
  EXPLAINEE_TRY(keep_if_interrupted(c, check_standing(c, input)));
  watch.lap("standing check");
  return std::move(c.answer);
}

Result<Explanation> explain_briefly(const Input& input, const request::Request& request, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, compose(input, request, control));
  EXPLAINEE_TRY(look_first(c, input));
  if (c.control.cancelled()) return base::interrupted();
  EXPLAINEE_TRY(choose(c));
  describe_facts(c);
  c.chosen = list_set(c.setting, c.problem, c.solution.best.set);
  EXPLAINEE_TRY(find_impersonal(c));
  EXPLAINEE_ASSIGN(std::optional<information::Classes> classes, find_classes(c));
  EXPLAINEE_TRY(measure_sets(c, std::move(classes)));
  write_measured(c);
  add_warnings(c);
  return std::move(c.answer);
}

Result<Explanation> score(const Input& input, const request::Request& request, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, compose(input, request, control, true));
  EXPLAINEE_TRY(look_first(c, input));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(take_judged(c));
  watch.lap("search");
  EXPLAINEE_TRY(finish(c, watch));
  return std::move(c.answer);
}

}  // namespace explainee::explain
