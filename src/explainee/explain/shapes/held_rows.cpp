#include "explainee/explain/shapes/held_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>

#include "explainee/base/random.h"
#include "explainee/explain/compose/composer.h"
#include "explainee/explain/gather/read_rows.h"
#include "explainee/person/condition.h"

namespace explainee::explain {
namespace {

using base::Result;

/// About this many cells are held at most.
constexpr std::int64_t kMostCells = 100'000'000;

/// Every row of the table, or each with the same chance, by its number alone.
class Keeper {
 public:
  Keeper(std::int64_t rows, std::int64_t most, std::uint64_t seed) : seed_(seed) {
    if (rows <= most) return;
    const double share = static_cast<double>(most) / static_cast<double>(rows);
    below_ = static_cast<std::uint64_t>(share * static_cast<double>(std::numeric_limits<std::uint64_t>::max()));
  }
  [[nodiscard]] bool all() const { return below_ == std::numeric_limits<std::uint64_t>::max(); }
  [[nodiscard]] bool keeps(std::int64_t number) const {
    return all() || base::mix64(base::mix64(static_cast<std::uint64_t>(number)) ^ seed_) < below_;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t below_ = std::numeric_limits<std::uint64_t>::max();
};

/// Measures every column from its mean, in its standard deviation.
void standardise(Eigen::MatrixXd& columns, const Eigen::VectorXd& weights, Eigen::VectorXd& mean, Eigen::VectorXd& sd) {
  const double total = weights.sum();
  mean = columns.transpose() * weights / total;
  columns.rowwise() -= mean.transpose();
  sd = (columns.array().square().colwise() * weights.array()).colwise().sum().sqrt() / std::sqrt(total);
  for (Eigen::Index j = 0; j < sd.size(); ++j) {
    const double size = std::abs(mean[j]) * std::numeric_limits<double>::epsilon() * 8;
    if (sd[j] <= size) {
      columns.col(j).setZero();
      sd[j] = 1;
    }
  }
  columns.array().rowwise() /= sd.transpose().array();
}

/// A largest set of columns none of which follows from the others.
std::vector<int> independent(const Eigen::MatrixXd& columns, const Eigen::VectorXd& weights) {
  const Eigen::MatrixXd gram = columns.transpose() * weights.asDiagonal() * columns / weights.sum();
  std::vector<int> kept = person::independent_columns(gram, gram.diagonal().cwiseMax(1e-300));
  std::sort(kept.begin(), kept.end());
  return kept;
}

void take_predictions(const Setting& setting, HeldRows& held) {
  const std::vector<int>& columns = setting.independent;
  held.targets = held.values(Eigen::all, columns);
  held.target_sd = held.sd(columns);
}

void take_person(const Setting& setting, const Eigen::MatrixXd& raw, HeldRows& held) {
  Eigen::MatrixXd given = raw * setting.summary_weights;
  standardise(given, held.weights, held.given_mean, held.given_sd);
  held.given_of = independent(given, held.weights);
  held.given = given(Eigen::all, held.given_of);
}

/// Cells and weights, and what the setting makes of them.
void take_cells(const Eigen::MatrixXd& raw, const Eigen::VectorXd& weights, const Setting& setting, HeldRows& held) {
  held.values = raw;
  held.weights = weights * (static_cast<double>(weights.size()) / weights.sum());
  standardise(held.values, held.weights, held.mean, held.sd);
  take_predictions(setting, held);
  take_person(setting, raw, held);
}

void stand_alone(HeldRows& held) {
  held.groups.resize(static_cast<std::size_t>(held.rows()));
  std::iota(held.groups.begin(), held.groups.end(), 0);
  held.group_count = static_cast<int>(held.rows());
}

/// Rows of a block hang together; blocks are numbered in the order in which they occur.
void take_blocks(std::span<const int> blocks, HeldRows& held) {
  held.blocks = !blocks.empty();
  if (!held.blocks) return stand_alone(held);
  std::unordered_map<int, int> places;
  for (const int block : blocks)
    held.groups.push_back(places.try_emplace(block, static_cast<int>(places.size())).first->second);
  held.group_count = static_cast<int>(places.size());
}

void take_known(const Composition& c, HeldRows& held) {
  for (const person::Holding& holding : c.gathered.roles.person.known) {
    const int column = c.gathered.moments->find(holding.column);
    if (column < 0) continue;
    const bool number =
        c.gathered.moments->columns[static_cast<std::size_t>(column)].kind == moments::ColumnKind::kNumber;
    const auto& known = held.known_numbers;
    if (number && std::find(known.begin(), known.end(), column) == known.end()) held.known_numbers.push_back(column);
  }
}

/// Gathers what learners take, each column once.
class SourceTaker {
 public:
  SourceTaker(const Composition& c, const Eigen::MatrixXd& raw, HeldRows& held)
      : columns_(c.gathered.moments->columns), raw_(raw), held_(held) {}

  void take_known(const std::vector<person::Holding>& known) {
    for (const person::Holding& holding : known) {
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        if (columns_[j].kind == moments::ColumnKind::kProduct || columns_[j].source != holding.column) continue;
        held_.sources[static_cast<std::size_t>(place_of(static_cast<int>(j)))].known = true;
      }
    }
  }

  void take(HeldCandidate& candidate) {
    for (const int column : candidate.columns) {
      const int place = place_of(column);
      if (std::find(candidate.sources.begin(), candidate.sources.end(), place) == candidate.sources.end())
        candidate.sources.push_back(place);
    }
  }

 private:
  int place_of(int column) {
    const moments::MomentColumn& own = columns_[static_cast<std::size_t>(column)];
    const bool level = own.kind == moments::ColumnKind::kLevel;
    const auto [entry, fresh] = places_.try_emplace(level ? own.source : own.name, held_.sources.size());
    if (!fresh) return static_cast<int>(entry->second);
    HeldSource& source = held_.sources.emplace_back();
    source.name = entry->first;
    if (level) {
      take_levels(source);
    } else {
      const auto values = held_.values.col(column);
      source.values.assign(values.begin(), values.end());
      source.unit = held_.sd[column];
    }
    return static_cast<int>(entry->second);
  }

  /// A row without any of the levels has one of its own.
  void take_levels(HeldSource& source) const {
    source.values.assign(static_cast<std::size_t>(raw_.rows()), -1);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (columns_[j].kind != moments::ColumnKind::kLevel || columns_[j].source != source.name) continue;
      for (Eigen::Index i = 0; i < raw_.rows(); ++i)
        if (raw_(i, static_cast<Eigen::Index>(j)) > 0.5) source.values[static_cast<std::size_t>(i)] = source.levels;
      ++source.levels;
    }
    bool other = false;
    for (double& code : source.values) {
      if (code >= 0) continue;
      code = source.levels;
      other = true;
    }
    source.levels += other ? 1 : 0;
  }

  const std::vector<moments::MomentColumn>& columns_;
  const Eigen::MatrixXd& raw_;
  HeldRows& held_;
  std::unordered_map<std::string, std::size_t> places_;
};

void take_sources(const Composition& c, const Eigen::MatrixXd& raw, HeldRows& held) {
  const person::Person& person = c.gathered.roles.person;
  held.states_more = !person.linear.empty() || !person.reasons.empty();
  SourceTaker taker(c, raw, held);
  taker.take_known(person.known);
  for (HeldCandidate& candidate : held.candidates) taker.take(candidate);
}

}  // namespace

Result<std::vector<int>> read_blocks(const Gathered& gathered, const std::vector<std::int64_t>& numbers,
                                     const base::Control& control) {
  std::vector<int> blocks;
  if (!gathered.roles.block) return blocks;
  std::unordered_map<std::string, int> texts;
  std::unordered_map<double, int> values;
  EXPLAINEE_TRY(read_rows(
      *gathered.table, {*gathered.roles.block}, numbers, control, [&](const data::Batch& batch, std::size_t row) {
        const data::ColumnView& view = batch.columns.front();
        const int next = static_cast<int>(texts.size() + values.size());
        blocks.push_back(view.texts.empty() ? values.try_emplace(view.numbers[row], next).first->second
                                            : texts.try_emplace(std::string(view.texts[row]), next).first->second);
      }));
  return blocks;
}

HeldCandidate hold_candidate(const Composition& c, const Candidate& candidate) {
  HeldCandidate one;
  one.name = candidate.description.name;
  one.columns = candidate.columns;
  const auto& first = c.gathered.moments->columns[static_cast<std::size_t>(candidate.columns.front())];
  one.may_bend = candidate.columns.size() == 1 && first.kind == moments::ColumnKind::kNumber &&
                 candidate.description.family == "features" && candidate.shown_with.variance() == 0;
  return one;
}

Result<HeldRows> hold_rows(Composition& c, const std::optional<information::Classes>& classes, const HoldRules& rules) {
  HeldRows held;
  const std::int64_t rows = c.gathered.moments->rows();
  const auto width = static_cast<std::int64_t>(c.gathered.moments->columns.size());
  const Keeper keeper(rows, std::min(rules.most_rows, std::max<std::int64_t>(1000, kMostCells / width)), rules.seed);
  std::vector<double> cells;  // row by row
  std::vector<double> weights;
  EXPLAINEE_TRY(
      visit_rows(c.gathered, c.control, [&](const auto& block, const auto& block_weights, const auto& numbers) {
        for (Eigen::Index i = 0; i < block.rows(); ++i) {
          const std::int64_t number = numbers[static_cast<std::size_t>(i)];
          if (!keeper.keeps(number) || !(block_weights[i] > 0)) continue;
          for (Eigen::Index j = 0; j < block.cols(); ++j) cells.push_back(block(i, j));
          weights.push_back(block_weights[i]);
          held.numbers.push_back(number);
        }
        return true;
      }));
  const auto count = static_cast<Eigen::Index>(weights.size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd raw = Eigen::Map<const RowMajor>(cells.data(), count, width);
  cells = {};
  take_cells(raw, Eigen::Map<const Eigen::VectorXd>(weights.data(), count), c.setting, held);
  EXPLAINEE_ASSIGN(const std::vector<int> blocks, read_blocks(c.gathered, held.numbers, c.control));
  take_blocks(blocks, held);
  if (classes) {
    held.class_of = classes->of(raw);
    held.class_count = classes->size();
  }
  for (const Candidate& candidate : c.setting.candidates) held.candidates.push_back(hold_candidate(c, candidate));
  held.zero.resize(held.mean.size());
  for (Eigen::Index j = 0; j < held.zero.size(); ++j)
    held.zero[j] = -(c.gathered.moments->columns[static_cast<std::size_t>(j)].shift + held.mean[j]) / held.sd[j];
  take_known(c, held);
  take_sources(c, raw, held);
  return held;
}

HeldRows hold_cells(const Eigen::MatrixXd& cells, const Eigen::VectorXd& weights, const Setting& setting,
                    std::span<const int> blocks) {
  HeldRows held;
  take_cells(cells, weights, setting, held);
  for (const Candidate& candidate : setting.candidates) {
    HeldCandidate& one = held.candidates.emplace_back();
    one.name = candidate.description.name;
    one.columns = candidate.columns;
  }
  take_blocks(blocks, held);
  return held;
}

}  // namespace explainee::explain
