#include "explainee/explain/asking/command_model.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "explainee/base/number_of_text.h"
#include "explainee/explain/asking/csv_text.h"
#include "explainee/explain/asking/run_command.h"

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kBytesPerRow = 100;  ///< that a number on a line may take
constexpr std::size_t kBytesAtLeast = 10000;
constexpr std::size_t kShownOfLine = 40;

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r\n");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r\n") - from + 1);
}

/// The last line of what a command complained of: with most programs it names the fault.
std::string_view last_line(std::string_view complaint) {
  const std::string_view all = trimmed(complaint);
  const std::size_t end = all.find_last_of('\n');
  return end == std::string_view::npos ? all : trimmed(all.substr(end + 1));
}

base::Result<std::vector<double>> numbers_in(std::string_view printed, std::size_t rows) {
  std::vector<double> numbers;
  std::string_view rest = trimmed(printed);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = trimmed(rest.substr(0, end));
    const std::optional<double> number = base::number_of_text<double>(line);
    if (!number) {
      return Error{
          ErrorCode::kUnfitColumn,
          base::say("line {} of what the command that asks the model printed is no number: '{}'; it must print "
                    "a prediction a line and nothing else",
                    numbers.size() + 1, std::string(line.substr(0, kShownOfLine)))};
    }
    numbers.push_back(*number);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (numbers.size() != rows) {
    return Error{
        ErrorCode::kUnfitColumn,
        base::say("the command that asks the model printed {} predictions for {} rows; one a row is needed, and "
                  "the first line of its input is the header",
                  numbers.size(), rows)};
  }
  return numbers;
}

}  // namespace

Model command_model(std::string command, double seconds, const base::Control& control) {
  return [command = std::move(command), seconds, control](const RowColumns& rows) -> base::Result<std::vector<double>> {
    const std::size_t count = rows_of(rows);
    EXPLAINEE_ASSIGN(const CommandOutput output,
                     run_command(command, csv_text(rows), seconds, kBytesAtLeast + kBytesPerRow * count, control));
    if (output.status != 0) {
      const std::string complaint(last_line(output.complaint));
      return Error{ErrorCode::kUnfitColumn,
                   complaint.empty() ? base::say("the command that asks the model ended with status {}", output.status)
                                     : base::say("the command that asks the model ended with status {}: {}",
                                                 output.status, complaint)};
    }
    return numbers_in(output.printed, count);
  };
}

}  // namespace explainee::explain
