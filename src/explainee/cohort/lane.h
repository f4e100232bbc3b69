// explainee/cohort/lane.h: one way of serving people, batch by batch; run.h brings batches to it and answers to disk.
#pragma once

#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/cohort/chunk.h"
#include "explainee/cohort/cohort_report.h"
#include "explainee/cohort/people/user_list.h"
#include "explainee/cohort/serve/explanation_pool.h"

namespace explainee::cohort {

/// Serves people. Batches come in the order of the list, of at_once() people but for the last.
class Lane {
 public:
  Lane() = default;
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  virtual ~Lane() = default;

  /// People of one batch.
  [[nodiscard]] virtual std::size_t at_once() const = 0;
  /// What of the report is known before anybody is served.
  virtual void describe(CohortReport& report) const = 0;
  /// What decides the answers, beside the people: another run's journal is not ours.
  [[nodiscard]] virtual Digest identity() const = 0;
  [[nodiscard]] virtual ChunkLimits limits() const = 0;

  /// Everybody of a batch, in its order, as a journal keeps it; Chunk::people is the caller's. Interrupted when
  /// stopped.
  [[nodiscard]] virtual base::Result<Chunk> serve(const UserBatch& batch) = 0;
  /// Makes the facts of a chunk, served now or by an earlier run, numbers for name_of().
  virtual void number(Chunk& /*chunk*/) {}
  /// Looks at such a chunk, once for each, in order.
  [[nodiscard]] virtual base::Result<void> look(const UserBatch& batch, const Chunk& chunk) = 0;
  [[nodiscard]] virtual const std::string& name_of(int fact) const = 0;

  /// Whether people are given explanations of a catalogue, too: choose() once all were looked at, then place() of every
  /// batch.
  [[nodiscard]] virtual bool has_catalogue() const { return false; }
  [[nodiscard]] virtual base::Result<void> choose(const Given& /*given*/, CohortReport& /*report*/) { return {}; }
  /// Which explanation of the largest catalogue is each person's; NaN for none. Counts them in the report.
  [[nodiscard]] virtual base::Result<std::vector<double>> place(const UserBatch& /*batch*/, const Chunk& /*chunk*/,
                                                                CohortReport& /*report*/) {
    return std::vector<double>();
  }
};

}  // namespace explainee::cohort
