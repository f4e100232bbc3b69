#include "explainee/request/grammar/pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "explainee/base/number_of_text.h"

namespace explainee::request {
namespace {

using base::Result;

constexpr double kLongestWindow = 1e6;
constexpr double kLastRow = 1e15;
constexpr std::string_view kRoundPrefix = "round:";

base::Error bad(std::string_view option, const std::string& why) {
  return {base::ErrorCode::kBadOption, why, base::option(option)};
}

/// "NAME=SD", split at the last =.
Result<std::pair<std::string, double>> read_named_sd(std::string_view option, const std::string& part) {
  const auto wrong = [&](const std::string& why) { return bad(option, fmt::format("'{}' {}", part, why)); };
  const std::size_t equals = part.rfind('=');
  if (equals == std::string::npos || equals == 0) return wrong("has no name or no noise; write A=0.5");
  const std::optional<double> sd = base::number_of_text<double>(std::string_view(part).substr(equals + 1));
  if (!sd || !std::isfinite(*sd)) return wrong("does not end in a finite number; write A=0.5");
  if (!(*sd >= 0 && *sd <= kLargestSd))
    return wrong(fmt::format("is no standard deviation; it must lie between 0 and {}", kLargestSd));
  return std::pair{part.substr(0, equals), *sd};
}

Result<FactSteps> read_step(std::string_view option, const std::string& part) {
  const std::size_t equals = part.rfind('=');
  const std::string_view value = equals == std::string::npos ? "" : std::string_view(part).substr(equals + 1);
  if (equals == 0 || !value.starts_with(kRoundPrefix))
    return bad(option, fmt::format("'{}' names no fact or nothing that is known; write A=round:10", part));
  const std::optional<double> step = base::number_of_text<double>(value.substr(kRoundPrefix.size()));
  if (!step || !(*step > 0 && *step <= kLargestSd))
    return bad(option, fmt::format("'{}' does not end in a step above 0; write A=round:10", part));
  return FactSteps{{part.substr(0, equals)}, *step};
}

Result<FactCost> read_cost(std::string_view option, const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    return bad(option, fmt::format("'{}' must be NAME=NUMBER, the name of a family or of a fact", text));
  const std::string number = text.substr(equals + 1);
  const std::optional<double> cost = base::number_of_text<double>(number);
  if (!cost || !(*cost >= kLeastCost && *cost <= kMostCost))
    return bad(option, fmt::format("'{}' must be a number from {} to {:.0f}", number, kLeastCost, kMostCost));
  return FactCost{{text.substr(0, equals)}, *cost};
}

Result<int> read_window(std::string_view option, const std::string& text) {
  EXPLAINEE_ASSIGN(const double length, read_number(option, text));
  if (!(length >= 2 && length <= kLongestWindow) || length != std::floor(length))
    return bad(option, fmt::format("'{}' is no whole number above 1", text));
  return static_cast<int>(length);
}

Result<std::int64_t> read_row(std::string_view option, const std::string& text) {
  EXPLAINEE_ASSIGN(const double row, read_number(option, text));
  if (!(row <= kLastRow) || text.find_first_not_of("0123456789") != std::string::npos)
    return bad(option, fmt::format("'{}' is no row; rows count from 0", text));
  return static_cast<std::int64_t>(row);
}

template <class T, class Read>
Result<std::vector<T>> read_each(std::string_view option, const TextList& texts, Read read) {
  std::vector<T> values;
  for (const std::string& text : texts) {
    EXPLAINEE_ASSIGN(T value, read(option, text));
    values.push_back(std::move(value));
  }
  return values;
}

template <class T, class Write>
TextList write_each(const std::vector<T>& values, Write write) {
  TextList texts;
  for (const T& value : values) texts.push_back(write(value));
  return texts;
}

}  // namespace

Result<double> read_number(std::string_view option, const std::string& text) {
  if (const std::optional<double> number = base::number_of_text<double>(text)) return *number;
  return bad(option, fmt::format("'{}' is no number", text));
}

Result<std::vector<std::pair<std::string, TextList>>> read_named_lists(std::string_view option, const TextList& texts) {
  std::vector<std::pair<std::string, TextList>> lists;
  for (const std::string& entry : texts) {
    const std::size_t equals = entry.find('=');
    if (equals == 0 || (equals == std::string::npos && lists.empty()))
      return bad(option, fmt::format("'{}' must begin with NAME=", entry));
    if (equals == std::string::npos) {
      lists.back().second.push_back(entry);
    } else {
      lists.push_back({entry.substr(0, equals), {entry.substr(equals + 1)}});
    }
  }
  return lists;
}

Result<std::vector<FactNoise>> read_noise(std::string_view option, const TextList& texts) {
  return read_each<FactNoise>(option, texts, [](auto name, const std::string& text) -> Result<FactNoise> {
    EXPLAINEE_ASSIGN(const auto named, read_named_sd(name, text));
    return FactNoise{{named.first}, named.second};
  });
}

Result<std::vector<OwnNoise>> read_own_noise(std::string_view option, const TextList& texts) {
  return read_each<OwnNoise>(option, texts, [](auto name, const std::string& text) -> Result<OwnNoise> {
    EXPLAINEE_ASSIGN(const auto named, read_named_sd(name, text));
    return OwnNoise{named.first, named.second};
  });
}

Result<std::vector<FactSteps>> read_steps(std::string_view option, const TextList& texts) {
  return read_each<FactSteps>(option, texts, read_step);
}

Result<std::vector<FactCost>> read_costs(std::string_view option, const TextList& texts) {
  return read_each<FactCost>(option, texts, read_cost);
}

Result<std::vector<int>> read_windows(std::string_view option, const TextList& texts) {
  return read_each<int>(option, texts, read_window);
}

Result<std::vector<std::int64_t>> read_rows(std::string_view option, const TextList& texts) {
  return read_each<std::int64_t>(option, texts, read_row);
}

TextList texts_of(const std::vector<WrittenExpression>& expressions) {
  return write_each(expressions, [](const auto& one) { return one.text; });
}

TextList texts_of(const std::vector<WeightedColumn>& columns) {
  return write_each(
      columns, [](const auto& one) { return one.weight ? fmt::format("{}={}", one.column, *one.weight) : one.column; });
}

TextList texts_of(const std::vector<OwnNoise>& noises) {
  return write_each(noises, [](const auto& one) { return fmt::format("{}={}", one.name, one.sd); });
}

TextList texts_of(const std::vector<FactNoise>& noises) {
  return write_each(noises, [](const auto& one) { return fmt::format("{}={}", one.facts.text, one.sd); });
}

TextList texts_of(const std::vector<FactSteps>& steps) {
  return write_each(steps, [](const auto& one) { return fmt::format("{}=round:{}", one.facts.text, one.step); });
}

TextList texts_of(const std::vector<FactCost>& costs) {
  return write_each(costs, [](const auto& one) { return fmt::format("{}={}", one.facts.text, one.cost); });
}

TextList texts_of(const std::vector<ColumnGroup>& groups) {
  TextList texts;
  for (const ColumnGroup& group : groups) {
    for (std::size_t i = 0; i < group.columns.size(); ++i)
      texts.push_back(i == 0 ? fmt::format("{}={}", group.name, group.columns[i]) : group.columns[i]);
  }
  return texts;
}

TextList texts_of(const std::vector<ColumnCuts>& cuts) {
  TextList texts;
  for (const ColumnCuts& one : cuts) {
    for (std::size_t i = 0; i < one.at.size(); ++i)
      texts.push_back(i == 0 ? fmt::format("{}={}", one.column, one.at[i]) : fmt::format("{}", one.at[i]));
  }
  return texts;
}

TextList texts_of(const std::vector<int>& numbers) {
  return write_each(numbers, [](int number) { return fmt::format("{}", number); });
}

TextList texts_of(const std::vector<std::int64_t>& numbers) {
  return write_each(numbers, [](std::int64_t number) { return fmt::format("{}", number); });
}

}  // namespace explainee::request
