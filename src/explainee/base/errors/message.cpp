#include "explainee/base/errors/message.h"

namespace explainee::base {

Message::Message(std::string text) {
  if (text.empty()) return;
  pattern = "{}";
  arguments.emplace_back().value = std::move(text);  // g++ 12 takes a pushed argument for uninitialised
}

Message::Message(const char* text) : Message(std::string(text)) {}

Message::Message(std::string_view checked_pattern, std::vector<Argument> list)
    : pattern(checked_pattern), arguments(std::move(list)) {}

bool Message::operator==(const Message& other) const {
  return pattern == other.pattern && arguments == other.arguments;
}

OptionRef option(std::string_view name) { return {std::string(name)}; }

OptionRef option(std::string_view name, std::string_view value) { return {std::string(name), std::string(value)}; }

OptionRef switched_on(std::string_view name) { return {std::string(name), "", true}; }

CommandRef command(std::string_view name, std::vector<OptionRef> options) {
  return {std::string(name), std::move(options)};
}

}  // namespace explainee::base
