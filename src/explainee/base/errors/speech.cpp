#include "explainee/base/errors/speech.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "explainee/base/number_of_text.h"
#include "explainee/base/printable/printable.h"

namespace explainee::base {
namespace {

/// The value as a shell takes it for one word, where it is the id of a row, which may hold anything.
std::string as_one_word(const OptionRef& option) {
  constexpr std::string_view kBare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (option.name != "row" || option.value.find_first_not_of(kBare) == std::string::npos) return option.value;
  std::string word = "'";
  for (const char letter : option.value) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

class CommandLineSpeech final : public Speech {
 public:
  [[nodiscard]] bool has(std::string_view /*option*/) const override { return true; }

  [[nodiscard]] std::string option(const OptionRef& option) const override {
    return fmt::format("--{}{}{}", option.name, option.value.empty() ? "" : " ", as_one_word(option));
  }

  [[nodiscard]] std::string command(const CommandRef& command) const override {
    std::string words = command.name;
    for (const OptionRef& each : command.options) words += " " + option(each);
    return fmt::format("'explainee {}'", words);
  }
};

/// Python gets columns with their types and needs no help to read files.
constexpr std::array<std::string_view, 4> kOfFilesOnly = {"categories", "map", "numbers", "separator"};

/// What does the work of a command in Python.
struct Counterpart {
  std::string_view command;
  std::string_view in_python;
};
constexpr std::array kCounterparts = {
    Counterpart{"explain", "Explainer"}, Counterpart{"moments", "Moments"}, Counterpart{"cohort", "cohort"},
    Counterpart{"score", "score"},       Counterpart{"ask", "Dialogue"},
};

class PythonSpeech final : public Speech {
 public:
  [[nodiscard]] bool has(std::string_view option) const override {
    return std::find(kOfFilesOnly.begin(), kOfFilesOnly.end(), option) == kOfFilesOnly.end();
  }

  [[nodiscard]] std::string option(const OptionRef& option) const override {
    if (option.name == "output") return "save()";
    if (option.name == "all-rows") return "an explanation of all rows";
    return fmt::format("{}={}", keyword(option.name), value(option));
  }

  [[nodiscard]] std::string about(const OptionRef& option) const override {
    return option.value.empty() ? keyword(option.name) : this->option(option);
  }

  [[nodiscard]] std::string command(const CommandRef& command) const override {
    const auto* const known = std::find_if(kCounterparts.begin(), kCounterparts.end(),
                                           [&](const Counterpart& each) { return each.command == command.name; });
    const std::string_view name = known == kCounterparts.end() ? std::string_view(command.name) : known->in_python;
    std::string arguments;
    for (const OptionRef& each : command.options) {
      if (each.name == "output") return fmt::format("{}.save()", name);
      arguments += (arguments.empty() ? "" : ", ") + option(each);
    }
    return arguments.empty() ? std::string(name) : fmt::format("{}({})", name, arguments);
  }

  [[nodiscard]] std::string place(const Subject& subject) const override {
    if (!subject.row) return Speech::place(subject);
    return fmt::format("{}{}row {}", subject.file, subject.file.empty() ? "" : ", ", *subject.row);
  }

 private:
  static std::string keyword(std::string name) {
    if (name.starts_with("ask-")) return "ask";  // the model is the function that gave the predictions
    std::replace(name.begin(), name.end(), '-', '_');
    return name == "lambda" ? "lambda_" : name;
  }

  static std::string value(const OptionRef& option) {
    if (option.on) return "True";
    if (option.value.empty() || number_of_text<double>(option.value)) return option.value;
    return fmt::format("'{}'", option.value);
  }
};

bool all_known(const Message& message, const Speech& speech);

/// Whether this door has every option that the argument speaks of.
struct Known {
  const Speech& speech;
  bool operator()(const OptionRef& option) const { return speech.has(option.name); }
  bool operator()(const CommandRef& command) const {
    return std::all_of(command.options.begin(), command.options.end(), *this);
  }
  bool operator()(const Message& message) const { return all_known(message, speech); }
  template <class T>
  bool operator()(const T& /*plain*/) const {
    return true;
  }
};

bool all_known(const Message& message, const Speech& speech) {
  return std::all_of(message.arguments.begin(), message.arguments.end(),
                     [&](const Argument& argument) { return std::visit(Known{speech}, argument.value); });
}

/// What an argument is formatted as: numbers stay numbers, so that a pattern may round them.
struct Shown {
  const Speech& speech;
  fmt::dynamic_format_arg_store<fmt::format_context>& store;
  void operator()(const OptionRef& option) const { store.push_back(speech.option(option)); }
  void operator()(const CommandRef& command) const { store.push_back(speech.command(command)); }
  void operator()(const Hint& hint) const {
    store.push_back(all_known(hint.message, speech) ? text(hint.message, speech) : std::string());
  }
  void operator()(const Message& message) const { store.push_back(text(message, speech)); }
  template <class T>
  void operator()(const T& plain) const {
    store.push_back(plain);
  }
};

}  // namespace

std::string Speech::place(const Subject& subject) const {
  std::string where;
  if (subject.line && subject.row) {
    where = fmt::format("line {} (row {}, counting from 0)", *subject.line, *subject.row);
  } else if (subject.line) {
    where = fmt::format("line {}", *subject.line);
  } else if (subject.row) {
    where = fmt::format("row {} (counting from 0)", *subject.row);
  }
  if (subject.file.empty() || where.empty()) return subject.file + where;
  return subject.file + ", " + where;
}

const Speech& command_line() {
  static const CommandLineSpeech speech;
  return speech;
}

const Speech& python() {
  static const PythonSpeech speech;
  return speech;
}

bool HttpSpeech::has(std::string_view option) const { return !path_of_(option).empty(); }

std::string HttpSpeech::option(const OptionRef& option) const {
  const std::string path = path_of_(option.name);
  const std::string value = option.on ? "true" : option.value;
  return fmt::format("{}{}{}", path.empty() ? option.name : path, value.empty() ? "" : " = ", value);
}

std::string HttpSpeech::command(const CommandRef& command) const {
  std::string options;
  for (const OptionRef& each : command.options) options += (options.empty() ? " with " : ", ") + option(each);
  return fmt::format("'{}'{}", command.name, options);
}

std::string text(const Message& message, const Speech& speech) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const Argument& argument : message.arguments) std::visit(Shown{speech, store}, argument.value);
  return printable(fmt::vformat(message.pattern, store));
}

std::string spoken_help(std::string_view help, const Speech& speech) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  std::string spoken;
  while (true) {
    const std::size_t dashes = help.find("--");
    spoken += help.substr(0, dashes);
    if (dashes == std::string_view::npos) return spoken;
    help.remove_prefix(dashes + 2);
    const auto* const end = std::find_if_not(help.begin(), help.end(), is_letter);
    const auto length = static_cast<std::size_t>(end - help.begin());
    spoken += length == 0 ? std::string("--") : speech.about(base::option(help.substr(0, length)));
    help.remove_prefix(length);
  }
}

std::string complaint(const Error& error, const Speech& speech) {
  const std::string sentence = text(error.message, speech);
  return error.subject.option.name.empty() ? sentence : printable(speech.about(error.subject.option)) + ": " + sentence;
}

std::string text(const Error& error, const Speech& speech) {
  const std::string place = printable(speech.place(error.subject));
  return place.empty() ? complaint(error, speech) : place + ": " + complaint(error, speech);
}

}  // namespace explainee::base
