// tests/testing/oracle.h: the answer by brute force from the rows: long-double least squares and every subset
// (mathematics §2, §5, §8).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explainee/data/memory_table.h"
#include "explainee/explain/explain.h"
#include "explainee/request/testing/plain_request.h"
#include "testing/least_squares.h"

namespace explainee::oracle {

/// A column of a table; text when `texts` is not empty.
struct Column {
  std::string name;
  std::vector<double> numbers;
  std::vector<std::string> texts;

  [[nodiscard]] bool is_text() const { return !texts.empty(); }
};

/// A table and what is asked of it. The options hold plain names only.
struct Task {
  std::vector<Column> columns;
  request::Request request = request::testing::plain_request();
  std::vector<std::vector<double>> seen;  ///< what Options::sees and sees_mean come to, row by row

  [[nodiscard]] data::MemoryTable table(std::size_t batch_rows = 65536) const;
  [[nodiscard]] const Column& column(const std::string& name) const;
  [[nodiscard]] std::size_t rows() const;
};

/// A set of candidates as bits.
using Mask = std::uint32_t;

/// What a set is worth.
struct Worth {
  int settled = 0;         ///< directions of the predictions that it determines
  Real nats = 0;           ///< of the other directions
  Real charge = 0;         ///< for columns beyond one per fact
  int rank = 0;            ///< of its columns given u
  bool redundant = false;  ///< some fact adds no rank

  [[nodiscard]] Real objective() const { return nats - charge; }
};

/// All predictions regressed on u and a set, in the table's units.
struct Regression {
  Matrix coefficients;    ///< columns of the set × predictions
  Matrix rounding;        ///< how far rounding in covariances may move each of them
  Vector after;           ///< variance per prediction
  Vector after_rounding;  ///< how far rounding may move it
};

/// A fact that may be chosen: consecutive columns.
struct Candidate {
  std::string name;
  int first = 0;
  int count = 1;
};

/// Everything about one task.
class Oracle {
 public:
  explicit Oracle(const Task& task);

  bool too_few_rows = false;
  bool borderline = false;  ///< some variance lies so near kDetermined that rounding decides
  int sparsity = 0;         ///< the number used
  int summary_rank = 0;     ///< r
  double effective_rows = 0;
  bool quadratic = false;
  std::vector<Candidate> candidates;       ///< those she lacks, in table order
  std::vector<std::string> already_known;  ///< could be facts for somebody else, in table order
  Vector before;                           ///< variance per prediction given u
  Vector own;                              ///< variance per prediction
  std::vector<Mask> sets;                  ///< of at most `sparsity` candidates, the empty one included

  /// d, the number of predictions that neither u nor the others determine; 0: nothing to explain.
  [[nodiscard]] int open_predictions() const { return static_cast<int>(open_.size()); }
  /// Value of a member of `sets`.
  [[nodiscard]] const Worth& worth(Mask set) const { return worths_[set]; }
  /// How far rounding in covariances may move the objective of this set.
  [[nodiscard]] Real blur(Mask set) const;
  [[nodiscard]] Regression regression(Mask set) const;
  /// Upward bias of the plug-in information in nats (mathematics §2, §8).
  [[nodiscard]] Real bias(int rank) const;
  /// The set with these names; none when a name is no candidate.
  [[nodiscard]] std::optional<Mask> mask_of(const std::vector<std::string>& names) const;
  [[nodiscard]] std::string names_of(Mask set) const;

 private:
  struct Node;

  void read_rows(const Task& task);
  void read_predictions(const Task& task);
  void build_summary(const Task& task);
  void add_known(const Task& task);
  void add_reasons(const Task& task);
  void split_candidates(const Task& task);
  void find_open_predictions();
  void enumerate();
  void visit(const Node& node);
  [[nodiscard]] Worth value(const Node& node);
  void mark_redundant();

  [[nodiscard]] Vector values(const std::vector<double>& numbers) const;  ///< of the rows that count, shifted
  [[nodiscard]] Vector centred(const Vector& values) const;               ///< times √w
  [[nodiscard]] Matrix columns_of(const Column& column) const;  ///< centred: one, or one per level but the first
  [[nodiscard]] bool determined(Real share);
  std::vector<int> take_independent(const Matrix& columns, Matrix& basis);
  [[nodiscard]] Matrix set_columns(Mask set) const;

  std::vector<std::size_t> rows_;  ///< those with weight
  Vector root_weight_;             ///< √(w/Σw)
  std::vector<Vector> known_;      ///< columns of u before the dependent ones are left out
  Matrix summary_;                 ///< independent columns of u, of length 1
  Matrix basis_;                   ///< an orthonormal basis of them
  Matrix facts_;                   ///< columns of the candidates, of length 1
  Vector fact_deviation_;
  Matrix predictions_;  ///< of length 1
  std::vector<int> open_;
  Matrix facts_left_;  ///< the same given u, rotated into as few coordinates as they need
  Matrix open_left_;
  std::vector<Worth> worths_;
  Real slack_ = 0;  ///< how uncertain columns of u are: which of two nearly equal ones stands for both is free
};

}  // namespace explainee::oracle
