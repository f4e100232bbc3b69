#include "explainee/dialogue.h"

#include <utility>

#include "explainee/api/held.h"
#include "explainee/data/dataset/dataset.h"
#include "explainee/dialogue/dialogue.h"

namespace explainee {
inline namespace v0 {

struct Dialogue::Implementation {
  std::unique_ptr<dialogue::Dialogue> dialogue;
};

Dialogue::Dialogue(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Dialogue::Dialogue(Dialogue&&) noexcept = default;
Dialogue& Dialogue::operator=(Dialogue&&) noexcept = default;
Dialogue::~Dialogue() = default;

Result<Dialogue> Dialogue::open(const Dataset& dataset, const Request& request, const DialogueSettings& settings,
                                const Control& control) {
  dialogue::DialogueSettings own;
  own.answer_words = settings.answer_words;
  own.settled = settings.settled;
  own.most = settings.most;
  EXPLAINEE_ASSIGN(std::unique_ptr<dialogue::Dialogue> opened,
                   dialogue::Dialogue::open(dataset.table(), request, own, {}, control));
  return Dialogue(std::make_unique<Implementation>(Implementation{std::move(opened)}));
}

Result<void> Dialogue::set_knows(std::vector<std::string> columns) {
  return implementation_->dialogue->set_knows(std::move(columns));
}

Result<std::optional<Question>> Dialogue::next_question() {
  EXPLAINEE_ASSIGN(const std::optional<dialogue::Case> asked, implementation_->dialogue->next_question());
  if (!asked) return std::optional<Question>();
  Question question{asked->row, {}};
  for (const dialogue::ShownValue& value : asked->values)
    question.values.push_back({value.column, value.number, value.text});
  return std::optional(std::move(question));
}

Result<void> Dialogue::answer(std::int64_t row, double number) {
  return implementation_->dialogue->answer(row, number);
}

Result<void> Dialogue::answer_word(std::int64_t row, int word) {
  return implementation_->dialogue->answer_word(row, word);
}

Result<void> Dialogue::skip() { return implementation_->dialogue->skip(); }

bool Dialogue::undo() { return implementation_->dialogue->undo().has_value(); }

Result<double> Dialogue::probability_best() {
  EXPLAINEE_ASSIGN(const dialogue::Standing standing, implementation_->dialogue->verdict());
  return standing.probability_best;
}

Result<Explanation> Dialogue::explanation() {
  EXPLAINEE_ASSIGN(explain::Explanation found, implementation_->dialogue->explanation());
  return Explanation(std::make_shared<const api::HeldExplanation>(api::HeldExplanation{std::move(found)}));
}

}  // namespace v0
}  // namespace explainee
