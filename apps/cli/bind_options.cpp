#include "bind_options.h"

#include "explainee/base/errors/speech.h"
#include "explainee/explain/gather/choices.h"
#include "explainee/request/grammar/values.h"

namespace explainee::cli {
namespace {

using request::Form;
using request::Record;

/// The texts given for one record as a value.
request::Value read_value(const Record& record, const std::vector<std::string>& given) {
  const std::string& last = given.back();
  const bool narrow = std::holds_alternative<request::Access<int>>(record.field) ||
                      std::holds_alternative<request::Access<std::optional<int>>>(record.field);
  switch (request::form_of(record)) {
    case Form::kSwitch:
      return true;
    case Form::kWhole:
      return narrow ? std::int64_t{read_number<int>(record, last)} : read_number<std::int64_t>(record, last);
    case Form::kNumber:
      return read_number<double>(record, last);
    case Form::kText:
      if (last.empty()) throw CLI::ValidationError("--" + std::string(record.name), "it is empty");
      return last;
    case Form::kRow:
      if (last.starts_with(request::kIdPrefix)) return last;
      return read_number<std::int64_t>(record, last);
    case Form::kList:
      return read_list(record.name, given, record.whole_text);
  }
  return false;
}

/// The sentence, the choices, and the default where there is one to name.
std::string help_text(const Record& record) {
  const request::Request defaults;
  std::string text(record.help);
  const std::vector<std::string> choices = explain::choices_of(record);
  if (!choices.empty()) text += fmt::format("; one of {}", fmt::join(choices, ", "));
  if (const auto* word = std::get_if<request::Access<std::string>>(&record.field))
    text += fmt::format(" ({})", word->see(defaults));
  if (const auto* choice = std::get_if<request::Choice>(&record.field))
    text += fmt::format(" ({})", request::word_at(choice->words, choice->see(defaults)));
  if (const auto* number = std::get_if<request::Access<int>>(&record.field))
    text += fmt::format(" ({})", number->see(defaults));
  return text;
}

}  // namespace

void bind_options(CLI::App& command, const std::vector<Record>& records, request::Written& written) {
  for (const Record& record : records) {
    CLI::Option* added = nullptr;
    if (request::form_of(record) == Form::kSwitch) {
      added = command.add_flag_function(
          flags_of(record), [&record, &written](std::int64_t count) { written.set(record.name, count > 0); },
          help_text(record));
    } else {
      added = command.add_option(
          flags_of(record),
          [&record, &written](const std::vector<std::string>& given) {
            request::Value value = read_value(record, given);
            const auto checked = request::check_value(record, value);
            if (!checked.ok()) throw CLI::ValidationError(base::text(checked.error(), base::command_line()));
            written.set(record.name, std::move(value));
            return true;
          },
          help_text(record));
      set_argument(*added, record.argument, request::form_of(record) == Form::kList);
    }
    added->group(std::string(record.group));
  }
}

}  // namespace explainee::cli
