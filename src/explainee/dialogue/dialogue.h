// explainee/dialogue/dialogue.h: the engine behind every dialogue: which case to ask about next, what is known of the
// person so far, and the explanation for her (docs/decisions/0008).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainee/base/option.h"
#include "explainee/dialogue/case_pool.h"
#include "explainee/dialogue/posterior.h"
#include "explainee/dialogue/turn.h"
#include "explainee/explain/explain.h"
#include "explainee/person/model/person_draws.h"
#include "explainee/request/records/record.h"

namespace explainee::dialogue {

/// What she is asked.
inline constexpr const char* kQuestion = "What do you think the model says here?";

/// How a dialogue is led.
struct DialogueSettings {
  std::string question = kQuestion;
  std::vector<std::string> answer_words;  ///< lowest first; empty: she answers by numbers
  double settled = 0.02;                  ///< QuestionPolicy::settled
  int most = 20;                          ///< answers, at most
};

/// Records of these settings.
[[nodiscard]] const std::vector<base::Option<DialogueSettings>>& dialogue_options();

/// Records of what a dialogue takes of a request.
[[nodiscard]] const std::vector<request::Record>& shared_records();

/// Why no further question is asked.
enum class Ending {
  kNone,           ///< one is
  kNothingToTell,  ///< there is nothing to tell: all follows from what she knows
  kSettled,        ///< acting now is expected to lose less than the settled share, by three answers or more
  kUnmoved,        ///< her last answers changed nothing
  kMost,           ///< she gave as many answers as she should at most
  kPassedOver,     ///< she passed ten cases over in a row
  kAllAsked,       ///< no ordinary case is left
};

/// What is known so far.
struct Standing {
  int answers = 0;
  double probability_best = 1;                    ///< that `facts` are right: within base::kRight of the best
  double expected_bits = 0;                       ///< what they tell her
  double expected_loss_bits = 0;                  ///< of acting now
  double expected_loss_share = 0;                 ///< the same by the best bits
  std::vector<std::string> facts;                 ///< what would be told now
  person::LinearReading reading;                  ///< how far a linear map accounts for her answers
  person::Oddity oddity = person::Oddity::kNone;  ///< why her answers say little, where they do
  Ending ending = Ending::kNone;
};

/// A dialogue with one person. A function of the table, the options and what she said: the same state gives the same
/// next question. A dialogue is for one thread at a time.
class Dialogue {
 public:
  /// Reads the moments and the cases; any number of dialogues may share the table. Options beyond shared_records() are
  /// kBadOption. Where `state` says what she knows, request.who.knows is not asked.
  [[nodiscard]] static base::Result<std::unique_ptr<Dialogue>> open(std::shared_ptr<const data::Dataset> table,
                                                                    const request::Request& request,
                                                                    const DialogueSettings& settings,
                                                                    DialogueState state = {},
                                                                    const base::Control& control = {});

  /// Columns that she might have in front of her.
  [[nodiscard]] const std::vector<std::string>& choices() const { return choices_; }
  /// Says which she has; reads the table again. Her answers stay.
  [[nodiscard]] base::Result<void> set_knows(std::vector<std::string> columns);

  /// The case to ask about; none when there is an ending.
  [[nodiscard]] base::Result<std::optional<Case>> next_question();
  /// Her answer: a finite number, or where she answers by words the position of one. A row that was not shown is
  /// kBadOption; the same row again is a repeat.
  [[nodiscard]] base::Result<void> answer(std::int64_t row, double number);
  [[nodiscard]] base::Result<void> answer_word(std::int64_t row, int word);
  /// She does not want to answer the question at hand, or cannot; the case is not shown again.
  [[nodiscard]] base::Result<void> skip() { return pass_over(Reply::kSkipped); }
  [[nodiscard]] base::Result<void> do_not_know() { return pass_over(Reply::kUnknown); }
  /// Takes the last reply back and gives it; none when there is none.
  std::optional<Turn> undo();

  [[nodiscard]] base::Result<Standing> verdict();
  /// The explanation for the person that her answers make likely.
  [[nodiscard]] base::Result<explain::Explanation> explanation();
  /// The average of the first prediction over cases that she would answer so; none without answers or a prediction.
  [[nodiscard]] base::Result<std::optional<double>> average_where_she_says(double number);

  [[nodiscard]] const DialogueState& state() const { return state_; }
  [[nodiscard]] const DialogueSettings& settings() const { return settings_; }
  /// Names of the predictions, and mean and standard deviation of each over all rows.
  struct Predicted {
    std::string name;
    double mean = 0;
    double sd = 0;
  };
  [[nodiscard]] const std::vector<Predicted>& predictions() const { return predictions_; }
  /// A case that was shown; none when the row is not among those at hand.
  [[nodiscard]] const Case* find_case(std::int64_t row) const;

 private:
  Dialogue(std::shared_ptr<const data::Dataset> table, request::Request request, DialogueSettings settings,
           DialogueState state, base::Control control);
  [[nodiscard]] base::Result<void> read();
  [[nodiscard]] base::Result<void> say(Turn turn);
  [[nodiscard]] base::Result<void> pass_over(Reply reply);
  [[nodiscard]] int answers() const { return count_replies(state_, Reply::kAnswered); }
  [[nodiscard]] double score_of(const Turn& turn) const;
  [[nodiscard]] person::AnsweredRows answered(int count) const;
  [[nodiscard]] base::Result<explain::Persons> learn_from(int answers);
  [[nodiscard]] base::Result<void> learn_now();
  [[nodiscard]] base::Result<bool> unmoved();
  [[nodiscard]] std::vector<bool> passed() const;
  [[nodiscard]] base::Result<Ending> find_ending();

  /// A verdict in short.
  struct Step {
    search::Set set;
    double loss = 0;
  };

  std::shared_ptr<const data::Dataset> table_;
  request::Request request_;
  DialogueSettings settings_;
  DialogueState state_;
  base::Control control_;
  QuestionPolicy policy_;
  Eigen::VectorXd scores_;  ///< of the words
  std::vector<std::string> choices_;
  std::vector<Predicted> predictions_;
  bool nothing_ = false;  ///< to tell
  FixedData fixed_;
  CasePool pool_;
  std::optional<std::int64_t> at_hand_;         ///< the row that she is asked about
  std::optional<person::PersonDraws> anybody_;  ///< persons of whom nothing is known
  std::optional<explain::Persons> now_;         ///< after all answers
  std::map<int, Step> steps_;                   ///< after so many answers, where that was asked for
};

}  // namespace explainee::dialogue
