// explainee/base/errors/subject.h: what an error is about: a field of the request, a file, a row or line of it, a
// column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explainee/base/errors/message.h"

namespace explainee::base {

/// Whatever of it is known; a text alone is a file.
struct Subject {
  Subject() = default;
  Subject(std::string a_file) : file(std::move(a_file)) {}        // NOLINT: implicit on purpose
  Subject(const char* a_file) : file(a_file) {}                   // NOLINT: implicit on purpose
  Subject(OptionRef an_option) : option(std::move(an_option)) {}  // NOLINT: implicit on purpose

  std::string file;                       ///< or the name of a table that is no file
  std::optional<std::int64_t> line = {};  ///< of a text file, from 1
  std::optional<std::int64_t> row = {};   ///< from 0
  OptionRef option = {};                  ///< without a name when it is no option's fault
  std::string column = {};

  /// Nothing is said about where it happened; an option is no place.
  [[nodiscard]] bool nowhere() const { return file.empty() && !line && !row; }

  bool operator==(const Subject&) const = default;
};

/// A line of a text file.
[[nodiscard]] inline Subject at_line(std::string file, std::int64_t line) {
  Subject subject(std::move(file));
  subject.line = line;
  return subject;
}

/// A row of a table.
[[nodiscard]] inline Subject at_row(std::string file, std::int64_t row) {
  Subject subject(std::move(file));
  subject.row = row;
  return subject;
}

}  // namespace explainee::base
