#include "explainee/cohort/cohort.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "explainee/base/bits.h"
#include "explainee/base/given_option.h"
#include "explainee/base/sha256/sha256.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/base/tolerances.h"
#include "explainee/base/version.h"
#include "explainee/cohort/catalogue.h"
#include "explainee/cohort/journal.h"
#include "explainee/cohort/serve/explanation_pool.h"
#include "explainee/cohort/serve/serve.h"
#include "explainee/explain/compose/work_limit.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kAnsweredChunk = 64;        ///< people of a chunk where each is learnt from answers
constexpr std::int64_t kSample = 4000;            ///< people on whom a catalogue is chosen
constexpr std::size_t kRememberedLists = 100000;  ///< lists of known columns whose answers are remembered
constexpr std::size_t kMostGiven = 1000000;       ///< different explanations that are counted

Digest digest_of(const UserBatch& batch) {
  base::Sha256 sum;
  const auto add = [&](const void* bytes, std::size_t size) { sum.add({static_cast<const char*>(bytes), size}); };
  for (const std::vector<std::string>* texts : {&batch.names, &batch.has}) {
    for (const std::string& text : *texts) add(text.c_str(), text.size() + 1);
  }
  add(batch.weights.data(), static_cast<std::size_t>(batch.weights.size()) * sizeof(double));
  add(batch.noise.data(), batch.noise.size() * sizeof(double));
  for (const std::vector<person::Answer>& answers : batch.answers) {
    const std::uint64_t count = answers.size();
    add(&count, sizeof(count));
    for (const person::Answer& answer : answers) {
      add(&answer.row, sizeof(answer.row));
      add(&answer.value, sizeof(answer.value));
      const double noise = answer.noise.value_or(-1);
      add(&noise, sizeof(noise));
    }
  }
  return sum.hash();
}

double capped(double nats) { return std::min(std::max(0.0, nats), most_nats()); }

class Run {
 public:
  Run(const SharedProblem& shared, UserList list, Reader reader, Journal journal, const CohortFiles& files,
      ServeOptions options)
      : shared_(shared),
        list_(std::move(list)),
        reader_(std::move(reader)),
        journal_(std::move(journal)),
        files_(files),
        options_(std::move(options)),
        chunk_(list_.kind() == UserKind::kAnswers ? kAnsweredChunk : kMostPeople) {}

  Result<CohortReport> run(std::int64_t people, int catalogue) {
    people_ = people;
    stride_ = catalogue > 0 ? std::max<std::int64_t>(1, (people + kSample - 1) / kSample) : 0;
    describe();
    if (const auto done = serve_and_write(catalogue); !done.ok()) return with_advice(done.error());
    journal_.remove();
    return std::move(report_);
  }

 private:
  Result<void> serve_and_write(int catalogue) {
    EXPLAINEE_TRY(serve_all());
    if (catalogue > 0) EXPLAINEE_TRY(choose(catalogue));
    return write_all();
  }

  /// Hours of work are not lost because the disk is full.
  [[nodiscard]] Error with_advice(Error error) const {
    if (error.code == ErrorCode::kUnwritableOutput && journal_.chunks() > 0)
      error.message = base::say("{}; the same command then goes on from what was served before", error.message);
    return error;
  }

  void describe() {
    const explain::Composition& c = shared_.nobody;
    report_.prediction = c.answer.predictions.front();
    report_.data_sha256 = c.answer.data_sha256;
    report_.rows = c.answer.rows;
    report_.rows_dropped = c.answer.rows_dropped;
    report_.sparsity = shared_.sparsity;
    report_.candidates = shared_.facts().size();
    report_.impersonal = names(shared_.impersonal);
  }

  [[nodiscard]] std::vector<std::string> names(const search::Set& set) const {
    std::vector<std::string> named;
    for (const int fact : set) named.push_back(shared_.name_of(fact));
    return named;
  }

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
    if (stride_ == 0) learnt_.clear();
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
    if (options_.control.cancelled()) return stopped(base::interrupted(), batch.first);
    for (std::size_t k = 0; k < fresh.size(); ++k)
      learnt_.emplace(batch.first + static_cast<std::int64_t>(fresh[k]), std::move(people[k]));
    return {};
  }

  Result<void> serve_all() {
    const std::int64_t before = journal_.chunks();
    EXPLAINEE_TRY(journal_.rewind());
    EXPLAINEE_TRY(list_.start());
    for (std::int64_t chunk = 0;; ++chunk) {
      options_.control.report("serving",
                              static_cast<double>(report_.people) / std::max(1.0, static_cast<double>(people_)));
      EXPLAINEE_ASSIGN(const UserBatch batch, list_.next(chunk_));
      if (batch.size() == 0) return check_end(chunk, before);
      Chunk served;
      if (chunk < before) {
        EXPLAINEE_ASSIGN(served, journal_.read());
        if (served.people != digest_of(batch) || served.names != batch.names) return changed(batch);
        report_.resumed += static_cast<std::int64_t>(batch.size());
      } else {
        EXPLAINEE_ASSIGN(served, serve_batch(batch));
        EXPLAINEE_TRY(journal_.append(served));
      }
      count(served);
      EXPLAINEE_TRY(sample(batch, served));
    }
  }

  [[nodiscard]] Error changed(const UserBatch& batch) const {
    return {ErrorCode::kUnreadableFile,
            fmt::format("the people from number {} on are not those whom the run that was stopped had served; remove "
                        "{} to begin anew",
                        batch.first, journal_.path()),
            list_.table().name()};
  }

  [[nodiscard]] Result<void> check_end(std::int64_t chunks, std::int64_t before) const {
    if (chunks >= before) return {};
    return Error{ErrorCode::kUnreadableFile,
                 fmt::format("there are fewer people than the run that was stopped had served; remove {} to begin anew",
                             journal_.path()),
                 list_.table().name()};
  }

  Result<Chunk> serve_batch(const UserBatch& batch) {
    EXPLAINEE_TRY(learn(batch));
    Chunk chunk{digest_of(batch), batch.names, std::vector<Served>(batch.size())};
    std::vector<std::size_t> fresh;
    std::vector<Understanding> people;
    std::map<std::string, std::size_t> twins;  // a list of this batch → the first who has it
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (by_names() && (remembered_.contains(batch.has[i]) || !twins.emplace(batch.has[i], i).second)) continue;
      EXPLAINEE_ASSIGN(Understanding person, understand(batch, i));
      people.push_back(std::move(person));
      fresh.push_back(i);
    }
    const auto served = serve(shared_, people, options_);
    if (!served.ok()) return stopped(served.error(), batch.first);
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      chunk.served[fresh[k]] = served.value()[k];
      chunk.served[fresh[k]].linear_only = people[k].linear_only;
      chunk.served[fresh[k]].odd_answers = people[k].odd_answers;
    }
    if (!by_names()) return chunk;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto known = remembered_.find(batch.has[i]);
      chunk.served[i] = known != remembered_.end() ? known->second : chunk.served[twins.at(batch.has[i])];
    }
    if (remembered_.size() > kRememberedLists) remembered_.clear();
    for (const auto& [list, i] : twins) remembered_.emplace(list, chunk.served[i]);
    return chunk;
  }

  [[nodiscard]] Error stopped(Error error, std::int64_t served) const {
    if (error.code == ErrorCode::kInterrupted)
      error.message = fmt::format("interrupted after {} people; the same command goes on from there", served);
    return error;
  }

  void count(const Chunk& chunk) {
    for (const Served& served : chunk.served) {
      ++report_.people;
      report_.proven += served.optimal ? 1 : 0;
      report_.infinite += served.infinite ? 1 : 0;
      report_.linear_only += served.linear_only ? 1 : 0;
      report_.odd_answers += served.odd_answers ? 1 : 0;
      report_.nothing_to_explain += served.status == Status::kNothingToExplain ? 1 : 0;
      report_.too_few_rows += served.status == Status::kTooFewRows ? 1 : 0;
      nats_ += capped(served.infinite ? most_nats() : served.objective_nats);
      impersonal_nats_ += capped(served.impersonal_nats);
      search::Set set(served.facts.begin(), served.facts.end());
      std::sort(set.begin(), set.end());
      const auto known = given_.find(set);
      if (known != given_.end()) {
        ++known->second;
      } else if (given_.size() < kMostGiven && !set.empty()) {
        given_.emplace(std::move(set), 1);
      }
    }
    report_.different = static_cast<std::int64_t>(given_.size());
    const auto people = static_cast<double>(std::max<std::int64_t>(1, report_.people));
    report_.nats = nats_ / people;
    report_.impersonal_nats = impersonal_nats_ / people;
  }

  Result<void> sample(const UserBatch& batch, const Chunk& served) {
    if (stride_ == 0) return {};
    EXPLAINEE_TRY(learn(batch));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if ((batch.first + static_cast<std::int64_t>(i)) % stride_ != 0) continue;
      if (served.served[i].status == Status::kTooFewRows) continue;  // whatever she is told would look like all
      EXPLAINEE_ASSIGN(Understanding person, understand(batch, i));
      sample_.push_back(std::move(person));
    }
    return {};
  }

  Result<void> choose(int most) {
    const ExplanationPool pool =
        make_pool(static_cast<int>(shared_.facts().size()), shared_.sparsity, given_, shared_.impersonal);
    report_.catalogue_sample = static_cast<std::int64_t>(sample_.size());
    if (pool.sets.empty() || sample_.empty()) return {};
    Eigen::MatrixXd values(static_cast<Eigen::Index>(sample_.size()), static_cast<Eigen::Index>(pool.sets.size()));
    base::ThreadPool threads(options_.control.threads);
    threads.run(sample_.size(), [&](std::size_t i) {
      if (options_.control.cancelled()) return;
      const std::vector<double> told = values_of(shared_, sample_[i], pool.sets);
      for (std::size_t k = 0; k < told.size(); ++k)
        values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = capped(told[k]);
    });
    if (options_.control.cancelled()) return stopped(base::interrupted(), report_.people);
    EXPLAINEE_ASSIGN(const std::vector<CatalogueChoice> choices, choose_catalogues(values, most, options_.control));
    for (const CatalogueChoice& choice : choices) {
      CatalogueEntry entry;
      entry.best_looked_at = choice.exact;
      entry.exact = choice.exact && pool.all && stride_ == 1;
      std::vector<std::size_t> offered;
      for (const int column : choice.chosen) {
        const search::Set& set = pool.sets[static_cast<std::size_t>(column)];
        const auto at = std::find(offered_.begin(), offered_.end(), set);
        offered.push_back(static_cast<std::size_t>(at - offered_.begin()));
        if (at == offered_.end()) offered_.push_back(set);
        entry.explanations.push_back(names(set));
      }
      entry.people.assign(offered.size(), 0);
      lists_.push_back(std::move(offered));
      report_.catalogue.push_back(std::move(entry));
    }
    sample_.clear();
    return {};
  }

  /// Gives every person the explanation that tells her most, of each catalogue; the place in the largest one.
  double place(const Understanding& person, Status status) {
    if (status == Status::kTooFewRows) return std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> told = values_of(shared_, person, offered_);
    double place = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < lists_.size(); ++k) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < lists_[k].size(); ++i) {
        if (told[lists_[k][i]] > told[lists_[k][best]]) best = i;
      }
      report_.catalogue[k].nats += capped(told[lists_[k][best]]);
      if (status == Status::kNothingToExplain) continue;
      ++report_.catalogue[k].people[best];
      place = static_cast<double>(best);
    }
    return place;
  }

  Result<void> write_all() {
    EXPLAINEE_ASSIGN(const auto sink, files_.output(output_columns()));
    EXPLAINEE_TRY(journal_.rewind());
    if (!lists_.empty()) EXPLAINEE_TRY(list_.start());
    const std::int64_t chunks = journal_.chunks();
    for (std::int64_t k = 0; k < chunks; ++k) {
      if (options_.control.cancelled()) return stopped(base::interrupted(), report_.people);
      options_.control.report("writing", static_cast<double>(k) / static_cast<double>(chunks));
      EXPLAINEE_ASSIGN(const Chunk chunk, journal_.read());
      Sheet sheet;
      std::vector<double> places(chunk.names.size(), std::numeric_limits<double>::quiet_NaN());
      if (!lists_.empty()) {
        EXPLAINEE_ASSIGN(const UserBatch batch, list_.next(chunk_));
        if (digest_of(batch) != chunk.people) return changed(batch);
        EXPLAINEE_TRY(learn(batch));
        for (std::size_t i = 0; i < batch.size(); ++i) {
          EXPLAINEE_ASSIGN(const Understanding person, understand(batch, i));
          places[i] = place(person, chunk.served[i].status);
        }
      }
      for (std::size_t i = 0; i < chunk.names.size(); ++i)
        sheet.add(chunk.names[i], chunk.served[i], names(search::Set(chunk.served[i].facts)), places[i]);
      EXPLAINEE_TRY(sheet.write(*sink));
    }
    for (CatalogueEntry& entry : report_.catalogue) {
      entry.share = nats_ > 0 ? entry.nats / nats_ : 1;
      entry.nats /= static_cast<double>(std::max<std::int64_t>(1, report_.people));
    }
    return sink->finish();
  }

  const SharedProblem& shared_;
  UserList list_;
  Reader reader_;
  Journal journal_;
  const CohortFiles& files_;
  ServeOptions options_;
  std::size_t chunk_;
  std::int64_t people_ = 0;
  std::int64_t stride_ = 0;  // every so many people take part in choosing the catalogue; 0: no catalogue
  double nats_ = 0;
  double impersonal_nats_ = 0;
  Given given_;
  std::unordered_map<std::string, Served> remembered_;
  std::unordered_map<std::int64_t, Understanding> learnt_;  // from answers, by number; the list holds all of them too
  std::vector<Understanding> sample_;
  std::vector<search::Set> offered_;             // all explanations of all catalogues
  std::vector<std::vector<std::size_t>> lists_;  // by k: which of them
  CohortReport report_;
};

/// What decides the answers, beside the people: another run's journal is not ours.
Digest run_of(const SharedProblem& shared, const UserList& list, const request::Request& request) {
  std::string text = fmt::format("{} {} {} {} {} {}", base::kVersion, shared.nobody.answer.data_sha256, shared.sparsity,
                                 request::reader_of(request.who) == request::ReaderKind::kLinear,
                                 request.how.time_limit_seconds.value_or(0), explain::most_steps(request.how));
  for (const explain::Candidate& facts : shared.facts()) text += "\n" + facts.description.name;
  for (const std::string& name : list.weighted()) text += "\nw:" + name;
  for (const std::string& word : request.who.answer_words) text += "\n=" + word;
  return base::sha256(text);
}

}  // namespace

double most_nats() { return -0.5 * std::log(base::kDetermined); }

Result<CohortReport> serve_cohort(const explain::Input& input, const request::Request& request,
                                  const CohortOptions& cohort, const CohortFiles& files, const base::Control& control) {
  EXPLAINEE_ASSIGN(Journal journal,
                   Journal::open(files.journal));  // another run on the same answers is refused at once
  EXPLAINEE_ASSIGN(UserList list, UserList::open(*files.users, request.who.answer_words));
  if (list.kind() == UserKind::kAnswers && input.table == nullptr)
    return Error{ErrorCode::kNeedsRows, "answers need the rows, and moments have none; give the table"};
  EXPLAINEE_ASSIGN(Needs needs, needs_of(list, input, request, control));
  explain::Input with_people = input;
  if (input.table != nullptr) with_people.people = needs.kept;
  with_people.people.answered = list.kind() == UserKind::kAnswers;
  request::Request alike = request;
  if (list.kind() == UserKind::kSummary)  // what people understand is no fact
    alike.facts.exclude.insert(alike.facts.exclude.end(), needs.kept.columns.begin(), needs.kept.columns.end());
  if (!request.how.work && request.how.time_limit_seconds) alike.how.work = 0;
  alike.how.time_limit_seconds.reset();
  alike.how.folds = input.table != nullptr ? std::optional<int>(1) : std::nullopt;
  EXPLAINEE_ASSIGN(SharedProblem shared,
                   make_shared_problem(with_people, alike, request.how.time_limit_seconds.value_or(0), control));
  EXPLAINEE_ASSIGN(Reader reader,
                   Reader::make(shared, list, request::reader_of(request.who) == request::ReaderKind::kLinear));
  EXPLAINEE_TRY(
      journal.resume(run_of(shared, list, request), {static_cast<int>(shared.facts().size()), shared.sparsity}));
  ServeOptions serving{request.how.time_limit_seconds.value_or(0),
                       explain::most_steps(request.how, explain::kWorkOfMany), control};
  serving.control.threads = base::resolve_threads(request.how.threads);
  Run run(shared, std::move(list), std::move(reader), std::move(journal), files, std::move(serving));
  return run.run(needs.people, cohort.catalogue);
}

}  // namespace explainee::cohort
