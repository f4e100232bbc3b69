// apps/cli/ask/ask_lines.h: lines that a person types, or that come from a pipe.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace explainee::cli {

/// Reads standard input line by line.
class LineReader {
 public:
  /// The next line without white space at its ends; none at the end of the input and after Ctrl-C. A last line without
  /// an end of line counts.
  [[nodiscard]] std::optional<std::string> next();

 private:
  std::string waiting_;
};

/// The text in lower case (ASCII).
[[nodiscard]] std::string lower_case(std::string text);

/// Choices as people write them: by numbers from 1, "1 3 5-7", "2, 4", "all", or by any of the names of each, with
/// commas between them; positions from 0, increasing, each once. None when a part is neither; it is then in `wrong`.
[[nodiscard]] std::optional<std::vector<std::size_t>> read_choices(const std::string& text,
                                                                   const std::vector<std::vector<std::string>>& names,
                                                                   std::string& wrong);

/// A number, maybe with its unit behind; none for anything else.
[[nodiscard]] std::optional<double> read_answer_number(const std::string& text, const std::string& unit);

/// Position of the word that is meant: the word itself or the only one that begins so, in any case; −1 for none, −2
/// when several do.
[[nodiscard]] int read_word(const std::string& text, const std::vector<std::string>& words);

}  // namespace explainee::cli
