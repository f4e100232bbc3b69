#include "explainee/explain/explain.h"

#include <chrono>

#include "explainee/base/given_option.h"
#include "explainee/base/thread_pool.h"
#include "explainee/explain/composer.h"
#include "explainee/explain/label.h"
#include "explainee/explain/local.h"
#include "explainee/explain/validate.h"

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
Result<void> unless_stopped(Composition& c, Result<void> done) {
  if (done.ok() || done.error().code != ErrorCode::kInterrupted) return done;
  c.answer.interrupted = true;
  return {};
}

/// The rows once more, and their classes where the prediction is one.
Result<void> look_at_classes(Composition& c) {
  EXPLAINEE_ASSIGN(const std::optional<Classes> classes, find_classes(c));
  EXPLAINEE_TRY(look_at_rows(c));
  return classes ? measure_label(c, *classes) : Result<void>();
}

Result<void> finish(Composition& c, Stopwatch& watch) {
  describe_facts(c);
  measure_information(c);
  watch.lap("information and honesty");
  if (!c.options.local) c.problem.problem.gram = {};  // n²: what follows needs it no more, and is about to make another
  add_impersonal(c);
  watch.lap("impersonal");
  EXPLAINEE_TRY(unless_stopped(c, look_at_classes(c)));
  watch.lap("second pass");
  add_warnings(c);
  return {};
}

/// The same steps on the rows like the one asked for; without them where these rows are too few.
Result<void> explain_near_row(Composition& c, const LocalRows& rows, Explanation prepared) {
  EXPLAINEE_ASSIGN(std::optional<Composition> near, compose_near_row(c, rows, std::move(prepared)));
  const auto thin = [&] { c.answer.warnings.push_back(thin_neighbourhood(*c.options.row, rows.wanted)); };
  if (!near) {
    thin();
    return {};
  }
  Stopwatch watch(near->answer.timings);
  if (const Result<void> chosen = choose(*near); !chosen.ok()) {
    if (chosen.error().code != ErrorCode::kTooFewRows) return chosen;
    thin();
    return {};
  }
  watch.lap("search near the row");
  EXPLAINEE_TRY(finish(*near, watch));
  c.answer = std::move(near->answer);
  return {};
}

/// The facts for one row, and what it takes to find those of all rows.
Result<void> localise(Composition& c, Explanation prepared) {
  if (c.options.keep && c.answer.label) {
    return Error{ErrorCode::kBadOption,
                 "--local --all-rows explains numbers; explain the chance of the class, or one --row at a time", ""};
  }
  EXPLAINEE_ASSIGN(const std::shared_ptr<const LocalRows> rows, read_local_rows(c));
  const bool near = c.options.row && !c.solution.best.set.empty();
  if (near) EXPLAINEE_TRY(explain_near_row(c, *rows, std::move(prepared)));
  if (c.options.keep) c.answer.local_rows = rows;
  return {};
}

}  // namespace

Result<Composition> compose(const Input& input, const Options& options, const base::Control& control, bool judging) {
  const auto& records = judging ? score_options() : explain_options();
  EXPLAINEE_TRY(validate(input, options, judging, records));
  Composition c;
  c.options = options;
  c.control = control;
  c.control.threads = base::resolve_threads(options.threads);
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_ASSIGN(c.gathered, gather(input, options, judging, c.control));
  watch.lap("reading and moments");
  c.searching = options.time_limit_seconds ? c.control.within(*options.time_limit_seconds) : c.control;
  EXPLAINEE_TRY(prepare(c));
  c.answer.given_options = base::given_options(records, c.options);
  if (!options.answers.empty()) c.answer.given_options.push_back({"answers", true});
  watch.lap("conditioning");
  return c;
}

Result<Explanation> explain(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, compose(input, options, control));
  Explanation prepared = options.local ? c.answer : Explanation{};
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(choose(c));
  watch.lap("search");
  if (options.certificate) keep_proof(c);
  EXPLAINEE_TRY(finish(c, watch));
  if (options.local && !c.answer.interrupted) EXPLAINEE_TRY(unless_stopped(c, localise(c, std::move(prepared))));
  return std::move(c.answer);
}

Result<Explanation> score(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, compose(input, options, control, true));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(take_judged(c));
  watch.lap("search");
  EXPLAINEE_TRY(finish(c, watch));
  return std::move(c.answer);
}

}  // namespace explainee::explain
