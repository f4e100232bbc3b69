#include "explainee/explain/explain.h"

#include <chrono>

#include "explainee/base/given_option.h"
#include "explainee/base/option_check.h"
#include "explainee/base/thread_pool.h"
#include "explainee/explain/composer.h"

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

/// What every caller could get wrong: ranges and choices from the option records, options that do not go together.
Result<void> validate(const Input& input, const Options& options, bool judging,
                      const std::vector<base::Option<Options>>& records) {
  for (const auto& record : records) EXPLAINEE_TRY(base::check_option(record, options));
  const auto bad = [](const char* why) { return Error{ErrorCode::kBadOption, why, ""}; };
  if ((input.table == nullptr) == (input.moments == nullptr)) return bad("give either a table or moments to explain");
  if (!options.answers.empty() && input.moments == nullptr && input.answers == nullptr)
    return bad("--answers: give the table of answers");
  if (options.lambda && options.method != "lasso") return bad("--lambda belongs to --method lasso");
  if (judging && options.certificate) return bad("--certificate belongs to explain");
  if (options.certificate && options.method != "exact") return bad("--certificate goes with --method exact");
  if (!options.versus.empty() && options.prediction_scale != "plain")
    return bad("--versus and --prediction-scale do not go together");
  if (options.raw_units && options.method != "lasso") return bad("--raw-units belongs to --method lasso");
  return {};
}

Result<Composition> begin(const Input& input, const Options& options, bool judging, const base::Control& control) {
  const auto& records = judging ? score_options() : explain_options();
  EXPLAINEE_TRY(validate(input, options, judging, records));
  Composition c;
  c.options = options;
  c.control = control;
  c.control.threads = base::resolve_threads(options.threads);
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_ASSIGN(c.gathered, gather(input, options, judging, c.control));
  watch.lap("reading and moments");
  c.searching = c.control;
  if (options.time_limit_seconds) {
    c.searching.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(*options.time_limit_seconds));
  }
  EXPLAINEE_TRY(prepare(c));
  c.answer.given_options = base::given_options(records, c.options);
  if (!options.answers.empty()) c.answer.given_options.push_back({"answers", true});
  watch.lap("conditioning");
  return c;
}

Result<Explanation> finish(Composition& c, Stopwatch& watch) {
  describe_facts(c);
  measure_information(c);
  watch.lap("information and honesty");
  add_impersonal(c);
  watch.lap("impersonal");
  EXPLAINEE_TRY(look_at_rows(c));
  watch.lap("second pass");
  add_warnings(c);
  return std::move(c.answer);
}

}  // namespace

Result<Explanation> explain(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, begin(input, options, false, control));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(choose(c));
  watch.lap("search");
  if (options.certificate) keep_proof(c);
  return finish(c, watch);
}

Result<Explanation> score(const Input& input, const Options& options, const base::Control& control) {
  EXPLAINEE_ASSIGN(Composition c, begin(input, options, true, control));
  Stopwatch watch(c.answer.timings);
  EXPLAINEE_TRY(take_judged(c));
  watch.lap("search");
  return finish(c, watch);
}

}  // namespace explainee::explain
