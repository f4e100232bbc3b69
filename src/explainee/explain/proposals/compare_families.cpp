#include "explainee/explain/proposals/compare_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "explainee/base/bits.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/compose/classes.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/compose/work_limit.h"
#include "explainee/explain/gather/roles/validate.h"
#include "explainee/explain/proposals/costs.h"
#include "explainee/family/family.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"
#include "explainee/request/records/words.h"
#include "explainee/search/greedy.h"
#include "explainee/search/problem/key.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using Clock = std::chrono::steady_clock;

/// The families to compare: those named, or all that can be had from this input.
std::vector<std::string> names_of(const Input& input, const request::Request& request) {
  if (!request.facts.family.empty()) return request.facts.family;
  std::vector<std::string> names;
  for (const family::Family& family : family::all_families()) {
    if (family.name == "auto") continue;  // left out, with the reason
    if (family.name == "groups" && request.facts.group.empty()) continue;
    if (input.moments != nullptr && family.needs != family::Needs::kNames) continue;
    names.emplace_back(family.name);
  }
  return names;
}

/// Why no search compares what are the columns of `features` in shapes of their own.
base::Message why_not_auto() {
  return base::say(
      "its shapes are fitted to the prediction, which no other family's facts are; {} tells what they are "
      "worth on rows not used for fitting",
      base::command("explain", {base::option("family", "auto")}));
}

/// The best set of at most k facts; what forward selection finds where there is no time for more.
search::Solution find_best(const Composition& c, int k) {
  search::SearchOptions options;
  options.sparsity = k;
  options.budget = c.setting.budget;
  options.gap_nats = base::to_nats(c.request.how.gap_bits);
  options.most_steps = most_steps(c.request.how, kWorkFamily);
  options.control = c.control.within(c.request.how.time_limit_seconds.value_or(kSecondsEach));
  search::Solution solution = finder(c.request.how.method)(c.problem.problem, options);
  if (!solution.interrupted) return solution;
  options.control = {};
  const search::Solution quick = search::find_greedy(c.problem.problem, options);
  if (search::key_of(solution.best.value) < search::key_of(quick.best.value)) solution.best = quick.best;
  return solution;
}

FamilyPoint point_of(Composition& c, int k) {
  FamilyPoint point;
  point.sparsity = k;
  const Clock::time_point start = Clock::now();
  c.solution = find_best(c, k);
  point.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  point.optimal = c.solution.optimal;
  point.bound_nats = c.solution.bound_nats;
  for (const int index : c.solution.best.set)
    point.set.features.push_back(c.setting.candidates[static_cast<std::size_t>(index)].description.name);
  point.set.nats = c.solution.best.value.objective_nats();
  point.set.infinite = c.solution.best.value.determined > 0;
  c.answer.uncertainty = {};
  c.answer.facts.clear();
  describe_facts(c);
  point.after = c.answer.uncertainty.after;
  return point;
}

/// Families are compared by covariances, in which a flexible reader has squares and products.
request::Request comparable(request::Request request) {
  request = request::as_in_the_paper(std::move(request));
  if (request::reader_of(request.who) == request::ReaderKind::kFlexible)
    request.who.reader = request::ReaderKind::kQuadratic;
  return request;
}

class Comparer {
 public:
  Comparer(const Input& input, const request::Request& request, base::Control control)
      : input_(input), request_(comparable(request)), control_(std::move(control)) {
    control_.threads = base::resolve_threads(request.how.threads);
  }

  Result<FamilyComparison> run() {
    const std::vector<std::string> names = names_of(input_, request_);
    for (const std::string& name : names) {
      if (control_.cancelled()) break;
      if (const Result<void> added = add(name); !added.ok() && !control_.cancelled()) return added.error();
    }
    if (control_.cancelled() && result_.curves.empty()) return base::interrupted();
    for (const request::FactCost& cost : request_.facts.cost) {
      const std::string& name = cost.facts.text;
      if (!costs_used_.contains(name) && !control_.cancelled())
        return Error{ErrorCode::kBadOption, fmt::format("'{}' names no family and no fact here", name),
                     base::option("cost")};
    }
    if (result_.curves.empty() && !result_.about.nothing_to_explain && !control_.cancelled())
      return Error{ErrorCode::kUnfitColumn, "no family has a fact for her in this table", ""};
    if (request_.facts.family.empty() && input_.moments == nullptr)
      result_.left_out.push_back({"auto", why_not_auto()});
    result_.interrupted = control_.cancelled();
    return std::move(result_);
  }

 private:
  /// One family: read, prepared and searched.
  Result<void> add(const std::string& name) {
    Composition c;
    c.request = request_;
    if (name == "auto")
      return Error{ErrorCode::kBadOption, base::say("'auto' is compared with no other: {}", why_not_auto()),
                   base::option("family")};
    c.request.facts.family = {name};
    if (name != "groups") c.request.facts.group.clear();  // what is given for one family would join every other
    if (name != "examples") c.request.facts.like.clear();
    c.control = c.searching = control_;
    EXPLAINEE_ASSIGN(c.gathered, gather(input_, c.request, false, c.control));
    const std::vector<Candidate> facts = facts_of(c.gathered);
    if (facts.empty()) return leave_out(name, "there is no such fact in this table");
    c.request.facts.cost = matching_costs(request_, facts);
    for (const request::FactCost& cost : c.request.facts.cost) costs_used_.insert(cost.facts.text);
    if (request_.facts.sparsity)
      c.request.facts.sparsity = std::min(*request_.facts.sparsity, static_cast<int>(facts.size()));
    if (Result<void> ready = prepare(c); !ready.ok()) {
      if (ready.error().code == ErrorCode::kTooFewRows) return leave_out(name, "there are too few rows for it");
      return ready;
    }
    if (result_.curves.empty()) {
      EXPLAINEE_TRY(refuse_classes(c));
      describe(c);
    }
    if (c.answer.nothing_to_explain) return leave_out(name, "there is nothing to explain");
    if (c.setting.candidates.empty()) return leave_out(name, "all of it follows from what she has");
    search_family(name, c);
    return {};
  }

  /// Bits of classes are counted in another way, and a class has no typical error.
  static Result<void> refuse_classes(Composition& c) {
    EXPLAINEE_ASSIGN(const std::optional<information::Classes> classes, find_classes(c));
    if (!classes) return {};
    return Error{ErrorCode::kBadOption,
                 base::say("'{}' holds classes, and families are compared by typical errors of numbers; give a column "
                           "with the chance of a class, or use {}",
                           c.answer.label->column, base::command("explain", {base::option("family")}))};
  }

  Result<void> leave_out(const std::string& name, const char* why) {
    result_.left_out.push_back({name, why});
    return {};
  }

  void describe(const Composition& c) {
    result_.about = c.answer;
    result_.about.request = request_;
    result_.about.given_options = request::given_options(families_records(), request_);
    auto& given = result_.about.given_options;
    std::erase_if(given, [](const base::GivenOption& option) { return option.name == "family"; });
    if (!request_.facts.family.empty())
      given.push_back({"family", request::as_written(request_, "family", request_.facts.family)});
  }

  void search_family(const std::string& name, Composition& c) {
    FamilyCurve curve;
    curve.family = name;
    curve.candidates = c.setting.candidates.size();
    curve.data_sha256 = c.answer.data_sha256;
    for (int k = 1; k <= c.answer.sparsity && !control_.cancelled(); ++k) {
      control_.report("searching " + name, static_cast<double>(k - 1) / c.answer.sparsity);
      FamilyPoint point = point_of(c, k);
      curve.before = c.answer.uncertainty.before;
      if (!curve.points.empty()) keep_if_better(curve.points.back(), point);
      curve.points.push_back(std::move(point));
    }
    result_.curves.push_back(std::move(curve));
  }

  /// A set of fewer facts is also one of at most so many.
  static void keep_if_better(const FamilyPoint& before, FamilyPoint& point) {
    const auto worth = [](const FamilyPoint& p) { return std::pair(p.set.infinite, p.set.nats); };
    if (!(worth(point) < worth(before))) return;
    point.set = before.set;
    point.after = before.after;
  }

  const Input& input_;
  request::Request request_;
  base::Control control_;
  FamilyComparison result_;
  std::set<std::string> costs_used_;
};

}  // namespace

const std::vector<request::Record>& families_records() {
  static const std::vector<request::Record> kRecords = [] {
    // What is about one answer or one row, or names single facts.
    constexpr std::array kOfOneAnswer = {"row",       "local",       "metric",   "lambda",     "raw-units",
                                         "top",       "within-bits", "honest",   "noise",      "shown-as",
                                         "ask-model", "asked",       "ask-rows", "ask-seconds"};
    std::vector<request::Record> records;
    for (request::Record record : request::explain_records()) {
      if (std::find(kOfOneAnswer.begin(), kOfOneAnswer.end(), record.name) != kOfOneAnswer.end()) continue;
      if (record.name == "family")
        record.help = "the families to compare (all that apply; groups where some are named)";
      if (record.name == "time-limit") record.help = "of each search (10); what it found by then is marked unproven";
      if (record.name == "method") {
        record.help = "exact (proven best) or greedy (forward, then swaps)";
        record.choices = request::words_to(request::Method::kGreedy);
      }
      records.push_back(record);
    }
    return records;
  }();
  return kRecords;
}

Result<FamilyComparison> compare_families(const Input& input, const request::Request& request,
                                          const base::Control& control) {
  EXPLAINEE_TRY(validate(input, request, false, families_records()));
  for (const std::string& name : request.facts.family) EXPLAINEE_TRY(family::find_family(name));
  return Comparer(input, request, control).run();
}

}  // namespace explainee::explain
