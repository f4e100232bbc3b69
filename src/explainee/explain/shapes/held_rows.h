// explainee/explain/shapes/held_rows.h: rows in memory, for everything that fits, tests or judges row by row.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/information/classes/classes.h"

namespace explainee::explain {

struct Candidate;
struct Composition;
struct Gathered;
struct Setting;

/// A column as a learner takes it: numbers, or codes of a text's levels.
struct HeldSource {
  std::string name;
  std::vector<double> values;  ///< per row; numbers as held
  int levels = 0;              ///< 0: numbers
  bool known = false;          ///< the reader has it
  double unit = 1;             ///< of numbers: in the table 1 is so much
};

/// A candidate as columns of the held rows.
struct HeldCandidate {
  std::vector<int> columns;
  bool may_bend = false;  ///< one column of numbers that may also be told bent or cut
  std::string name = {};
  std::vector<int> sources = {};  ///< of the held rows: the same columns, a text as one
};

/// All rows, or a seeded choice among many. Columns are measured in their own standard deviations from their means.
struct HeldRows {
  Eigen::MatrixXd values;  ///< rows × moment columns
  Eigen::VectorXd mean;    ///< of each moment column, from its shift
  Eigen::VectorXd sd;      ///< likewise; 1 for a constant
  Eigen::VectorXd zero;    ///< of each moment column: where 0 of the table lies; empty: not known
  Eigen::VectorXd weights;
  std::vector<std::int64_t> numbers;  ///< of the rows in the table
  std::vector<int> groups;            ///< which rows hang together: 0 … group_count − 1
  int group_count = 0;
  bool blocks = false;             ///< groups are those of the caller; else every row is one
  Eigen::MatrixXd given;           ///< rows × columns of u as stated, independent of each other
  std::vector<int> given_of;       ///< which columns of u these are
  Eigen::VectorXd given_mean;      ///< of each column of u
  Eigen::VectorXd given_sd;        ///< likewise; 1 for a constant
  std::vector<int> known_numbers;  ///< columns of numbers that the reader has, of which terms may be made
  std::vector<HeldCandidate> candidates;
  std::vector<HeldSource> sources;  ///< what is known and what the candidates are
  bool states_more = false;         ///< u holds more than columns that are known: summaries, guesses, reasons
  Eigen::MatrixXd targets;          ///< rows × predictions that are independent and open to the reader
  Eigen::VectorXd target_sd;        ///< in units of the table
  std::vector<int> class_of;        ///< of each row, where the prediction is a class
  int class_count = 0;              ///< 0: numbers

  [[nodiscard]] Eigen::Index rows() const { return values.rows(); }
};

/// How many rows are held at most, and which.
struct HoldRules {
  std::int64_t most_rows = 20'000;
  std::uint64_t seed = 0;
};

/// A candidate as held rows have it, without its sources.
[[nodiscard]] HeldCandidate hold_candidate(const Composition& composition, const Candidate& candidate);

/// Reads them: the composition is prepared, and there is a table.
[[nodiscard]] base::Result<HeldRows> hold_rows(Composition& composition,
                                               const std::optional<information::Classes>& classes,
                                               const HoldRules& rules);

/// The block of each of these rows of the table, by number (increasing); empty where no rows hang together.
[[nodiscard]] base::Result<std::vector<int>> read_blocks(const Gathered& gathered,
                                                         const std::vector<std::int64_t>& numbers,
                                                         const base::Control& control);

/// Rows that are at hand as cells (rows × moment columns, from their shifts), with their blocks, if there are any.
/// Candidates are told as they are: nothing is kept of what shapes are made of.
[[nodiscard]] HeldRows hold_cells(const Eigen::MatrixXd& cells, const Eigen::VectorXd& weights, const Setting& setting,
                                  std::span<const int> blocks = {});

}  // namespace explainee::explain
