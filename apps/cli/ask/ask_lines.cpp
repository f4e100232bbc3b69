#include "ask/ask_lines.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

#include "explainee/base/number_of_text.h"
#include "terminal.h"

namespace explainee::cli {
namespace {

constexpr std::size_t kLongestLine = 1 << 16;

std::string trimmed(const std::string& text) {
  constexpr const char* kBlank = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// "3" or "5-7".
bool take_part(const std::string& part, std::size_t most, std::set<std::size_t>& chosen) {
  const std::size_t dash = part.find('-');
  const auto first = base::number_of_text<std::size_t>(part.substr(0, dash));
  const auto last = dash == std::string::npos ? first : base::number_of_text<std::size_t>(part.substr(dash + 1));
  if (!first || !last || *first < 1 || *last > most || *first > *last) return false;
  for (std::size_t i = *first; i <= *last; ++i) chosen.insert(i - 1);
  return true;
}

/// Which choice has this name, in lower case.
std::optional<std::size_t> find_choice(const std::string& text, const std::vector<std::vector<std::string>>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const std::string& name : names[i]) {
      if (lower_case(name) == text) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> LineReader::next() {
  while (true) {
    const std::size_t end = waiting_.find('\n');
    if (end != std::string::npos || waiting_.size() > kLongestLine) {
      const std::string line = trimmed(waiting_.substr(0, end));
      waiting_.erase(0, end == std::string::npos ? waiting_.size() : end + 1);
      return line;
    }
    if (interrupt_flag()) return std::nullopt;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string last = trimmed(std::exchange(waiting_, ""));
      return last.empty() ? std::nullopt : std::optional(last);
    }
    waiting_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::optional<std::vector<std::size_t>> read_choices(const std::string& text,
                                                     const std::vector<std::vector<std::string>>& names,
                                                     std::string& wrong) {
  std::set<std::size_t> chosen;
  std::istringstream parts(lower_case(text));
  for (std::string part; std::getline(parts, part, ',');) {
    if (const auto named = find_choice(trimmed(part), names)) {
      chosen.insert(*named);
      continue;
    }
    std::istringstream numbers(part);
    for (std::string number; numbers >> number;) {
      if (number == "all") number = "1-" + std::to_string(names.size());
      if (number == "none" || take_part(number, names.size(), chosen)) continue;
      wrong = number;
      return std::nullopt;
    }
  }
  return std::vector<std::size_t>(chosen.begin(), chosen.end());
}

std::optional<double> read_answer_number(const std::string& text, const std::string& unit) {
  std::string digits = text;
  if (!unit.empty() && digits.size() > unit.size() && lower_case(digits).ends_with(lower_case(unit)))
    digits = trimmed(digits.substr(0, digits.size() - unit.size()));
  if (digits.size() > 1 && digits.front() == '+' && digits[1] != '-') digits.erase(0, 1);
  const std::optional<double> value = base::number_of_text<double>(digits);
  constexpr double kAbsurd = 1e100;
  return value && std::abs(*value) < kAbsurd ? value : std::nullopt;
}

int read_word(const std::string& text, const std::vector<std::string>& words) {
  constexpr int kNone = -1;
  constexpr int kSeveral = -2;
  const std::string typed = lower_case(text);
  int found = kNone;
  for (std::size_t i = 0; i < words.size() && !typed.empty(); ++i) {
    const std::string word = lower_case(words[i]);
    if (words[i] == text) return static_cast<int>(i);
    if (word.starts_with(typed)) found = found == kNone ? static_cast<int>(i) : kSeveral;
  }
  for (std::size_t i = 0; i < words.size() && found == kSeveral; ++i) {
    if (lower_case(words[i]) == typed) return static_cast<int>(i);
  }
  return found;
}

}  // namespace explainee::cli
