#include "explainee/explain/rows/explain_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "explainee/base/bits.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/data/id_text.h"
#include "explainee/data/name_pattern.h"
#include "explainee/explain/kept/kept_table.h"
#include "explainee/explain/rows/decomposition.h"
#include "explainee/explain/rows/row_pass.h"
#include "explainee/moments/accumulate/column_filler.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kUnseen = "unseen";
constexpr std::string_view kOutside = "outside";
constexpr std::string_view kBoth = "unseen outside";

/// The facts that were kept, as rows are taken apart by them.
FittedFacts kept_facts(const Explainer& e) {
  FittedFacts facts{&e.model, &e.columns, &e.fact_of, &e.shown_with, &e.beta, &e.column_expected, {}, {}};
  facts.order.resize(e.facts.size());
  std::iota(facts.order.begin(), facts.order.end(), std::size_t{0});  // they were kept weightiest first
  for (std::size_t i = 0; i < e.columns.size(); ++i)                  // only numbers are shown rounded
    facts.shifts.push_back(e.shown_with[i].step > 0 ? e.numbers[static_cast<std::size_t>(e.columns[i])].shift : 0);
  return facts;
}

/// One block of rows and all that is said of them.
class ExplainedBlock {
 public:
  explicit ExplainedBlock(const Explainer& explainer)
      : e_(explainer),
        z_(static_cast<Eigen::Index>(kBlockRows), explainer.size()),
        facts_(kept_facts(explainer)),
        outputs_(row_columns(explainer).size() - 1) {
    for (auto& column : outputs_) column.resize(kBlockRows);
    marks_.resize(kBlockRows);
  }

  [[nodiscard]] double* cells() { return z_.data(); }

  /// The k-th prediction of a row exactly as the table has it.
  void set_prediction(std::size_t k, std::size_t row, double value) { outputs_[first_slot(k)][row] = value; }

  /// Fills the outputs from the cells of the first `rows` rows; `numbers` are their numbers in the table.
  void compute(std::size_t rows, std::span<const double> numbers, std::span<const char> unseen) {
    const auto count = static_cast<Eigen::Index>(rows);
    mark(rows, unseen);
    spread_draws(count);
    parts_ = take_apart(facts_, z_.topRows(count));
    std::copy(numbers.begin(), numbers.end(), outputs_.front().begin());
    for (std::size_t k = 0; k < e_.predictions.size(); ++k) write_prediction(k);
    std::vector<double>& surprise = outputs_.back();
    const Eigen::VectorXd& nats = parts_.surprise_removed_nats;
    std::fill(surprise.begin(), surprise.end(), std::numeric_limits<double>::quiet_NaN());
    for (Eigen::Index row = 0; row < nats.size(); ++row)
      surprise[static_cast<std::size_t>(row)] = base::to_bits(nats[row]);
  }

  /// `ids`: of the rows; empty where they have none.
  [[nodiscard]] std::vector<data::ColumnView> views(std::size_t rows, std::span<const std::string_view> ids) const {
    std::vector<data::ColumnView> all;
    for (const std::vector<double>& column : outputs_) {
      data::ColumnView view;
      view.numbers = std::span(column).first(rows);
      all.push_back(view);
    }
    if (!ids.empty()) all.insert(all.begin() + 1, data::ColumnView{{}, ids});
    data::ColumnView marks;
    marks.texts = std::span(marks_).first(rows);
    all.push_back(marks);
    return all;
  }

  [[nodiscard]] const Eigen::MatrixXd& before() const { return parts_.gaps.before; }
  [[nodiscard]] const Eigen::MatrixXd& after() const { return parts_.gaps.after; }
  /// The variance of a single draw around the row's mean prediction.
  [[nodiscard]] const Eigen::ArrayXd& spread() const { return spread_; }
  [[nodiscard]] std::span<const std::string_view> marks() const { return marks_; }

 private:
  /// Before the means are taken off: numbers are still measured from their shifts.
  void mark(std::size_t rows, std::span<const char> unseen) {
    for (std::size_t row = 0; row < rows; ++row) {
      bool outside = false;
      for (std::size_t i = 0; i < e_.numbers.size() && !outside; ++i) {
        if (is_prediction(static_cast<int>(i))) continue;
        const double value = z_(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(i));
        const KeptNumber& number = e_.numbers[i];
        outside = value < number.low - number.shift || value > number.high - number.shift;
      }
      marks_[row] = unseen[row] != 0 ? (outside ? kBoth : kUnseen) : (outside ? kOutside : std::string_view());
    }
  }

  /// Σ_k (y_k − ȳ)²/K of each row's draws; 0 where the prediction is one column.
  void spread_draws(Eigen::Index rows) {
    spread_ = Eigen::ArrayXd::Zero(rows);
    if (e_.draws.empty()) return;
    const auto k = static_cast<double>(e_.draws.size());
    const auto draw = [&](int column) -> Eigen::ArrayXd {
      const double shift = e_.numbers[static_cast<std::size_t>(column)].shift -
                           e_.numbers[static_cast<std::size_t>(e_.draws.front())].shift;
      return z_.col(column).head(rows).array() + shift;
    };
    Eigen::ArrayXd mean = Eigen::ArrayXd::Zero(rows);
    for (const int column : e_.draws) mean += draw(column) / k;
    for (const int column : e_.draws) spread_ += (draw(column) - mean).square() / k;
  }

  [[nodiscard]] bool is_prediction(int column) const {
    const auto in = [column](const std::vector<int>& list) {
      return std::find(list.begin(), list.end(), column) != list.end();
    };
    return in(e_.model.predictions) || in(e_.draws);
  }

  /// Where the columns of the k-th prediction begin: prediction, expected, contributions, remainder.
  [[nodiscard]] std::size_t first_slot(std::size_t k) const { return 1 + k * (3 + e_.facts.size()); }

  void write_prediction(std::size_t k) {
    const auto at = static_cast<Eigen::Index>(k);
    const int column = e_.model.predictions[k];
    const bool number = static_cast<std::size_t>(column) < e_.numbers.size();  // a class is not shifted
    const double shift = number ? e_.numbers[static_cast<std::size_t>(column)].shift : 0;
    std::size_t slot = first_slot(k) + 1;
    write(slot++, parts_.expected.col(at).array() + middle_of(e_.model, column, shift));
    for (const Eigen::MatrixXd& part : parts_.contributions) write(slot++, part.col(at));
    write(slot, parts_.gaps.after.col(at));
  }

  template <class Values>
  void write(std::size_t slot, const Values& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) outputs_[slot][static_cast<std::size_t>(i)] = values[i];
  }

  const Explainer& e_;
  Eigen::MatrixXd z_;
  FittedFacts facts_;
  Decomposition parts_;
  std::vector<std::vector<double>> outputs_;
  Eigen::ArrayXd spread_;
  std::vector<std::string_view> marks_;
};

class RowsPass {
 public:
  RowsPass(const Explainer& explainer, KeptTable& kept, data::TableSink* sink, std::optional<std::size_t> id)
      : e_(explainer), kept_(kept), sink_(sink), id_(id), filler_(kept.plan, kept.shifts), block_(explainer) {
    const auto d = static_cast<Eigen::Index>(e_.predictions.size());
    summary_.before = summary_.after = summary_.helped = summary_.drift = Eigen::VectorXd::Zero(d);
    if (kept.plan.weight) weight_at_ = kept.plan.position(*kept.plan.weight);
    for (const moments::TextColumn& text : kept.plan.texts) {
      known_.emplace_back(text.levels.begin(), text.levels.end());
    }
  }

  Result<RowsSummary> run(const base::Control& control) {
    std::vector<std::size_t> wanted = kept_.plan.table_columns();
    const auto id_at =
        id_ ? static_cast<std::size_t>(std::find(wanted.begin(), wanted.end(), *id_) - wanted.begin()) : 0;
    const bool id_beside = id_ && id_at == wanted.size();
    if (id_beside) wanted.push_back(*id_);
    EXPLAINEE_TRY(kept_.table->start(wanted));
    data::Batch batch;
    while (true) {
      if (control.cancelled()) return base::interrupted();
      EXPLAINEE_ASSIGN(const bool more, kept_.table->next(batch));
      if (!more) break;
      if (id_) id_cells_ = batch.columns[id_at];
      if (id_beside) batch.columns.pop_back();  // a row without an id can be used
      EXPLAINEE_TRY(take(batch));
      control.report("explaining rows", -1.0);
    }
    EXPLAINEE_TRY(flush());
    if (!(summary_.weight > 0)) {
      return Error{ErrorCode::kTooFewRows, "no row can be used: all were left out or have weight 0",
                   kept_.table->name()};
    }
    for (auto* sum : {&summary_.before, &summary_.after}) *sum = (*sum / summary_.weight).cwiseSqrt();
    summary_.helped /= summary_.weight;
    summary_.drift /= summary_.weight;
    return summary_;
  }

 private:
  Result<void> take(const data::Batch& batch) {
    const moments::UsableRows usable = moments::usable_rows(batch);
    if (usable.first_bad_row >= 0 && !e_.drop_missing)
      return moments::missing_cell(*kept_.table, batch, usable, kept_.plan.table_columns());
    summary_.dropped += static_cast<std::int64_t>(batch.rows - usable.rows.size());
    for (const std::uint32_t row : usable.rows) {
      if (!kept_.plan.weight) break;
      const double weight = batch.columns[weight_at_].numbers[row];
      if (weight < 0) return moments::negative_weight(*kept_.table, *kept_.plan.weight, weight, batch.first_row + row);
    }
    for (std::size_t start = 0; start < usable.rows.size();) {
      const std::size_t count = std::min(kBlockRows - numbers_.size(), usable.rows.size() - start);
      fill(batch, std::span(usable.rows).subspan(start, count));
      start += count;
      if (numbers_.size() == kBlockRows) EXPLAINEE_TRY(flush());
    }
    return {};
  }

  void fill(const data::Batch& batch, std::span<const std::uint32_t> rows) {
    offsets_.resize(rows.size());
    std::iota(offsets_.begin(), offsets_.end(), static_cast<std::uint32_t>(numbers_.size()));
    static_cast<void>(filler_.fill(batch, rows, {block_.cells(), kBlockRows, offsets_}, one_thread_));
    for (const std::uint32_t row : rows) {
      numbers_.push_back(static_cast<double>(batch.first_row + row));
      if (id_) ids_.push_back(data::id_text(id_cells_, row));
      weights_.push_back(kept_.plan.weight ? batch.columns[weight_at_].numbers[row] : 1.0);
      bool unseen = false;
      for (std::size_t t = 0; t < known_.size(); ++t) {
        unseen = unseen || !known_[t].contains(batch.columns[e_.numbers.size() + t].texts[row]);
      }
      unseen_.push_back(unseen ? 1 : 0);
    }
    const std::size_t first = numbers_.size() - rows.size();
    for (std::size_t k = 0; k < e_.predictions.size(); ++k) {
      const auto column = static_cast<std::size_t>(e_.model.predictions[k]);
      const bool number = column < e_.numbers.size();  // else a class: 1 or 0, and not shifted
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double prediction =
            number ? batch.columns[column].numbers[rows[i]] : block_.cells()[column * kBlockRows + first + i];
        block_.set_prediction(k, first + i, prediction);
      }
    }
  }

  Result<void> flush() {
    const std::size_t rows = numbers_.size();
    if (rows == 0) return {};
    block_.compute(rows, numbers_, unseen_);
    sum_up(rows);
    numbers_.clear();
    weights_.clear();
    unseen_.clear();
    const std::vector<std::string> ids = std::exchange(ids_, {});
    const std::vector<std::string_view> shown(ids.begin(), ids.end());
    return sink_ == nullptr ? Result<void>() : sink_->write(block_.views(rows, shown));
  }

  void sum_up(std::size_t rows) {
    summary_.rows += static_cast<std::int64_t>(rows);
    const Eigen::Map<const Eigen::ArrayXd> weights(weights_.data(), static_cast<Eigen::Index>(rows));
    summary_.weight += weights.sum();
    for (Eigen::Index k = 0; k < summary_.before.size(); ++k) {
      const Eigen::ArrayXd before = block_.before().col(k).array();
      const Eigen::ArrayXd after = block_.after().col(k).array();
      summary_.before[k] += (weights * (before.square() + block_.spread())).sum();
      summary_.after[k] += (weights * (after.square() + block_.spread() + e_.model.noise_variance[k])).sum();
      summary_.helped[k] += (weights * brought_closer(before, after, e_.model.noise_variance[k])).sum();
      summary_.drift[k] += (weights * before).sum();
    }
    for (const std::string_view mark : block_.marks().first(rows)) {
      if (mark == kUnseen || mark == kBoth) ++summary_.unseen;
      if (mark == kOutside || mark == kBoth) ++summary_.outside;
    }
  }

  const Explainer& e_;
  KeptTable& kept_;
  data::TableSink* sink_;
  std::optional<std::size_t> id_;
  data::ColumnView id_cells_;  ///< of the batch
  moments::ColumnFiller filler_;
  base::ThreadPool one_thread_{1};
  std::size_t weight_at_ = 0;
  ExplainedBlock block_;
  std::vector<std::set<std::string, std::less<>>> known_;
  std::vector<std::uint32_t> offsets_;
  std::vector<double> numbers_;
  std::vector<std::string> ids_;
  std::vector<double> weights_;
  std::vector<char> unseen_;
  RowsSummary summary_;
};

}  // namespace

std::vector<data::Column> row_columns(const Explainer& explainer, bool ids) {
  std::vector<data::Column> columns = {{.name = "row", .whole = true}};
  if (ids) columns.push_back({"id", data::ColumnType::kText});
  for (const std::string& prediction : explainer.predictions) {
    const std::string of = explainer.predictions.size() == 1 ? "" : "." + prediction;
    columns.push_back({"prediction" + of});
    columns.push_back({"expected" + of});
    for (const family::Description& fact : explainer.facts) columns.push_back({"contribution" + of + "." + fact.name});
    columns.push_back({"remainder" + of});
  }
  columns.push_back({"surprise_removed_bits"});
  columns.push_back({"marks", data::ColumnType::kText});
  return columns;
}

Result<RowsSummary> explain_rows(const Explainer& explainer, data::TableSource& table, data::TableSink* sink,
                                 const base::Control& control, const std::string& id) {
  EXPLAINEE_ASSIGN(KeptTable kept, open_kept(explainer, table));
  std::optional<std::size_t> at;
  if (!id.empty()) {
    EXPLAINEE_ASSIGN(at, data::find_column(kept.table->columns(), id));
  }
  return RowsPass(explainer, kept, sink, at).run(control);
}

}  // namespace explainee::explain
