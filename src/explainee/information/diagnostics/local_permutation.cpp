#include "explainee/information/diagnostics/local_permutation.h"

#include <algorithm>

namespace explainee::information {
namespace {

using base::Result;

constexpr std::size_t kNearRows = 5;

/// Draws that are made at once; when to stop is looked at between them, in order, so that threads change nothing.
constexpr std::size_t kDrawsAtOnce = 50;

std::vector<RowNumbers> groups_of(const Coordinates& u) {
  std::vector<RowNumbers> groups(1);
  for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(u.numbers.rows()); ++row) {
    const std::size_t level = u.levels.empty() ? 0 : static_cast<std::size_t>(u.levels[row]);
    if (level >= groups.size()) groups.resize(level + 1);
    groups[level].push_back(row);
  }
  return groups;
}

double apart(const Eigen::MatrixXd& numbers, std::uint32_t a, std::uint32_t b) {
  return (numbers.row(a) - numbers.row(b)).cwiseAbs().maxCoeff();
}

}  // namespace

LocalPermutation::LocalPermutation(const Coordinates& u) : groups_(groups_of(u)) {
  if (u.numbers.cols() == 0) return;
  near_.resize(static_cast<std::size_t>(u.numbers.rows()));
  for (const RowNumbers& group : groups_) {
    std::vector<std::pair<double, std::uint32_t>> others(group.size());
    const std::size_t count = std::min(kNearRows, group.size());
    for (const std::uint32_t row : group) {
      for (std::size_t i = 0; i < group.size(); ++i) others[i] = {apart(u.numbers, row, group[i]), group[i]};
      std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count), others.end());
      for (std::size_t i = 0; i < count; ++i) near_[row].push_back(others[i].second);
    }
  }
}

RowNumbers LocalPermutation::draw(base::Random& random) const {
  std::size_t rows = 0;
  for (const RowNumbers& group : groups_) rows += group.size();
  RowNumbers from(rows);
  if (near_.empty()) {
    for (const RowNumbers& group : groups_) {
      RowNumbers shuffled = group;
      random.shuffle(std::span(shuffled));
      for (std::size_t i = 0; i < group.size(); ++i) from[group[i]] = shuffled[i];
    }
    return from;
  }
  std::vector<bool> given(rows);
  RowNumbers order = all_rows(rows);
  random.shuffle(std::span(order));
  for (const std::uint32_t row : order) {
    RowNumbers near = near_[row];
    random.shuffle(std::span(near));
    const auto open = std::find_if(near.begin(), near.end(), [&](std::uint32_t other) { return !given[other]; });
    from[row] = open == near.end() ? near.back() : *open;
    given[from[row]] = true;
  }
  return from;
}

Result<std::optional<double>> local_permutation_p_value(const LocalTest& test, std::uint64_t seed, const Work& work) {
  RowNumbers rows = all_rows(static_cast<std::size_t>(test.prediction.numbers.rows()));
  if (rows.size() > test.most_rows) {
    base::Random random(seed, 0);
    random.shuffle(std::span(rows));
    rows.resize(test.most_rows);
  }
  const Coordinates facts = rows_of(test.facts, rows);
  const Coordinates known = rows_of(test.known, rows);
  const ConditionalNeighbours prepared(rows_of(test.prediction, rows), known);
  EXPLAINEE_ASSIGN(const double found, prepared.nats(facts, test.k, test.counting, work));
  const LocalPermutation permutation(known);
  std::size_t as_large = 0;
  for (std::size_t first = 0; first < test.draws; first += kDrawsAtOnce) {
    const std::size_t count = std::min(kDrawsAtOnce, test.draws - first);
    std::vector<double> drawn(count);
    work.pool.run(count, [&](std::size_t i) {
      base::ThreadPool alone(1);
      base::Random random(seed, 1 + first + i);
      const auto nats =
          prepared.nats(rows_of(facts, permutation.draw(random)), test.k, test.counting, {alone, work.control});
      if (nats.ok()) drawn[i] = nats.value();
    });
    EXPLAINEE_TRY(work.go_on());
    for (std::size_t i = 0; i < count; ++i) {
      as_large += drawn[i] >= found ? 1 : 0;
      if (as_large == test.enough)
        return std::optional(static_cast<double>(as_large) / static_cast<double>(first + i + 1));
    }
  }
  return std::optional(static_cast<double>(1 + as_large) / static_cast<double>(test.draws + 1));
}

}  // namespace explainee::information
