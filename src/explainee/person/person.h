// explainee/person/person.h: what a person already understands of each row, as the caller states it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace explainee::person {

/// One feature she reasons from, with her own weight when she has one.
struct Reason {
  std::string name;
  std::optional<double> weight;
};

/// How she comes to understand something: it decides the words, and knows and told bring squares and products along.
enum class Way { kKnows, kTold, kUnderstands, kGuesses, kSees, kAnswered, kReasons };

/// A column that she has.
struct Holding {
  std::string column;
  Way way = Way::kKnows;
};

/// All statements add up. Names are plain column names of the table.
struct Person {
  std::vector<Holding> known;        ///< she has these values before her, or was told them
  std::vector<Holding> linear;       ///< columns that are her summary, guess or answer: they enter as they are
  std::vector<std::string> implied;  ///< columns made of nothing but known ones: she has them too
  std::vector<Reason> reasons;       ///< she predicts with a least-squares model of these, or with her own weights
  std::vector<std::string> reasons_target;  ///< what that model predicts: the label, else the predictions
  bool quadratic = true;  ///< knowing columns means knowing their squares and products too (mathematics §6)
};

/// The names of all columns that she has or reasons from.
[[nodiscard]] inline std::set<std::string> names_of(const Person& person) {
  std::set<std::string> names(person.implied.begin(), person.implied.end());
  for (const Holding& holding : person.known) names.insert(holding.column);
  for (const Holding& holding : person.linear) names.insert(holding.column);
  for (const Reason& reason : person.reasons) names.insert(reason.name);
  return names;
}

}  // namespace explainee::person
