#include "explainee/cohort/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "explainee/base/sha256/sha256.h"
#include "explainee/cohort/sheet.h"

namespace explainee::cohort {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMostGiven = 1000000;  ///< different explanations that are counted

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

class Run {
 public:
  Run(RunParts parts, Journal journal) : parts_(std::move(parts)), journal_(std::move(journal)) {}

  Result<CohortReport> run() {
    parts_.lane.describe(report_);
    if (const auto done = serve_and_write(); !done.ok()) return with_advice(done.error());
    journal_.remove();
    return std::move(report_);
  }

 private:
  Result<void> serve_and_write() {
    EXPLAINEE_TRY(journal_.resume(parts_.lane.identity(), parts_.lane.limits()));
    EXPLAINEE_TRY(serve_all());
    if (const auto chosen = parts_.lane.choose(given_, report_); !chosen.ok())
      return stopped(chosen.error(), report_.people);
    return write_all();
  }

  /// Hours of work are not lost because the disk is full.
  [[nodiscard]] Error with_advice(Error error) const {
    if (error.code == ErrorCode::kUnwritableOutput && journal_.chunks() > 0)
      error.message = base::say("{}; the same command then goes on from what was served before", error.message);
    return error;
  }

  [[nodiscard]] static Error stopped(Error error, std::int64_t served) {
    if (error.code == ErrorCode::kInterrupted)
      error.message = fmt::format("interrupted after {} people; the same command goes on from there", served);
    return error;
  }

  [[nodiscard]] double share_served() const {
    return static_cast<double>(report_.people) / std::max(1.0, static_cast<double>(parts_.people));
  }

  Result<void> serve_all() {
    const std::int64_t before = journal_.chunks();
    EXPLAINEE_TRY(journal_.rewind());
    EXPLAINEE_TRY(parts_.list.start());
    for (std::int64_t chunk = 0;; ++chunk) {
      const bool again = chunk < before;
      parts_.control.report(again ? "reading what was served before" : "serving", share_served());
      EXPLAINEE_ASSIGN(const UserBatch batch, parts_.list.next(parts_.lane.at_once()));
      if (batch.size() == 0) return check_end(chunk, before);
      EXPLAINEE_ASSIGN(Chunk served, again ? served_before(batch) : served_now(batch));
      parts_.lane.number(served);
      count(served);
      const auto looked = parts_.lane.look(batch, served);
      if (!looked.ok()) return stopped(looked.error(), batch.first);
    }
  }

  Result<Chunk> served_before(const UserBatch& batch) {
    EXPLAINEE_ASSIGN(Chunk served, journal_.read());
    if (served.people != digest_of(batch) || served.names != batch.names) return changed(batch);
    report_.resumed += static_cast<std::int64_t>(batch.size());
    return served;
  }

  Result<Chunk> served_now(const UserBatch& batch) {
    Result<Chunk> served = parts_.lane.serve(batch);
    if (!served.ok()) return stopped(served.error(), batch.first);
    served.value().people = digest_of(batch);
    EXPLAINEE_TRY(journal_.append(served.value()));
    return served;
  }

  [[nodiscard]] Error changed(const UserBatch& batch) const {
    return {ErrorCode::kUnreadableFile,
            fmt::format("the people from number {} on are not those whom the run that was stopped had served; remove "
                        "{} to begin anew",
                        batch.first, journal_.path()),
            parts_.list.table().name()};
  }

  [[nodiscard]] Result<void> check_end(std::int64_t chunks, std::int64_t before) const {
    if (chunks >= before) return {};
    return Error{ErrorCode::kUnreadableFile,
                 fmt::format("there are fewer people than the run that was stopped had served; remove {} to begin anew",
                             journal_.path()),
                 parts_.list.table().name()};
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
      report_.nothing_found += served.found.value_or(true) ? 0 : 1;
      nats_ += capped_nats(served.infinite ? most_nats() : served.objective_nats);
      impersonal_nats_ += capped_nats(served.impersonal_nats);
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

  Result<void> write_all() {
    EXPLAINEE_ASSIGN(const auto sink, parts_.files.output(output_columns()));
    EXPLAINEE_TRY(journal_.rewind());
    if (parts_.lane.has_catalogue()) EXPLAINEE_TRY(parts_.list.start());
    const std::int64_t chunks = journal_.chunks();
    for (std::int64_t k = 0; k < chunks; ++k) {
      if (parts_.control.cancelled()) return stopped(base::interrupted(), report_.people);
      parts_.control.report("writing", static_cast<double>(k) / static_cast<double>(chunks));
      EXPLAINEE_ASSIGN(Chunk chunk, journal_.read());
      EXPLAINEE_TRY(write(chunk, *sink));
    }
    for (CatalogueEntry& entry : report_.catalogue) {
      entry.share = nats_ > 0 ? entry.nats / nats_ : 1;
      entry.nats /= static_cast<double>(std::max<std::int64_t>(1, report_.people));
    }
    return sink->finish();
  }

  /// Which explanation of the catalogue is whose; NaN for none.
  Result<std::vector<double>> places_of(const Chunk& chunk) {
    if (!parts_.lane.has_catalogue())
      return std::vector<double>(chunk.names.size(), std::numeric_limits<double>::quiet_NaN());
    EXPLAINEE_ASSIGN(const UserBatch batch, parts_.list.next(parts_.lane.at_once()));
    if (digest_of(batch) != chunk.people) return changed(batch);
    Result<std::vector<double>> placed = parts_.lane.place(batch, chunk, report_);
    if (!placed.ok()) return stopped(placed.error(), report_.people);
    return placed;
  }

  Result<void> write(Chunk& chunk, data::TableSink& sink) {
    parts_.lane.number(chunk);
    EXPLAINEE_ASSIGN(const std::vector<double> places, places_of(chunk));
    Sheet sheet;
    for (std::size_t i = 0; i < chunk.names.size(); ++i) {
      std::vector<std::string> facts;
      for (const int fact : chunk.served[i].facts) facts.push_back(parts_.lane.name_of(fact));
      sheet.add(chunk.names[i], chunk.served[i], facts, places[i]);
    }
    return sheet.write(sink);
  }

  RunParts parts_;
  Journal journal_;
  double nats_ = 0;
  double impersonal_nats_ = 0;
  Given given_;
  CohortReport report_;
};

}  // namespace

Result<CohortReport> run_cohort(RunParts parts, Journal journal) {
  return Run(std::move(parts), std::move(journal)).run();
}

}  // namespace explainee::cohort
