#include "explainee/cohort/one_by_one/one_by_one_lane.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include "explainee/base/sha256/sha256.h"
#include "explainee/base/threads/first_failed.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/version.h"
#include "explainee/cohort/one_by_one/person_request.h"
#include "explainee/cohort/one_by_one/told.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/explain.h"
#include "explainee/explain/gather/gather.h"
#include "explainee/request/grammar/values.h"
#include "explainee/request/records/records.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// People between two marks in the journal: what a kill loses.
constexpr std::size_t kPeopleOfAChunk = 128;
/// Different people who are remembered.
constexpr std::size_t kRemembered = 100000;

/// What is the same for all, found before anybody is served.
struct Shared {
  explain::Composition nobody;  ///< prepared for nobody in particular
  Told impersonal;              ///< what nobody in particular is told
  int most_facts = 0;           ///< of anybody
  Digest identity{};
};

/// One person. Too few rows for what is known are a status, not an error.
Result<Told> explain_one(const explain::Input& input, const request::Request& request, const base::Control& control) {
  base::Control alone = control;
  alone.progress = nullptr;
  const Result<explain::Explanation> explained = explain::explain_briefly(input, request, alone);
  if (explained.ok()) return told_of(explained.value());
  if (explained.error().code != ErrorCode::kTooFewRows) return explained.error();
  Told none;
  none.served.status = Status::kTooFewRows;
  return none;
}

class OneByOneLane final : public Lane {
 public:
  OneByOneLane(const explain::Input& input, PersonRequests requests, Shared shared, const UserList& list,
               std::int64_t people, base::Control control)
      : input_(input),
        requests_(std::move(requests)),
        shared_(std::move(shared)),
        list_(list),
        people_(people),
        control_(std::move(control)),
        threads_(control_.threads) {
    remembered_.emplace("", numbered(shared_.impersonal));
  }

  [[nodiscard]] std::size_t at_once() const override { return kPeopleOfAChunk; }
  void describe(CohortReport& report) const override {
    const explain::Explanation& nobody = shared_.nobody.answer;
    report.prediction = nobody.predictions.front();
    report.data_sha256 = nobody.data_sha256;
    report.rows = nobody.rows;
    report.rows_dropped = nobody.rows_dropped;
    report.sparsity = nobody.sparsity;
    report.candidates = shared_.nobody.setting.candidates.size();
    report.impersonal = shared_.impersonal.facts;
    report.one_by_one = true;
  }
  [[nodiscard]] Digest identity() const override { return shared_.identity; }
  [[nodiscard]] ChunkLimits limits() const override { return {0, shared_.most_facts, true}; }
  [[nodiscard]] const std::string& name_of(int fact) const override { return names_[static_cast<std::size_t>(fact)]; }

  Result<Chunk> serve(const UserBatch& batch) override {
    EXPLAINEE_ASSIGN(const std::vector<PersonRequest> people, requests_of(batch));
    std::vector<std::size_t> fresh;
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (!remembered_.contains(people[i].key) && seen.insert(people[i].key).second) fresh.push_back(i);
    }
    const std::vector<std::optional<Result<Told>>> told = explain_all(people, fresh, batch.first);
    if (control_.cancelled()) return base::interrupted();
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      if (told[k] && !told[k]->ok()) return about(batch, fresh[k], told[k]->error());
    }
    for (std::size_t k = 0; k < fresh.size(); ++k)
      remembered_.emplace(people[fresh[k]].key, numbered(told[k]->value()));
    Chunk chunk{{}, batch.names, {}};
    for (const PersonRequest& person : people) chunk.served.push_back(remembered_.at(person.key));
    name_facts(chunk);
    return chunk;
  }

  void number(Chunk& chunk) override {
    std::vector<int> numbers;
    for (const std::string& name : chunk.facts) numbers.push_back(number_of(name));
    for (Served& served : chunk.served) {
      for (int& fact : served.facts) fact = numbers[static_cast<std::size_t>(fact)];
    }
    chunk.facts.clear();
  }

  /// What an earlier run found is not computed again.
  Result<void> look(const UserBatch& batch, const Chunk& chunk) override {
    if (remembered_.size() > kRemembered) remembered_.clear();
    EXPLAINEE_ASSIGN(const std::vector<PersonRequest> people, requests_of(batch));
    for (std::size_t i = 0; i < people.size(); ++i) remembered_.emplace(people[i].key, chunk.served[i]);
    return {};
  }

 private:
  Result<std::vector<PersonRequest>> requests_of(const UserBatch& batch) const {
    std::vector<PersonRequest> people;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      EXPLAINEE_ASSIGN(PersonRequest person, requests_.of(batch, i));
      people.push_back(std::move(person));
    }
    return people;
  }

  /// These people of a batch, in that order; what is missing was not begun when the work was stopped.
  std::vector<std::optional<Result<Told>>> explain_all(const std::vector<PersonRequest>& people,
                                                       const std::vector<std::size_t>& fresh, std::int64_t before) {
    std::vector<std::optional<Result<Told>>> told(fresh.size());
    std::atomic<std::size_t> done = 0;
    base::FirstFailed failed;  // the first who cannot be served is named, however many threads there are
    const auto caller = std::this_thread::get_id();
    threads_.run(fresh.size(), [&](std::size_t k) {
      if (control_.cancelled() || failed.before(k)) return;
      told[k] = explain_one(input_, people[fresh[k]].request, control_);
      if (!told[k]->ok()) failed.note(k);
      ++done;
      if (std::this_thread::get_id() != caller) return;
      const double share = static_cast<double>(done) / static_cast<double>(fresh.size());
      const double served = static_cast<double>(before) + share * static_cast<double>(people.size());
      control_.report("serving", served / std::max(1.0, static_cast<double>(people_)));
    });
    return told;
  }

  /// An error that names the line of the person where it names no other place.
  [[nodiscard]] Error about(const UserBatch& batch, std::size_t i, Error error) const {
    error.message = base::say("'{}' cannot be served: {}", batch.names[i], error.message);
    if (error.subject.nowhere()) {
      base::Subject where = list_.table().where(batch.first + static_cast<std::int64_t>(i));
      where.option = error.subject.option;
      error.subject = std::move(where);
    }
    return error;
  }

  int number_of(const std::string& name) {
    const auto [at, is_new] = numbers_.emplace(name, static_cast<int>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }

  Served numbered(const Told& told) {
    Served served = told.served;
    for (const std::string& name : told.facts) served.facts.push_back(number_of(name));
    return served;
  }

  /// The other way round, for the journal.
  void name_facts(Chunk& chunk) const {
    std::unordered_map<int, int> places;
    for (Served& served : chunk.served) {
      for (int& fact : served.facts) {
        const auto [at, is_new] = places.emplace(fact, static_cast<int>(chunk.facts.size()));
        if (is_new) chunk.facts.push_back(name_of(fact));
        fact = at->second;
      }
    }
  }

  const explain::Input& input_;
  PersonRequests requests_;
  Shared shared_;
  const UserList& list_;
  std::int64_t people_;
  base::Control control_;
  base::ThreadPool threads_;
  std::vector<std::string> names_;                      // of facts, by number
  std::unordered_map<std::string, int> numbers_;        // and the other way round
  std::unordered_map<std::string, Served> remembered_;  // by PersonRequest::key, facts by number
};

/// A value as one text.
std::string text_of(const base::OptionValue& value) {
  return std::visit([](const auto& held) { return fmt::format("{}", held); }, value);
}

Digest own_identity(const explain::Explanation& nobody, const UserList& list, const request::Request& request) {
  std::string text = fmt::format("{} one by one {} {} {}", base::kVersion, nobody.data_sha256, nobody.sparsity,
                                 static_cast<int>(list.kind()));
  for (const auto& option : request::given_options(request::explain_records(), request))
    text += fmt::format("\n{}={}", option.name, text_of(option.value));
  text += fmt::format("\nreader={} tell={} family={}", static_cast<int>(request::reader_of(request.who)),
                      static_cast<int>(request.facts.tell), request.facts.family);
  for (const std::string& name : list.weighted()) text += "\nw:" + name;
  return base::sha256(text);
}

/// What is asked about all, as each person's explain() takes it.
request::Request alike_of(const request::Request& request) {
  request::Request alike = request;
  alike.how.threads = 1;
  alike.how.keep = alike.how.certificate = false;
  return alike;
}

/// Nothing is asked of the folds.
request::Request one_fold(request::Request request) {
  request.how.folds = 1;
  return request;
}

/// Looks at the table once for all: whether it and the request fit, and what nobody in particular is told.
Result<Shared> share(const explain::Input& input, const request::Request& request, const UserList& list,
                     const Needs& needs, const base::Control& control) {
  explain::Input with_people = input;
  with_people.people.columns = needs.kept.columns;
  request::Request together = request;
  together.how.threads = control.threads;
  Shared shared;
  shared.most_facts = request.facts.sparsity.value_or(request::kDefaultSparsity);
  EXPLAINEE_ASSIGN(shared.nobody, explain::compose(with_people, one_fold(together), control));
  EXPLAINEE_TRY(check_prediction(shared.nobody));
  control.report("the best facts for nobody in particular", -1);
  EXPLAINEE_ASSIGN(shared.impersonal, explain_one(input, together, control));
  if (control.cancelled()) return base::interrupted();
  shared.identity = own_identity(shared.nobody.answer, list, request);
  return shared;
}

}  // namespace

Result<std::unique_ptr<Lane>> make_one_by_one_lane(const explain::Input& input, const request::Request& request,
                                                   const UserList& list, const Needs& needs,
                                                   const base::Control& control) {
  const request::Request alike = alike_of(request);
  EXPLAINEE_ASSIGN(PersonRequests requests, PersonRequests::make(list, explain::columns_of(input), alike));
  base::Control own = control;
  own.threads = base::resolve_threads(request.how.threads);
  EXPLAINEE_ASSIGN(Shared shared, share(input, alike, list, needs, own));
  return std::unique_ptr<Lane>(std::make_unique<OneByOneLane>(input, std::move(requests), std::move(shared), list,
                                                              needs.people, std::move(own)));
}

}  // namespace explainee::cohort
