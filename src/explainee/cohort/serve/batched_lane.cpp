#include "explainee/cohort/serve/batched_lane.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "explainee/base/sha256/sha256.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/version.h"
#include "explainee/cohort/serve/offered_catalogue.h"
#include "explainee/cohort/serve/serve.h"
#include "explainee/explain/compose/work_limit.h"

namespace explainee::cohort {
namespace {

using base::Result;

constexpr std::size_t kAnsweredChunk = 64;        ///< people of a chunk where each is learnt from answers
constexpr std::size_t kRememberedLists = 100000;  ///< lists of known columns whose answers are remembered

class BatchedLane final : public Lane {
 public:
  BatchedLane(std::unique_ptr<const SharedProblem> shared, const UserList& list, Reader reader, Digest identity,
              ServeOptions options, int catalogue, std::int64_t people)
      : shared_(std::move(shared)),
        list_(list),
        reader_(std::move(reader)),
        identity_(identity),
        options_(std::move(options)),
        catalogue_(*shared_, catalogue, people) {}

  [[nodiscard]] std::size_t at_once() const override {
    return list_.kind() == UserKind::kAnswers ? kAnsweredChunk : kMostPeople;
  }

  void describe(CohortReport& report) const override {
    const explain::Composition& c = shared_->nobody;
    report.prediction = c.answer.predictions.front();
    report.data_sha256 = c.answer.data_sha256;
    report.rows = c.answer.rows;
    report.rows_dropped = c.answer.rows_dropped;
    report.sparsity = shared_->sparsity;
    report.candidates = shared_->facts().size();
    for (const int fact : shared_->impersonal) report.impersonal.push_back(shared_->name_of(fact));
  }
  [[nodiscard]] Digest identity() const override { return identity_; }
  [[nodiscard]] ChunkLimits limits() const override {
    return {static_cast<int>(shared_->facts().size()), shared_->sparsity};
  }
  [[nodiscard]] const std::string& name_of(int fact) const override { return shared_->name_of(fact); }

  Result<Chunk> serve(const UserBatch& batch) override {
    EXPLAINEE_TRY(learn(batch));
    Chunk chunk{{}, batch.names, std::vector<Served>(batch.size())};
    std::vector<std::size_t> fresh;
    std::vector<Understanding> people;
    std::map<std::string, std::size_t> twins;  // a list of this batch → the first who has it
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (by_names() && (remembered_.contains(batch.has[i]) || !twins.emplace(batch.has[i], i).second)) continue;
      EXPLAINEE_ASSIGN(Understanding person, understand(batch, i));
      people.push_back(std::move(person));
      fresh.push_back(i);
    }
    EXPLAINEE_ASSIGN(const std::vector<Served> served, cohort::serve(*shared_, people, options_));
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      chunk.served[fresh[k]] = served[k];
      chunk.served[fresh[k]].linear_only = people[k].linear_only;
      chunk.served[fresh[k]].odd_answers = people[k].odd_answers;
    }
    if (by_names()) share(batch, twins, chunk);
    return chunk;
  }

  Result<void> look(const UserBatch& batch, const Chunk& chunk) override {
    if (!catalogue_.wanted()) return {};
    EXPLAINEE_TRY(learn(batch));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!catalogue_.asks(batch.first + static_cast<std::int64_t>(i))) continue;
      if (chunk.served[i].status == Status::kTooFewRows) continue;  // whatever is told would look like all
      EXPLAINEE_ASSIGN(Understanding person, understand(batch, i));
      catalogue_.add(std::move(person));
    }
    return {};
  }

  [[nodiscard]] bool has_catalogue() const override { return catalogue_.any(); }
  Result<void> choose(const Given& given, CohortReport& report) override {
    return catalogue_.wanted() ? catalogue_.choose(given, report, options_.control) : Result<void>();
  }
  Result<std::vector<double>> place(const UserBatch& batch, const Chunk& chunk, CohortReport& report) override {
    EXPLAINEE_TRY(learn(batch));
    std::vector<double> places;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      EXPLAINEE_ASSIGN(const Understanding person, understand(batch, i));
      places.push_back(catalogue_.place(person, chunk.served[i].status, report));
    }
    return places;
  }

 private:
  /// Whether people say what they have by names, which many may have in common.
  [[nodiscard]] bool by_names() const { return list_.kind() == UserKind::kKnows || list_.kind() == UserKind::kSummary; }

  Result<Understanding> understand(const UserBatch& batch, std::size_t i) {
    if (list_.kind() == UserKind::kWeights)
      return reader_.weighs(batch.weights.col(static_cast<Eigen::Index>(i)), batch.noise[i]);
    if (list_.kind() == UserKind::kAnswers) return learnt_.at(batch.first + static_cast<std::int64_t>(i));
    return reader_.has(batch.has[i], list_.kind(), list_.table().where(batch.first + static_cast<std::int64_t>(i)));
  }

  /// Learns those of a batch who answered and were not learnt before. What is learnt is kept where it is needed again.
  Result<void> learn(const UserBatch& batch) {
    if (list_.kind() != UserKind::kAnswers) return {};
    if (!catalogue_.wanted()) learnt_.clear();
    std::vector<std::size_t> fresh;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!learnt_.contains(batch.first + static_cast<std::int64_t>(i))) fresh.push_back(i);
    }
    std::vector<Understanding> people(fresh.size());
    base::Control alone = options_.control;
    alone.threads = 1;
    base::ThreadPool threads(options_.control.threads);
    threads.run(fresh.size(), [&](std::size_t k) {
      if (!alone.cancelled()) people[k] = reader_.answered(batch.answers[fresh[k]], alone);
    });
    if (options_.control.cancelled()) return base::interrupted();
    for (std::size_t k = 0; k < fresh.size(); ++k)
      learnt_.emplace(batch.first + static_cast<std::int64_t>(fresh[k]), std::move(people[k]));
    return {};
  }

  /// Gives those who have the same list the same, and remembers it.
  void share(const UserBatch& batch, const std::map<std::string, std::size_t>& twins, Chunk& chunk) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto known = remembered_.find(batch.has[i]);
      chunk.served[i] = known != remembered_.end() ? known->second : chunk.served[twins.at(batch.has[i])];
    }
    if (remembered_.size() > kRememberedLists) remembered_.clear();
    for (const auto& [list, i] : twins) remembered_.emplace(list, chunk.served[i]);
  }

  std::unique_ptr<const SharedProblem> shared_;
  const UserList& list_;
  Reader reader_;
  Digest identity_;
  ServeOptions options_;
  OfferedCatalogue catalogue_;
  std::unordered_map<std::string, Served> remembered_;
  std::unordered_map<std::int64_t, Understanding> learnt_;  // from answers, by number; the list holds all of them too
};

Digest batched_identity(const SharedProblem& shared, const UserList& list, const request::Request& request) {
  std::string text = fmt::format("{} {} {} {} {} {}", base::kVersion, shared.nobody.answer.data_sha256, shared.sparsity,
                                 request::reader_of(request.who) == request::ReaderKind::kLinear,
                                 request.how.time_limit_seconds.value_or(0), explain::most_steps(request.how));
  for (const explain::Candidate& facts : shared.facts()) text += "\n" + facts.description.name;
  for (const std::string& name : list.weighted()) text += "\nw:" + name;
  for (const std::string& word : request.who.answer_words) text += "\n=" + word;
  return base::sha256(text);
}

}  // namespace

Result<std::unique_ptr<Lane>> make_batched_lane(const explain::Input& input, const request::Request& request,
                                                int catalogue, const UserList& list, const Needs& needs,
                                                const base::Control& control) {
  explain::Input with_people = input;
  if (input.table != nullptr) with_people.people = needs.kept;
  with_people.people.answered = list.kind() == UserKind::kAnswers;
  request::Request alike = request;
  if (!request.how.work && request.how.time_limit_seconds) alike.how.work = 0;
  alike.how.time_limit_seconds.reset();
  alike.how.folds = input.table != nullptr ? std::optional<int>(1) : std::nullopt;
  const double seconds = request.how.time_limit_seconds.value_or(0);
  EXPLAINEE_ASSIGN(SharedProblem made, make_shared_problem(with_people, alike, seconds, control));
  auto shared = std::make_unique<SharedProblem>(std::move(made));
  const bool linear = request::reader_of(request.who) == request::ReaderKind::kLinear;
  EXPLAINEE_ASSIGN(Reader reader, Reader::make(*shared, list, linear));
  const Digest identity = batched_identity(*shared, list, request);
  ServeOptions serving{seconds, explain::most_steps(request.how, explain::kWorkOfMany), control};
  serving.control.threads = base::resolve_threads(request.how.threads);
  return std::unique_ptr<Lane>(std::make_unique<BatchedLane>(std::move(shared), list, std::move(reader), identity,
                                                             std::move(serving), catalogue, needs.people));
}

}  // namespace explainee::cohort
