// explainee/family/description.h: a fact that an explanation may use: a named map of the row to one or several columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace explainee::family {

/// A piece of how a fact is said: plain text, the name of a column, or a value in that column's units.
struct Word {
  enum class Kind { kText, kColumn, kValue };
  Kind kind = Kind::kText;
  std::string text;  ///< the text, or the column
  double value = 0;
};

/// How a fact is said, piece by piece, so that plain names and units can be put in.
using Saying = std::vector<Word>;

[[nodiscard]] inline Word text(std::string words) { return {Word::Kind::kText, std::move(words), 0}; }
[[nodiscard]] inline Word column(std::string name) { return {Word::Kind::kColumn, std::move(name), 0}; }
[[nodiscard]] inline Word value(std::string of_column, double value) {
  return {Word::Kind::kValue, std::move(of_column), value};
}

/// How the value that one row has is said.
enum class Shown {
  kNumber,   ///< the number, in the units of the (first) source
  kLevel,    ///< a word: the text of a category
  kYesNo,    ///< whether it holds
  kShare,    ///< a share between 0 and 1
  kValues,   ///< the values of the columns it is made of
  kSources,  ///< the same with the columns' names
};

/// In which shape a column of numbers is told.
struct Shape {
  enum class Kind { kAsIs, kBent, kCut };
  Kind kind = Kind::kAsIs;
  int degrees = 1;                                     ///< of freedom that were fitted to the predictions
  double threshold = 0;                                ///< of kCut: whether the column is above
  std::vector<std::pair<double, double>> points = {};  ///< of kBent: value of the column, value of the fact
};

/// The kinds in files and JSON.
[[nodiscard]] constexpr std::string_view shape_name(Shape::Kind kind) {
  constexpr std::string_view kNames[] = {"as it is", "bent", "cut"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// One candidate.
struct Description {
  std::string name;                  ///< one of its kind, in JSON and files
  std::vector<std::string> sources;  ///< columns of the table it is made of
  int index = -1;                    ///< position of the column in the table, −1 for derived facts
  bool block = false;                ///< several columns that enter together
  std::string family = "features";
  Saying saying = {};  ///< empty: the plain name of the column
  Shown shown = Shown::kNumber;
  Shape shape = {};
};

}  // namespace explainee::family
