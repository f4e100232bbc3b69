// explainee/explain/gather.h: from rows or a moments file to the moments and roles that an explanation is made from.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/result.h"
#include "explainee/data/derived_table.h"
#include "explainee/data/extended_table.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/roles.h"
#include "explainee/family/family.h"
#include "explainee/moments/moments.h"
#include "explainee/moments/plan.h"
#include "explainee/user/answered_table.h"
#include "explainee/user/understanding.h"

namespace explainee::explain {

/// Columns that people who come later may have: they are in the moments though nobody has them yet.
struct KeptFor {
  std::vector<std::string> columns;                           ///< plain names
  std::vector<std::pair<std::string, std::string>> products;  ///< of two of them, for quadratic knowing
  bool answered = false;                                      ///< and all that their answers may depend on
};

/// What is explained: rows, or moments of rows that stayed where they are; exactly one of the two.
struct Input {
  data::TableSource* table = nullptr;
  std::shared_ptr<const moments::Moments> moments = nullptr;
  data::TableSource* answers = nullptr;  ///< what she answered, for Options::answers
  KeptFor people = {};                   ///< only with a table
};

/// A candidate and the columns of the table it consists of.
struct Proposal {
  family::Candidate candidate;
  std::vector<std::size_t> columns;  ///< positions in Gathered::columns
  bool hers = false;                 ///< made of nothing but what she has or reasons from
};

/// Everything that later steps read.
struct Gathered {
  std::vector<data::Column> columns;  ///< of the table, then expressions, then what families made
  std::vector<Proposal> proposals;    ///< the candidates of all families
  Roles roles;
  std::shared_ptr<const moments::Moments> moments = nullptr;
  std::vector<Warning> warnings;          ///< what was noticed while reading
  std::vector<std::string> expressions;   ///< texts of the columns that were derived
  std::vector<data::ColumnScale> scales;  ///< of the columns inside z() there
  std::vector<family::MadeColumn> made;   ///< the columns that families made
  moments::Plan plan;                     ///< how the moments were made, for a second pass; only with rows
  data::TableSource* table = nullptr;     ///< the table to read again; null when there are only moments
  std::vector<double> near;               ///< what each row counts for beside its weight, by number; empty: all alike
  std::unique_ptr<user::AnsweredTable> answered;
  std::optional<user::AnswerNoise> answer_noise;
  std::optional<std::vector<user::Answer>> asked;  ///< answers too few to stand alone, in the order of rows
  const data::TableSource* answers = nullptr;      ///< where they came from
  std::unique_ptr<data::ExtendedTable> derived;    ///< with expressions
  std::unique_ptr<data::ExtendedTable> families;   ///< with the columns that families made
  std::vector<std::size_t> reasons;                ///< columns that answers may depend on, whatever may be told
};

/// The table's columns as its moments remember them, in the order of the table.
[[nodiscard]] std::vector<data::Column> table_columns(const moments::Moments& moments);

/// Whether squares and products of so many known columns are worth forming: the rows have to carry them. `rows` of the
/// table: −1 until they are counted by a pass over `column`, which few columns do not need.
[[nodiscard]] base::Result<bool> products_fit(std::int64_t known, data::TableSource& table, std::size_t column,
                                              std::int64_t& rows, const base::Control& control);

/// Resolves names and takes one pass over the rows (two when text columns take part). `judging` as in resolve_roles().
[[nodiscard]] base::Result<Gathered> gather(const Input& input, const Options& options, bool judging,
                                            const base::Control& control);

}  // namespace explainee::explain
