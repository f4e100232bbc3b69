// explainee/cohort/people/user_list.h: many people, as a table of them that is read in batches.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/data/table_source.h"
#include "explainee/person/answered_table.h"

namespace explainee::cohort {

/// How a table of people says what each of them understands.
enum class UserKind {
  kKnows,    ///< column `knows`: columns whose values she has, names separated by semicolons
  kSummary,  ///< column `summary`: columns that hold what she understands, likewise
  kAnswers,  ///< columns `row` and `answer`, any number of rows each: they were asked
  kWeights,  ///< columns `w:NAME`: u = Σ weight · column, and `noise`, a standard deviation, where there is one
};

/// Some consecutive people. Of `has`, `weights` and `answers` one is filled, by the kind.
struct UserBatch {
  std::int64_t first = 0;  ///< which of all people the first one is, from 0
  std::vector<std::string> names;
  std::vector<std::string> has;                      ///< names, as written
  Eigen::MatrixXd weights;                           ///< columns of UserList::weighted() × people
  std::vector<double> noise;                         ///< standard deviations; 0 without a column `noise`
  std::vector<std::vector<person::Answer>> answers;  ///< of each person, in the order of rows

  [[nodiscard]] std::size_t size() const { return names.size(); }
};

/// The columns that the list of one person names, separated by semicolons, globs and ranges welcome; `where` is for
/// messages.
[[nodiscard]] base::Result<std::vector<std::size_t>> listed_columns(std::span<const data::Column> columns,
                                                                    const std::string& names,
                                                                    const base::Subject& where);

/// A table with the column `user` and exactly one way of saying what they understand.
class UserList {
 public:
  /// Decides the kind by the names of the columns; fails naming what is missing or too much. With words, lowest first,
  /// answers are such words. The table outlives it.
  [[nodiscard]] static base::Result<UserList> open(data::TableSource& table,
                                                   const std::vector<std::string>& answer_words = {});

  [[nodiscard]] UserKind kind() const { return kind_; }
  /// NAME of every `w:NAME`.
  [[nodiscard]] const std::vector<std::string>& weighted() const { return weighted_; }
  /// All answers of all people, in the order of rows.
  [[nodiscard]] std::vector<person::Answer> all_answers() const;
  [[nodiscard]] const data::TableSource& table() const { return *table_; }

  /// Begins a pass.
  [[nodiscard]] base::Result<void> start();
  /// The next people, `most` or, at the end, fewer; none when the pass is over.
  [[nodiscard]] base::Result<UserBatch> next(std::size_t most);

 private:
  explicit UserList(data::TableSource& table) : table_(&table) {}
  [[nodiscard]] base::Result<void> append(UserBatch& batch, std::size_t count);
  [[nodiscard]] base::Result<void> read_all_answers(const std::vector<std::string>& words);

  data::TableSource* table_;
  UserKind kind_ = UserKind::kKnows;
  std::vector<std::string> weighted_;
  std::vector<std::size_t> wanted_;  // user, then names or the weights, then noise
  bool noisy_ = false;
  data::Batch rows_;      // what the table gave last
  std::size_t used_ = 0;  // rows of it that were handed out
  std::int64_t given_ = 0;
  std::vector<std::string> answering_;                // who answered, in the order of their first answers
  std::vector<std::vector<person::Answer>> answers_;  // of each
};

}  // namespace explainee::cohort
