// apps/cli/ask/ask_conversation.h: the dialogue as it runs in a terminal: what is printed, and what lines mean.
#pragma once

#include <functional>
#include <string>

#include "ask/ask_lines.h"
#include "explainee/base/errors/result.h"
#include "explainee/dialogue/dialogue.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::cli {

/// How a conversation ended.
enum class Parting { kExplain, kQuit, kInterrupted };

/// Whether a line, in lower case, is one of the commands rather than an answer.
[[nodiscard]] bool is_command(const std::string& line);

/// Asks and listens; plain lines, so that it works in any terminal and from a pipe.
class Conversation {
 public:
  /// `keep` is called after every reply. `ask_choices`: begin with what she has in front of her.
  Conversation(dialogue::Dialogue& dialogue, const view::PlainNames& names, std::function<base::Result<void>()> keep,
               bool ask_choices);

  /// Until nothing is left to ask, or she leaves.
  [[nodiscard]] base::Result<Parting> lead();

 private:
  /// What a line leads to.
  enum class Next { kListen, kAsk, kChoices, kExplain, kQuit };

  [[nodiscard]] base::Result<Next> choose();
  [[nodiscard]] base::Result<Next> ask();
  [[nodiscard]] base::Result<Next> obey(const std::string& line, const dialogue::Case& shown);
  [[nodiscard]] base::Result<Next> undo();
  [[nodiscard]] base::Result<Next> take_answer(const std::string& line, std::int64_t row);
  void show(const dialogue::Case& shown, const dialogue::Standing& standing);
  [[nodiscard]] std::string expected() const;
  [[nodiscard]] std::optional<std::string> listen();
  [[nodiscard]] std::string quietly(const std::string& text) const;

  dialogue::Dialogue& dialogue_;
  const view::PlainNames& names_;
  std::function<base::Result<void>()> keep_;
  bool ask_choices_;
  bool introduced_ = false;
  LineReader lines_;
};

}  // namespace explainee::cli
