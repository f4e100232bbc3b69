#include "explainee/explain/gather/row_sample.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "explainee/base/random.h"
#include "explainee/data/running_scale.h"

namespace explainee::explain {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kMostSampledCells = std::size_t{1} << 24U;

/// Chooses rows so that each has the same chance, whatever the batches (Vitter's algorithm R).
class Reservoir {
 public:
  Reservoir(std::size_t capacity, std::uint64_t seed) : capacity_(capacity), random_(seed, 11) {}

  /// The slot that the next row takes, or none.
  std::optional<std::size_t> next() {
    const std::size_t row = seen_++;
    if (row < capacity_) return row;
    const auto slot = static_cast<std::size_t>(random_.below(seen_));
    return slot < capacity_ ? std::optional(slot) : std::nullopt;
  }

 private:
  std::size_t capacity_;
  std::size_t seen_ = 0;
  base::Random random_;
};

class Sampler {
 public:
  Sampler(std::vector<family::Source*> numbers, std::uint64_t seed, family::Sample& sample)
      : numbers_(std::move(numbers)),
        sample_(sample),
        scales_(numbers_.size()),
        reservoir_(std::min(kMostRows, kMostSampledCells / std::max<std::size_t>(1, numbers_.size())), seed) {}

  void add(const data::Batch& batch, std::size_t row, double weight) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) scales_[i].add(batch.columns[i].numbers[row], weight);
    const std::optional<std::size_t> slot = reservoir_.next();
    if (!slot) return;
    if (*slot == sample_.rows.size()) {
      sample_.rows.emplace_back();
      sample_.weights.emplace_back();
      for (family::Source* source : numbers_) source->values.emplace_back();
    }
    sample_.rows[*slot] = batch.first_row + static_cast<std::int64_t>(row);
    sample_.weights[*slot] = weight;
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i]->values[*slot] = batch.columns[i].numbers[row];
  }

  void finish() {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      numbers_[i]->mean = scales_[i].mean();
      numbers_[i]->sd = scales_[i].sd();
    }
  }

 private:
  std::vector<family::Source*> numbers_;
  family::Sample& sample_;
  std::vector<data::RunningScale> scales_;
  Reservoir reservoir_;
};

}  // namespace

base::Result<void> fill_sample(data::TableSource& table, std::optional<std::size_t> weight, std::uint64_t seed,
                               const base::Control& control, family::Sample& sample) {
  std::vector<family::Source*> numbers;
  std::vector<std::size_t> wanted;
  for (family::Source& source : sample.sources) {
    if (source.type != data::ColumnType::kNumber) continue;
    numbers.push_back(&source);
    wanted.push_back(source.column);
  }
  std::size_t weight_at = 0;
  if (weight) {
    const auto found = std::find(wanted.begin(), wanted.end(), *weight);
    weight_at = static_cast<std::size_t>(found - wanted.begin());
    if (found == wanted.end()) wanted.push_back(*weight);
  }
  const std::size_t count = numbers.size();
  Sampler sampler(std::move(numbers), seed, sample);
  EXPLAINEE_TRY(table.start(wanted));
  data::Batch batch;
  while (true) {
    if (control.cancelled()) return base::interrupted();
    EXPLAINEE_ASSIGN(const bool more, table.next(batch));
    if (!more) break;
    for (std::size_t row = 0; row < batch.rows; ++row) {
      const double own = weight ? batch.columns[weight_at].numbers[row] : 1.0;
      bool usable = own > 0 && std::isfinite(own);
      for (std::size_t i = 0; i < count && usable; ++i) usable = std::isfinite(batch.columns[i].numbers[row]);
      if (usable) sampler.add(batch, row, own);
    }
  }
  sampler.finish();
  return {};
}

}  // namespace explainee::explain
