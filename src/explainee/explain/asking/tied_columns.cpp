#include "explainee/explain/asking/tied_columns.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "explainee/base/random.h"
#include "explainee/base/threads/thread_pool.h"
#include "explainee/explain/asking/linear_fit.h"
#include "explainee/explain/asking/one_hot.h"
#include "explainee/explain/asking/pair_fit.h"

namespace explainee::explain {
namespace {

constexpr double kDetermines = 0.95;            ///< R² from which columns determine each other
constexpr std::size_t kMostRowsLooked = 4000;   ///< that are looked at
constexpr double kMostCellsLooked = 3e8;        ///< pairs of columns times rows
constexpr std::size_t kFewestRowsLooked = 100;  ///< and yet so many
constexpr std::size_t kMostTogether = 12;       ///< columns that another may be a combination of
constexpr int kRowsPerText = 20;                ///< texts with more values than rows over this are told by nothing

/// Which columns were joined, directly or by others.
class Joined {
 public:
  explicit Joined(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t root(std::size_t j) {
    while (parent_[j] != j) j = parent_[j] = parent_[parent_[j]];
    return j;
  }
  void join(std::size_t a, std::size_t b) { parent_[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

 private:
  std::vector<std::size_t> parent_;
};

RowColumns some_rows(const RowColumns& columns, std::uint64_t seed) {
  const auto pairs = static_cast<double>(columns.size() * columns.size());
  const auto affordable =
      static_cast<std::size_t>(std::max(kMostCellsLooked / std::max(pairs, 1.0), double{kFewestRowsLooked}));
  const std::size_t most = std::min(kMostRowsLooked, affordable);
  std::vector<std::size_t> rows(rows_of(columns));
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (rows.size() > most) {
    base::Random random(seed, 0x71ed);
    random.shuffle(std::span<std::size_t>(rows));
    rows.resize(most);
    std::sort(rows.begin(), rows.end());
  }
  return rows_at(columns, rows);
}

/// The number columns that vary, standardised, and which columns they are.
struct Standardised {
  Eigen::MatrixXd values;
  std::vector<std::size_t> column;
};

Standardised standardised(const RowColumns& columns) {
  Standardised result;
  const auto rows = static_cast<Eigen::Index>(rows_of(columns));
  result.values.resize(rows, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (columns[j].is_text()) continue;
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(columns[j].numbers.data(), rows);
    x.array() -= x.mean();
    const double sd = std::sqrt(x.squaredNorm() / static_cast<double>(rows));
    if (!(sd > 0) || !std::isfinite(sd)) continue;
    result.values.col(static_cast<Eigen::Index>(result.column.size())) = x / sd;
    result.column.push_back(j);
  }
  result.values.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(result.column.size()));
  return result;
}

/// Pairs, whatever the shape of what joins them.
void join_pairs(const RowColumns& columns, base::ThreadPool& threads, const base::Control& control, Joined& joined) {
  std::vector<OrderedColumn> order(columns.size());
  threads.run(columns.size(), [&](std::size_t j) { order[j] = ordered(columns[j]); });
  const auto too_many = [&](std::size_t j) {
    return columns[j].is_text() && order[j].values > static_cast<int>(columns[j].rows()) / kRowsPerText;
  };
  std::vector<std::vector<std::size_t>> partners(columns.size());
  threads.run(columns.size(), [&](std::size_t j) {
    if (too_many(j)) return;
    for (std::size_t by = 0; by < columns.size() && !control.cancelled(); ++by) {
      if (by == j || too_many(by) || order[by].values < 2) continue;
      if (told_by(order[j], order[by]) > kDetermines) partners[j].push_back(by);
    }
  });
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (const std::size_t by : partners[j]) joined.join(j, by);
  }
}

/// Linear combinations, such as a sum.
void join_combinations(const RowColumns& columns, base::ThreadPool& threads, const base::Control& control,
                       Joined& joined) {
  const Standardised numbers = standardised(columns);
  const std::size_t most = std::min(kMostTogether, rows_of(columns) / 10);
  std::vector<std::vector<std::size_t>> partners(numbers.column.size());
  threads.run(numbers.column.size(), [&](std::size_t k) {
    if (control.cancelled()) return;
    if (const auto few = told_by_few(numbers.values, k, kDetermines, most)) partners[k] = *few;
  });
  for (std::size_t k = 0; k < partners.size(); ++k) {
    for (const std::size_t by : partners[k]) joined.join(numbers.column[k], numbers.column[by]);
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> tied_columns(const RowColumns& columns, std::uint64_t seed,
                                                   const base::Control& control) {
  Joined joined(columns.size());
  for (const std::vector<std::size_t>& group : one_hot_groups(columns)) {
    for (const std::size_t j : group) joined.join(group.front(), j);
  }
  const RowColumns some = some_rows(columns, seed);
  base::ThreadPool threads(control.threads);
  join_pairs(some, threads, control, joined);
  join_combinations(some, threads, control, joined);
  std::vector<std::vector<std::size_t>> groups;
  std::vector<std::size_t> place(columns.size(), columns.size());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::size_t root = joined.root(j);
    if (place[root] == columns.size()) {
      place[root] = groups.size();
      groups.emplace_back();
    }
    groups[place[root]].push_back(j);
  }
  return groups;
}

}  // namespace explainee::explain
