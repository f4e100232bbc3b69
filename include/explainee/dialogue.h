// explainee/dialogue.h: a dialogue with one person: which case to ask about next, and what to tell her then.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainee/dataset.h"
#include "explainee/explanation.h"
#include "explainee/request.h"
#include "explainee/result.h"

namespace explainee {
inline namespace v0 {

/// A cell of a case.
struct CaseValue {
  std::string column;
  std::optional<double> number;
  std::string text;
};

/// A row that the person is asked about.
struct Question {
  std::int64_t row = 0;
  std::vector<CaseValue> values;
};

/// How a dialogue is led.
struct DialogueSettings {
  std::vector<std::string> answer_words;  ///< lowest first; empty: answers are numbers
  double settled = 0.02;                  ///< it ends when acting now is expected to lose less than this share
  int most = 20;                          ///< answers, at most
};

/// For one thread at a time; any number of dialogues may share a dataset.
class Dialogue {
 public:
  [[nodiscard]] static Result<Dialogue> open(const Dataset& dataset, const Request& request,
                                             const DialogueSettings& settings = {}, const Control& control = {});
  Dialogue(Dialogue&&) noexcept;
  Dialogue& operator=(Dialogue&&) noexcept;
  ~Dialogue();

  /// Columns that she has before her; her answers stay.
  [[nodiscard]] Result<void> set_knows(std::vector<std::string> columns);
  /// The case to ask about; none when enough was asked.
  [[nodiscard]] Result<std::optional<Question>> next_question();
  /// What she thinks the model says: a number, or with words the position of one.
  [[nodiscard]] Result<void> answer(std::int64_t row, double number);
  [[nodiscard]] Result<void> answer_word(std::int64_t row, int word);
  /// She passes the case over; it is not shown again.
  [[nodiscard]] Result<void> skip();
  /// Takes the last reply back; false when there is none.
  bool undo();
  /// How sure it is what to tell her, 0 … 1.
  [[nodiscard]] Result<double> probability_best();
  /// The explanation for the person that her answers make likely.
  [[nodiscard]] Result<Explanation> explanation();

 private:
  struct Implementation;
  explicit Dialogue(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace v0
}  // namespace explainee
