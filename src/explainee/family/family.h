// explainee/family/family.h: what a family is: a rule that makes candidates out of a table's columns, and the list of
// all families.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/extended_table.h"
#include "explainee/family/description.h"
#include "explainee/family/formula.h"

namespace explainee::family {

/// A column that a family adds to the table.
struct MadeColumn {
  std::string name;
  std::vector<std::size_t> sources;  ///< positions of number columns in the table
  Formula formula;
};

/// A candidate and the columns it consists of: some of the table's, then some that are made.
struct Proposal {
  Description description;
  std::vector<std::size_t> plain;  ///< positions in the table
  std::vector<MadeColumn> made;
  bool offered = true;                    ///< false: it may not be told, but who knows its sources knows it
  std::vector<std::size_t> columns = {};  ///< positions of all its columns, once the table has those that are made
  bool hers = false;                      ///< made of nothing but what she has or reasons from
};

/// A column that may be a source.
struct Source {
  std::size_t column = 0;  ///< position in the table
  std::string name;
  data::ColumnType type = data::ColumnType::kNumber;
  int index = -1;                ///< position in the file, −1 for none
  double mean = 0;               ///< over all rows that count
  double sd = 0;                 ///< likewise
  std::vector<double> values;    ///< of the sampled rows; numbers only
  std::pair<int, int> at{0, 0};  ///< line and place in the line where sources lie in a plane, as pixels do
};

/// What a family may look at before it makes candidates. Means are of all rows; values of a sample of them, which is
/// all where the table is small.
struct Sample {
  std::vector<Source> sources;
  std::vector<double> weights;     ///< of the sampled rows
  std::vector<std::int64_t> rows;  ///< their numbers
};

/// A column of a table that computes it: what family columns are to data::ExtendedTable.
[[nodiscard]] data::AddedColumn added_column(const MadeColumn& made);

/// What the caller may say about families; the options of the command line carry the same names.
struct FamilyOptions {
  std::map<std::string, std::vector<std::size_t>> groups;  ///< --group: name → positions in the table
  std::map<std::size_t, std::vector<double>> cuts;         ///< --cuts: position → increasing cuts
  std::vector<int> windows;                                ///< --windows: lengths of averages; empty: powers of two
  int examples = 20;                                       ///< --examples
  std::vector<std::int64_t> like;                          ///< --like: rows that are the examples; empty: typical ones
  bool plane = false;                                      ///< sources lie in a plane: averages are squares
  std::uint64_t seed = 0;
};

/// What a family takes from the table before it makes candidates.
enum class Needs {
  kNames,   ///< the columns' names: moments are enough for its facts
  kRows,    ///< nothing more, but its facts are computed row by row
  kValues,  ///< values and means, so that a pass over the rows comes before
};

/// One family.
struct Family {
  std::string_view name;
  std::string_view help;
  Needs needs = Needs::kNames;
  bool by_columns = true;  ///< a candidate depends on its own sources alone, not on which others there are
  base::Result<std::vector<Proposal>> (*make)(const Sample& sample, const FamilyOptions& options) = nullptr;
};

/// All families, in the order of the help.
[[nodiscard]] std::span<const Family> all_families();

/// The family of this name, or kBadOption with the names there are.
[[nodiscard]] base::Result<const Family*> find_family(std::string_view name);

}  // namespace explainee::family
