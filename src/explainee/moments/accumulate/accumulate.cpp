#include "explainee/moments/accumulate/accumulate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "explainee/moments/accumulate/accumulator.h"
#include "explainee/moments/accumulate/fold_assignment.h"

namespace explainee::moments {
namespace {

/// The shift of products and sums is the mean of this many first rows (mathematics §6).
constexpr std::size_t kShiftRows = 4096;

/// What is known of one batch: which rows can be used, their folds and weights.
struct Selection {
  std::vector<std::uint32_t> rows;
  std::vector<int> folds;
  std::vector<double> weights;
};

/// A copy of a small first batch, kept until the shifts are known.
struct KeptBatch {
  std::vector<std::vector<double>> numbers;
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<std::string_view>> views;
  data::Batch batch;
  Selection selection;
};

std::unique_ptr<KeptBatch> keep(const data::Batch& batch, Selection selection) {
  auto kept = std::make_unique<KeptBatch>();
  kept->batch.first_row = batch.first_row;
  kept->batch.rows = batch.rows;
  for (const data::ColumnView& view : batch.columns) {
    data::ColumnView copy;
    auto& numbers = kept->numbers.emplace_back(view.numbers.begin(), view.numbers.end());
    auto& texts = kept->texts.emplace_back(view.texts.begin(), view.texts.end());
    auto& views = kept->views.emplace_back(texts.begin(), texts.end());
    copy.numbers = numbers;
    copy.texts = views;
    kept->batch.columns.push_back(copy);
  }
  kept->selection = std::move(selection);
  return kept;
}

class Pass {
 public:
  Pass(data::TableSource& table, const Plan& plan, const base::Control& control)
      : table_(table), plan_(plan), control_(control), pool_(control.threads), assignment_(plan.folds, plan.seed) {
    if (plan.weight) weight_at_ = plan.position(*plan.weight);
    if (plan.block) block_at_ = plan.position(*plan.block);
  }

  base::Result<Moments> run() {
    EXPLAINEE_TRY(check_room());
    const std::vector<std::size_t> wanted = plan_.table_columns();
    EXPLAINEE_TRY(table_.start(wanted));
    data::Batch batch;
    const auto hint = static_cast<double>(table_.rows_hint());
    while (true) {
      if (control_.cancelled()) return base::interrupted();
      EXPLAINEE_ASSIGN(const bool more, table_.next(batch));
      if (!more) break;
      EXPLAINEE_ASSIGN(Selection selection, select(batch));
      EXPLAINEE_TRY(take(batch, std::move(selection)));
      control_.report("reading", hint > 0 ? static_cast<double>(batch.first_row) / hint : -1.0);
    }
    return finish();
  }

 private:
  /// Products of so many columns that memory cannot hold them are refused before anything is read.
  [[nodiscard]] base::Result<void> check_room() const {
    constexpr double kGigabyte = 1e9;
    const auto columns = static_cast<double>(plan_.size());
    const double needed = columns * columns * sizeof(double) * (static_cast<double>(plan_.folds) + 2);
    const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (!(there > 0) || needed <= there) return {};
    return base::Error{base::ErrorCode::kTooManyColumns,
                       base::say("the products of {} columns take {:.0f} GB, and this machine has {:.0f}; choose fewer "
                                 "columns with {} or {}",
                                 plan_.size(), needed / kGigabyte, there / kGigabyte, base::option("features"),
                                 base::option("exclude")),
                       table_.name()};
  }

  base::Result<Selection> select(const data::Batch& batch) {
    Selection selection;
    if (looks_later()) {
      selection.rows.resize(batch.rows);
      std::iota(selection.rows.begin(), selection.rows.end(), 0U);
    } else {
      UsableRows usable = usable_rows(batch);
      if (usable.first_bad_row >= 0 && plan_.missing == MissingRule::kError)
        return missing_cell(table_, batch, usable, plan_.table_columns());
      dropped_ += static_cast<std::int64_t>(batch.rows - usable.rows.size());
      selection.rows = std::move(usable.rows);
    }
    if (plan_.weight) EXPLAINEE_TRY(read_weights(batch, batch.columns[weight_at_], selection));
    assign_folds(batch, selection);
    return selection;
  }

  void assign_folds(const data::Batch& batch, Selection& selection) const {
    if (!plan_.block) {
      selection.folds.resize(batch.rows);
      assignment_.of_rows(plan_.first_row + batch.first_row, selection.folds);
      if (selection.rows.size() == batch.rows) return;
      for (std::size_t i = 0; i < selection.rows.size(); ++i) selection.folds[i] = selection.folds[selection.rows[i]];
      selection.folds.resize(selection.rows.size());
      return;
    }
    selection.folds.reserve(selection.rows.size());
    const data::ColumnView& block = batch.columns[block_at_];
    for (const std::uint32_t row : selection.rows) {
      selection.folds.push_back(block.numbers.empty() ? assignment_.of_block(block.texts[row])
                                                      : assignment_.of_block(block.numbers[row]));
    }
  }

  /// Where every bad cell is an error, cells are looked at while they are copied: one pass less over memory. A shift
  /// that a bad cell spoils does no harm, since the cell is met before anything is given out.
  [[nodiscard]] bool looks_later() const {
    return plan_.missing == MissingRule::kError && !plan_.weight && !plan_.block;
  }

  /// Rows of weight 0 are as good as not there: they must not even touch the shifts.
  base::Result<void> read_weights(const data::Batch& batch, const data::ColumnView& view, Selection& selection) {
    std::vector<std::uint32_t> counted;
    for (const std::uint32_t row : selection.rows) {
      const double weight = view.numbers[row];
      if (weight == 0) continue;
      if (weight < 0) {
        return negative_weight(table_, *plan_.weight, weight, batch.first_row + row);
      }
      selection.weights.push_back(weight);
      counted.push_back(row);
    }
    selection.rows = std::move(counted);
    return {};
  }

  base::Result<void> take(const data::Batch& batch, Selection selection) {
    if (accumulator_) return add(batch, selection);
    held_rows_ += selection.rows.size();
    if (held_rows_ < kShiftRows) {
      held_.push_back(keep(batch, std::move(selection)));
      return {};
    }
    EXPLAINEE_TRY(begin(&batch, &selection));
    return add(batch, selection);
  }

  base::Result<void> add(const data::Batch& batch, const Selection& selection) {
    accumulator_->add(batch, selection.rows, selection.folds, selection.weights);
    if (control_.cancelled()) return base::interrupted();
    if (accumulator_->sound()) return {};
    return find_bad_cell();
  }

  /// Something spoiled the sums: reads again to say where, or which column is too large to be squared.
  base::Result<void> find_bad_cell() {
    EXPLAINEE_TRY(table_.start(plan_.table_columns()));
    data::Batch batch;
    while (plan_.missing == MissingRule::kError) {
      if (control_.cancelled()) return base::interrupted();
      EXPLAINEE_ASSIGN(const bool more, table_.next(batch));
      if (!more) break;
      const UsableRows usable = usable_rows(batch);
      if (usable.first_bad_row >= 0) return missing_cell(table_, batch, usable, plan_.table_columns());
    }
    if (const auto spoilt = accumulator_->spoilt_column())
      return too_large(describe(plan_, table_.columns())[*spoilt].name, table_.name());
    return base::Error{base::ErrorCode::kUnreadableFile, "the table changed while it was read", table_.name()};
  }

  /// Fixes the shifts from the first rows and adds what was held back.
  base::Result<void> begin(const data::Batch* batch, const Selection* selection) {
    std::vector<double> shifts(plan_.numbers.size(), 0.0);
    for (std::size_t number = 0; number < shifts.size(); ++number) {
      ShiftMean mean;
      for (const auto& held : held_) mean.add(held->batch.columns[number].numbers, held->selection.rows);
      if (batch != nullptr) mean.add(batch->columns[number].numbers, selection->rows);
      shifts[number] = mean.value();
    }
    shifts_ = shifts;
    accumulator_ = std::make_unique<Accumulator>(plan_, std::move(shifts), pool_, control_);
    for (const auto& held : held_) EXPLAINEE_TRY(add(held->batch, held->selection));
    held_.clear();
    return {};
  }

  /// Mean of the first kShiftRows values, measured from the first one so that a large offset does no harm.
  class ShiftMean {
   public:
    void add(std::span<const double> values, std::span<const std::uint32_t> rows) {
      for (const std::uint32_t row : rows) {
        if (count_ == kShiftRows) return;
        if (count_ == 0) first_ = values[row];
        sum_ += values[row] - first_;
        ++count_;
      }
    }
    [[nodiscard]] double value() const { return count_ == 0 ? 0.0 : first_ + sum_ / static_cast<double>(count_); }

   private:
    double first_ = 0;
    double sum_ = 0;
    std::size_t count_ = 0;
  };

  base::Result<Moments> finish() {
    if (!accumulator_) EXPLAINEE_TRY(begin(nullptr, nullptr));
    Moments moments;
    moments.columns = describe(plan_, table_.columns());
    for (std::size_t i = 0; i < shifts_.size(); ++i) moments.columns[i].shift = shifts_[i];
    moments.folds = accumulator_->finish();
    if (control_.cancelled()) return base::interrupted();
    if (!accumulator_->sound()) EXPLAINEE_TRY(find_bad_cell());
    moments.rows_dropped = dropped_;
    moments.seed = plan_.seed;
    if (plan_.weight) moments.weight_column = table_.columns()[*plan_.weight].name;
    if (plan_.block) moments.block_column = table_.columns()[*plan_.block].name;
    moments.weighted = plan_.weight.has_value();
    EXPLAINEE_TRY(check_finite(moments, table_.name(), control_));
    return moments;
  }

  data::TableSource& table_;
  const Plan& plan_;
  const base::Control& control_;
  base::ThreadPool pool_;
  FoldAssignment assignment_;
  std::unique_ptr<Accumulator> accumulator_;
  std::vector<std::unique_ptr<KeptBatch>> held_;
  std::size_t held_rows_ = 0;
  std::size_t weight_at_ = 0;
  std::size_t block_at_ = 0;
  std::vector<double> shifts_;
  std::int64_t dropped_ = 0;
};

}  // namespace

base::Result<Moments> accumulate(data::TableSource& table, const Plan& plan, const base::Control& control) {
  return Pass(table, plan, control).run();
}

}  // namespace explainee::moments
