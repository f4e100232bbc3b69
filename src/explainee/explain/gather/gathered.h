// explainee/explain/gather/gathered.h: what an explanation is made from: the input, its moments, and the parts its
// columns play.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/data/derived_table.h"
#include "explainee/data/extended_table.h"
#include "explainee/data/table_source.h"
#include "explainee/explain/asking/ask_model.h"
#include "explainee/explain/gather/roles/roles.h"
#include "explainee/family/family.h"
#include "explainee/moments/moments.h"
#include "explainee/moments/plan.h"
#include "explainee/person/answered_table.h"
#include "explainee/person/noise.h"

namespace explainee::explain {

/// Columns that people who come later may have: they are in the moments though nobody has them yet.
struct FutureColumns {
  std::vector<std::string> columns;                           ///< plain names
  std::vector<std::pair<std::string, std::string>> products;  ///< of two of them, for quadratic knowing
  bool answered = false;                                      ///< and all that their answers may depend on
};

/// The model behind the predictions, where it may be asked about rows like these: at most one of the two.
struct Asking {
  Model model = {};                    ///< none: it cannot be called
  data::TableSource* table = nullptr;  ///< rows that were drawn, with its predictions

  [[nodiscard]] bool possible() const { return model || table != nullptr; }
};

/// What is explained: rows, or moments of rows that stayed where they are; exactly one of the two.
struct Input {
  std::shared_ptr<const data::Dataset> table = nullptr;
  std::shared_ptr<const moments::Moments> moments = nullptr;
  data::TableSource* answers = nullptr;  ///< what she answered; null: she was not asked
  FutureColumns people = {};             ///< only with a table
  Asking asking = {};                    ///< likewise
};

/// Everything that later steps read.
struct Gathered {
  std::vector<data::Column> columns;        ///< of the table, then expressions, then what families made
  std::vector<family::Proposal> proposals;  ///< the candidates of all families
  Roles roles;
  std::shared_ptr<const moments::Moments> moments = nullptr;
  std::vector<Warning> warnings;          ///< what was noticed while reading
  std::vector<std::string> expressions;   ///< texts of the columns that were derived
  std::vector<data::ColumnScale> scales;  ///< of the columns inside z() there
  std::vector<family::MadeColumn> made;   ///< the columns that families made
  moments::Plan plan;                     ///< how the moments were made, for a second pass; only with rows
  std::unique_ptr<data::TableSource> cursor = nullptr;  ///< a reader of the dataset, of this explanation alone
  data::TableSource* table = nullptr;  ///< the cursor or what extends it, to read again; null with moments only
  std::vector<double> near;            ///< what each row counts for beside its weight, by number; empty: all alike
  std::unique_ptr<person::AnsweredTable> answered;
  std::optional<person::AnswerNoise> answer_noise;
  std::optional<std::vector<person::Answer>> asked;  ///< answers too few to stand alone, in the order of rows
  const data::TableSource* answers = nullptr;        ///< where they came from
  std::unique_ptr<data::ExtendedTable> derived;      ///< with expressions
  std::unique_ptr<data::ExtendedTable> families;     ///< with the columns that families made
  std::vector<std::size_t> reasons;                  ///< columns that answers may depend on, whatever may be told
};

}  // namespace explainee::explain
