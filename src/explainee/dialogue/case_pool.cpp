#include "explainee/dialogue/case_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "explainee/base/random.h"
#include "explainee/data/id_text.h"
#include "explainee/explain/gather/read_rows.h"
#include "explainee/explain/rows/row_pass.h"

namespace explainee::dialogue {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kMostSampled = 4096;
constexpr std::size_t kMostCells = std::size_t{1} << 22U;

/// The rows whose hashes are the least: a sample that does not depend on batches.
class Sample {
 public:
  Sample(std::size_t size, std::uint64_t seed) : size_(size), seed_(base::mix64(seed)) {}

  /// True when the row is among the least so far; the one that it displaces is given in `out`.
  bool add(std::int64_t row, std::optional<std::int64_t>& out) {
    const std::pair key(base::mix64(seed_ ^ base::mix64(static_cast<std::uint64_t>(row))), row);
    out.reset();
    if (kept_.size() == size_) {
      if (kept_.top() < key) return false;
      out = kept_.top().second;
      kept_.pop();
    }
    kept_.push(key);
    return true;
  }

 private:
  std::size_t size_;
  std::uint64_t seed_;
  std::priority_queue<std::pair<std::uint64_t, std::int64_t>> kept_;
};

using RowValues = std::map<std::int64_t, Eigen::RowVectorXd>;

/// Values of sampled rows, and of those that were answered.
struct Read {
  RowValues sampled;
  RowValues answered;
};

Result<Read> read_values(explain::Composition& c, const FixedData& fixed, std::uint64_t seed,
                         const std::set<std::int64_t>& answered) {
  Read read;
  Sample sample(std::clamp<std::size_t>(kMostCells / fixed.columns.size(), 1, kMostSampled), seed);
  EXPLAINEE_TRY(explain::visit_rows(
      c.gathered, c.control,
      [&](const auto& rows, const Eigen::VectorXd& weights, const std::vector<std::int64_t>& numbers) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          const auto at = static_cast<Eigen::Index>(i);
          const auto values = [&]() -> Eigen::RowVectorXd {
            return Eigen::RowVectorXd(rows.row(at))(fixed.columns) + fixed.shifts.transpose();
          };
          if (answered.contains(numbers[i])) read.answered.emplace(numbers[i], values());
          std::optional<std::int64_t> displaced;
          if (!(weights[at] > 0) || !sample.add(numbers[i], displaced)) continue;
          if (displaced) read.sampled.erase(*displaced);
          read.sampled.emplace(numbers[i], values());
        }
        return true;
      }));
  return read;
}

/// Drops all but the ordinary rows of the sample.
RowValues keep_ordinary(const RowValues& sampled, const FixedData& fixed, const QuestionPolicy& policy) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(sampled.size()), static_cast<Eigen::Index>(fixed.columns.size()));
  std::vector<std::int64_t> numbers;
  for (const auto& [number, values] : sampled) {
    rows.row(static_cast<Eigen::Index>(numbers.size())) = values;
    numbers.push_back(number);
  }
  RowValues kept;
  for (const Eigen::Index at : ordinary_rows(rows, fixed.space, policy))
    kept.emplace(numbers[static_cast<std::size_t>(at)], rows.row(at));
  return kept;
}

/// The cells of the pool's rows as the table has them.
Result<void> read_cells(explain::Composition& c, const FixedData& fixed, CasePool& pool) {
  explain::Gathered& gathered = c.gathered;
  std::vector<std::size_t> wanted = fixed.shown;
  const auto id = gathered.roles.id;
  if (id && std::find(wanted.begin(), wanted.end(), *id) == wanted.end()) wanted.push_back(*id);
  const auto id_at = id ? std::find(wanted.begin(), wanted.end(), *id) - wanted.begin() : 0;
  std::vector<std::int64_t> rows;
  for (const Case& one : pool.cases) rows.push_back(one.row);
  std::size_t next = 0;
  return explain::read_rows(*gathered.table, wanted, rows, c.control, [&](const data::Batch& batch, std::size_t row) {
    Case& one = pool.cases[next++];
    for (std::size_t i = 0; i < fixed.shown.size(); ++i) {
      const data::ColumnView& view = batch.columns[i];
      ShownValue value{gathered.columns[fixed.shown[i]].name, {}, ""};
      if (view.texts.empty()) {
        value.number = view.numbers[row];
      } else {
        value.text = std::string(view.texts[row]);
      }
      one.values.push_back(std::move(value));
    }
    if (id) one.id = data::id_text(batch.columns[static_cast<std::size_t>(id_at)], row);
  });
}

}  // namespace

std::optional<std::size_t> CasePool::find(std::int64_t row) const {
  const auto at =
      std::lower_bound(cases.begin(), cases.end(), row, [](const Case& one, std::int64_t r) { return one.row < r; });
  if (at == cases.end() || at->row != row) return std::nullopt;
  return static_cast<std::size_t>(at - cases.begin());
}

Result<CasePool> read_cases(explain::Composition& c, const FixedData& fixed, const QuestionPolicy& policy,
                            const std::vector<std::int64_t>& answered) {
  EXPLAINEE_ASSIGN(const Read read, read_values(c, fixed, policy.seed, {answered.begin(), answered.end()}));
  for (const std::int64_t row : answered) {
    if (read.answered.contains(row)) continue;
    return Error{ErrorCode::kMalformedTable,
                 fmt::format("the answers name row {}, which the table does not have or which cannot be used; are they "
                             "about other data?",
                             row),
                 c.gathered.table->name()};
  }
  RowValues all = keep_ordinary(read.sampled, fixed, policy);
  std::set<std::int64_t> ordinary;
  for (const auto& [row, values] : all) ordinary.insert(row);
  all.insert(read.answered.begin(), read.answered.end());
  CasePool pool;
  pool.values.resize(static_cast<Eigen::Index>(all.size()), static_cast<Eigen::Index>(fixed.columns.size()));
  for (const auto& [row, values] : all) {
    pool.values.row(static_cast<Eigen::Index>(pool.cases.size())) = values;
    pool.cases.push_back({row, "", {}, {}});
    for (const int column : fixed.space.predictions) pool.cases.back().predictions.push_back(values[column]);
    pool.ordinary.push_back(ordinary.contains(row));
  }
  EXPLAINEE_TRY(read_cells(c, fixed, pool));
  return pool;
}

}  // namespace explainee::dialogue
