// explainee/base/errors/message.h: a sentence for people whose options are named but not yet spelt: the command line,
// Python and HTTP each write them their own way (speech.h).
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace explainee::base {

/// An option by the name of its record, with the value that is meant, if one is.
struct OptionRef {
  std::string name;        ///< as in the records: "missing", "within-bits"
  std::string value = {};  ///< "drop", or empty when the option alone is meant
  bool on = false;         ///< a switch that is meant to be on

  bool operator==(const OptionRef&) const = default;
};

/// A command, or what does its work in a library, with the options that matter.
struct CommandRef {
  std::string name;  ///< as on the command line: "moments"
  std::vector<OptionRef> options = {};

  bool operator==(const CommandRef&) const = default;
};

struct Argument;

/// A pattern in the syntax of fmt and the arguments that its braces stand for.
struct Message {
  Message() = default;
  Message(std::string text);  // NOLINT: implicit on purpose; braces in it are only braces
  Message(const char* text);  // NOLINT: implicit on purpose; braces in it are only braces
  /// What say() makes; the pattern must fit the arguments.
  Message(std::string_view checked_pattern, std::vector<Argument> arguments);

  std::string pattern;
  std::vector<Argument> arguments;

  [[nodiscard]] bool empty() const { return pattern.empty(); }
  /// Made of the same pattern and arguments.
  bool operator==(const Message& other) const;
};

/// A part of a sentence that is left out where one of its options does not exist: how to make a column text is an
/// option of commands that read files, and of nothing else.
struct Hint {
  Message message;

  bool operator==(const Hint&) const = default;
};

/// What one pair of braces stands for.
struct Argument {
  std::variant<std::string, std::int64_t, double, OptionRef, CommandRef, Hint, Message> value;

  bool operator==(const Argument&) const = default;
};

/// The option, or the option with this value: --missing, --missing drop.
[[nodiscard]] OptionRef option(std::string_view name);
[[nodiscard]] OptionRef option(std::string_view name, std::string_view value);
/// The option with a number.
template <class T>
requires std::integral<T> || std::floating_point<T>
[[nodiscard]] OptionRef option(std::string_view name, T value) {
  return option(name, std::string_view(fmt::format("{}", value)));
}

/// A switch: --local.
[[nodiscard]] OptionRef switched_on(std::string_view name);

/// The command: 'explainee moments'.
[[nodiscard]] CommandRef command(std::string_view name, std::vector<OptionRef> options = {});

namespace message_detail {

template <class T>
concept Spoken =
    std::same_as<T, OptionRef> || std::same_as<T, CommandRef> || std::same_as<T, Hint> || std::same_as<T, Message>;

/// What the pattern's braces are checked against: all that a door writes is text.
template <class T>
struct Shown {
  using Type = std::string;
};
template <class T>
requires std::floating_point<T>
struct Shown<T> {
  using Type = double;
};
template <class T>
requires(std::integral<T> && !std::same_as<T, char> && !std::same_as<T, bool>) struct Shown<T> {
  using Type = std::int64_t;
};

template <class T>
Argument argument(T&& value) {
  using Plain = std::remove_cvref_t<T>;
  using Type = typename Shown<Plain>::Type;
  if constexpr (Spoken<Plain>) {
    return {std::forward<T>(value)};
  } else if constexpr (std::same_as<Type, std::string>) {
    if constexpr (std::constructible_from<std::string, T&&>) {
      return {std::string(std::forward<T>(value))};
    } else {
      return {fmt::format("{}", std::forward<T>(value))};
    }
  } else {
    return {static_cast<Type>(value)};
  }
}

}  // namespace message_detail

/// A message: say("fill it in, or use {}", option("missing", "drop")). The pattern is checked when it is compiled.
template <class... A>
[[nodiscard]] Message say(fmt::format_string<typename message_detail::Shown<std::remove_cvref_t<A>>::Type...> pattern,
                          A&&... arguments) {
  const fmt::string_view text = pattern;
  std::vector<Argument> list;
  list.reserve(sizeof...(A));
  (list.push_back(message_detail::argument(std::forward<A>(arguments))), ...);
  return {std::string_view(text.data(), text.size()), std::move(list)};
}

/// Like say(), for a part that is left out where the options in it do not exist.
template <class... A>
[[nodiscard]] Hint hint(fmt::format_string<typename message_detail::Shown<std::remove_cvref_t<A>>::Type...> pattern,
                        A&&... arguments) {
  return {say(pattern, std::forward<A>(arguments)...)};
}

}  // namespace explainee::base
