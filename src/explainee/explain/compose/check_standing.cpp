#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "explainee/base/bits.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/explain/shapes/held_rows.h"
#include "explainee/explain/learnt/standing_check.h"

namespace explainee::explain {
namespace {

using base::Result;
using Tried = StandingCheck::Tried;

/// Less is not worth a warning: in bits, and as a share of what is told.
constexpr double kMuchBits = 0.1;
constexpr double kMuchShare = 0.15;
/// Facts that miss more of what could be told miss most of it.
constexpr double kMostOfIt = 0.5;
/// What is offered gets at least this part of what is missed.
constexpr double kGetsIt = 0.5;
/// Candidates of families by rows that are tried again with more facts.
constexpr std::size_t kMostTried = 200;
constexpr int kMoreFacts = 2;

bool has_only(const std::vector<std::string>& families, std::initializer_list<std::string_view> some) {
  return !families.empty() && std::all_of(families.begin(), families.end(), [&](const std::string& family) {
    return std::find(some.begin(), some.end(), family) != some.end();
  });
}

/// The columns that the facts are made of.
std::vector<int> sources_of(const std::vector<Fact>& facts, const HeldRows& held) {
  std::vector<int> places;
  for (const Fact& fact : facts) {
    const auto own = std::find_if(held.candidates.begin(), held.candidates.end(),
                                  [&](const HeldCandidate& candidate) { return candidate.name == fact.name; });
    if (own != held.candidates.end()) {
      places.insert(places.end(), own->sources.begin(), own->sources.end());
      continue;
    }
    for (std::size_t k = 0; k < held.sources.size(); ++k) {
      const auto& names = fact.sources;
      if (std::find(names.begin(), names.end(), held.sources[k].name) != names.end())
        places.push_back(static_cast<int>(k));
    }
  }
  return places;
}

/// What the answer misses, and what gets it.
class StandingChecker {
 public:
  StandingChecker(Composition& c, const Input& input)
      : c_(c), input_(input), told_(std::max(0.0, c.answer.predictive->nats)) {}

  Result<void> run() {
    StandingRules rules;
    rules.seed = static_cast<std::uint64_t>(c_.request.how.seed);
    EXPLAINEE_ASSIGN(const Standing standing,
                     measure_standing(*c_.held, sources_of(c_.answer.facts, *c_.held), rules, c_.searching));
    StandingCheck& check = c_.answer.standing_check.emplace();
    check = {standing.known_nats, standing.facts_nats, standing.all_nats, standing.rows, {}, {}};
    for (const int place : standing.columns)
      check.columns.push_back(c_.held->sources[static_cast<std::size_t>(place)].name);
    return warn(standing, check);
  }

 private:
  /// Whether the same facts would clearly tell more.
  [[nodiscard]] bool knows_more(const Standing& standing) const {
    // The facts were chosen on the rows that the learner is judged by; what is told is judged by others. Rows that are
    // hard for one are hard for the other: one standard error is much for the difference.
    const double doubt = c_.answer.predictive->error;
    const double more = standing.facts_nats - told_;
    return standing.facts_clear && more > std::max({base::to_nats(kMuchBits), kMuchShare * told_, doubt});
  }

  /// Whether most of what could be told is not.
  [[nodiscard]] bool misses_most(const Standing& standing) const {
    const double missed = standing.all_nats - std::max(told_, standing.facts_nats);
    return standing.beyond_clear && missed > std::max(base::to_nats(kMuchBits), kMostOfIt * standing.all_nats);
  }

  Result<void> warn(const Standing& standing, StandingCheck& check) {
    const bool more = knows_more(standing);
    const bool miss_most = misses_most(standing);
    if (!more && !miss_most) return {};
    const double goal = miss_most ? standing.all_nats : standing.facts_nats;
    EXPLAINEE_TRY(try_others(check, goal));
    const base::Message remedy = remedy_of(check, goal);
    std::vector<Warning> first;
    if (more)
      first.push_back({"flexible_reader_knows_more",
                       base::say("a reader who combines these columns freely could learn {:.2g} bits more; these facts "
                                 "tell {:.2f}{}",
                                 base::to_bits(standing.facts_nats - told_), base::to_bits(told_), remedy)});
    if (miss_most) first.push_back({"facts_miss_most", missing_text(standing, more ? base::Message() : remedy)});
    c_.answer.warnings.insert(c_.answer.warnings.begin(), first.begin(), first.end());
    return {};
  }

  [[nodiscard]] base::Message missing_text(const Standing& standing, const base::Message& remedy) const {
    const double all = base::to_bits(standing.all_nats);
    if (c_.answer.facts.empty())
      return base::say(
          "all columns together tell a reader who combines them freely {:.2f} bits, of which nothing is "
          "told here{}",
          all, remedy);
    return base::say(
        "all columns together tell a reader who combines them freely {:.2f} bits; these facts tell "
        "{:.2f}{}",
        all, base::to_bits(told_), remedy);
  }

  /// Products, more facts, then both, until one gets what is missed.
  Result<void> try_others(StandingCheck& check, double goal) {
    const request::FactRules& facts = c_.request.facts;
    if (!facts.cost.empty() || facts.budget || facts.next) return {};
    const int asked = facts.sparsity.value_or(request::kDefaultSparsity);
    const int more = std::min(asked + kMoreFacts, static_cast<int>(c_.setting.candidates.size()));
    const bool plain = has_only(facts.family, {"features", "auto"});
    const std::vector<std::string> products{"pairs", "auto"};
    const bool all_told = static_cast<int>(c_.answer.facts.size()) >= asked;
    const bool fits = plain || c_.setting.candidates.size() <= kMostTried;
    std::vector<Tried> others;
    if (plain) others.push_back({products, asked, 0});
    if (all_told && fits && more > asked) others.push_back({facts.family, more, 0});
    if (all_told && plain && more > asked) others.push_back({products, more, 0});
    for (Tried& other : others) {
      EXPLAINEE_ASSIGN(other.nats, worth_of(other, plain ? check.columns : facts.features));
      check.tried.push_back(std::move(other));
      if (gets(check.tried.back(), goal, kGetsIt)) break;
    }
    return {};
  }

  [[nodiscard]] bool gets(const Tried& tried, double goal, double share) const {
    return tried.nats - told_ > std::max(base::to_nats(kMuchBits) / 2, share * (goal - told_));
  }

  /// What other facts are worth to the same reader; none where there are no such facts.
  Result<double> worth_of(const Tried& tried, const std::vector<std::string>& among) {
    Composition other;
    other.request = c_.request;
    other.request.written = {};
    other.request.facts.family = tried.family;
    other.request.facts.sparsity = tried.sparsity;
    other.request.facts.features = among;
    other.request.rows = {};
    other.request.how.keep = other.request.how.certificate = false;
    other.request.how.effort = request::Effort::kNormal;
    other.control = other.searching = c_.searching;
    other.control.progress = other.searching.progress = nullptr;
    other.trial = true;
    const Result<void> done = look(other);
    if (c_.searching.should_stop()) return base::interrupted();
    const auto& predictive = other.answer.predictive;
    if (!done.ok() || !predictive) return 0.0;
    return predictive->settled ? std::numeric_limits<double>::infinity() : std::max(0.0, predictive->nats);
  }

  Result<void> look(Composition& other) {
    EXPLAINEE_ASSIGN(other.gathered, gather(input_, other.request, false, other.control));
    EXPLAINEE_TRY(prepare(other));
    return look_at_support(other, input_);
  }

  /// The options that differ.
  [[nodiscard]] base::Message options_of(const Tried& tried) const {
    const bool family = tried.family != c_.request.facts.family;
    const bool more = tried.sparsity != c_.request.facts.sparsity.value_or(request::kDefaultSparsity);
    const base::OptionRef families = base::option("family", fmt::format("{}", fmt::join(tried.family, ",")));
    const base::OptionRef facts = base::option("sparsity", tried.sparsity);
    if (family && more) return base::say("{} with {}", families, facts);
    return family ? base::say("{}", families) : base::say("{}", facts);
  }

  [[nodiscard]] base::Message remedy_of(const StandingCheck& check, double goal) const {
    if (check.tried.empty()) return {};
    const auto best = std::max_element(check.tried.begin(), check.tried.end(),
                                       [](const Tried& a, const Tried& b) { return a.nats < b.nats; });
    if (gets(*best, goal, kGetsIt / 2)) {
      if (std::isinf(best->nats)) return base::say("; {} settles it", options_of(*best));
      return base::say("; {} tells {:.2f}", options_of(*best), base::to_bits(best->nats));
    }
    if (gets(*best, goal, 0))
      return base::say("; of what was tried, {} tells most, {:.2f}", options_of(*best), base::to_bits(best->nats));
    base::Message list = options_of(check.tried.front());
    for (std::size_t k = 1; k < check.tried.size(); ++k)
      list = base::say("{}{}{}", list, k + 1 == check.tried.size() ? " and " : ", ", options_of(check.tried[k]));
    return base::say("; tried without success: {}", list);
  }

  Composition& c_;
  const Input& input_;
  double told_;
};

}  // namespace

Result<void> check_standing(Composition& c, const Input& input) {
  const bool wanted =
      c.held != nullptr && c.answer.predictive && !c.answer.predictive->settled && !c.answer.interrupted;
  if (!wanted) return {};
  Result<void> done = StandingChecker(c, input).run();
  c.held = nullptr;
  const bool out_of_time = !done.ok() && done.error().code == base::ErrorCode::kInterrupted && !c.control.cancelled();
  if (!out_of_time) return done;
  c.answer.standing_check.reset();
  return {};
}

}  // namespace explainee::explain
