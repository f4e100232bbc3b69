// explainee/base/errors/speech.h: how each door to the program writes options, commands and places; texts are made
// here, and only by those who show them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "explainee/base/errors/error.h"
#include "explainee/base/errors/message.h"

namespace explainee::base {

/// The manner of speaking of one door.
class Speech {
 public:
  virtual ~Speech() = default;

  /// Whether this door has an option of this name.
  [[nodiscard]] virtual bool has(std::string_view option) const = 0;
  /// An option inside a sentence: --missing drop.
  [[nodiscard]] virtual std::string option(const OptionRef& option) const = 0;
  /// An option that the sentence is about, before its colon.
  [[nodiscard]] virtual std::string about(const OptionRef& option) const { return this->option(option); }
  /// A command inside a sentence, in quotes where it needs them.
  [[nodiscard]] virtual std::string command(const CommandRef& command) const = 0;
  /// How to find a row again: "patients.csv, line 7 (row 5, counting from 0)"; empty when nothing is known.
  [[nodiscard]] virtual std::string place(const Subject& subject) const;
};

/// As the command line speaks: --missing drop, 'explainee moments'.
[[nodiscard]] const Speech& command_line();

/// As Python speaks: missing='drop', Moments.
[[nodiscard]] const Speech& python();

/// As HTTP speaks: an option is the path of its field in the request, such as /who/knows.
class HttpSpeech final : public Speech {
 public:
  /// The path of an option, empty when there is none.
  using PathOf = std::function<std::string(std::string_view option)>;

  explicit HttpSpeech(PathOf path_of) : path_of_(std::move(path_of)) {}
  [[nodiscard]] bool has(std::string_view option) const override;
  [[nodiscard]] std::string option(const OptionRef& option) const override;
  [[nodiscard]] std::string command(const CommandRef& command) const override;

 private:
  PathOf path_of_;
};

/// The sentence in this manner of speaking, printable: names and cells in it break no line and turn nothing about.
[[nodiscard]] std::string text(const Message& message, const Speech& speech);

/// The help of an option record, which names other options as --name.
[[nodiscard]] std::string spoken_help(std::string_view help, const Speech& speech);

/// What is wrong, printable, without the place: the option that it is about, then the sentence.
[[nodiscard]] std::string complaint(const Error& error, const Speech& speech);

/// The whole error as people read it, on one printable line: the place, the option that it is about, the sentence.
[[nodiscard]] std::string text(const Error& error, const Speech& speech);

}  // namespace explainee::base
