// explainee/request/records/record.h: one record per field of a request: its name, help, range, and where its value is.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "explainee/base/option.h"
#include "explainee/request/records/words.h"
#include "explainee/request/request.h"

namespace explainee::request {

/// Where a field of type T is in a request.
template <class T>
struct Access {
  T& (*change)(Request&) = nullptr;
  const T& (*see)(const Request&) = nullptr;
};

/// One column; empty for none. A text that is none is an Access<std::string>.
struct OneColumn {
  Access<std::string> at;
  bool of_rows =
      false;  ///< moments know it by name only, so that a name which is no column is left to the reader of DATA
};

/// Columns by name.
struct Columns {
  Access<std::vector<std::string>> at;
  bool or_facts = false;  ///< names that are no columns may be facts of families other than features
};

/// Texts that are taken as they are.
struct Texts {
  Access<std::vector<std::string>> at;
};

/// One of several words; the value is its position.
struct Choice {
  std::size_t (*see)(const Request&) = nullptr;
  void (*set)(Request&, std::size_t) = nullptr;
  std::string_view words = "";  ///< separated by |
};

/// A row by its number, or by its id: a text that begins with kIdPrefix.
struct OneRow {
  Access<Rows> at;
};

/// What stands before the id of a row.
inline constexpr std::string_view kIdPrefix = "id:";

/// An input beside the table, which whoever reads files opens: no field of a request.
struct Beside {};

/// Where the value is; the alternative says how it is written.
using Field =
    std::variant<Access<bool>, Access<int>, Access<std::int64_t>, Access<double>, Access<std::optional<int>>,
                 Access<std::optional<std::int64_t>>, Access<std::optional<double>>, Access<std::string>, OneColumn,
                 Columns, Texts, Choice, OneRow, Beside, Access<WrittenExpression>,
                 Access<std::vector<WrittenExpression>>, Access<std::vector<WeightedColumn>>,
                 Access<std::vector<OwnNoise>>, Access<std::vector<FactNoise>>, Access<std::vector<FactSteps>>,
                 Access<std::vector<FactCost>>, Access<std::vector<ColumnGroup>>, Access<std::vector<ColumnCuts>>,
                 Access<std::vector<int>>, Access<std::vector<std::int64_t>>>;

/// One field of a request.
struct Record {
  std::string_view name;      ///< as on the command line, without dashes before it
  std::string_view section;   ///< of the request: what, who, facts, how, rows
  std::string_view group;     ///< heading in --help: who, what, how
  std::string_view argument;  ///< placeholder in --help, empty for switches
  std::string_view help;      ///< one sentence
  Field field;
  double low = -base::kNoLimit;   ///< least allowed number
  double high = base::kNoLimit;   ///< largest allowed number
  std::string_view choices = "";  ///< allowed words, separated by |; empty for all of a Choice, and any other text
  bool in_provenance = true;      ///< changes the answer, so it belongs to the record of how it was made
  char short_name = '\0';
  bool whole_text = false;  ///< a list whose parts may hold commas (expressions): one entry per use
};

/// How a value is written.
enum class Form { kSwitch, kWhole, kNumber, kText, kList, kRow };

/// The form of a record's value.
[[nodiscard]] Form form_of(const Record& record);

/// The section of a request that S is.
template <class S, class R>
auto& section(R& request) {
  if constexpr (std::is_same_v<S, What>) {
    return request.what;
  } else if constexpr (std::is_same_v<S, Who>) {
    return request.who;
  } else if constexpr (std::is_same_v<S, FactRules>) {
    return request.facts;
  } else if constexpr (std::is_same_v<S, How>) {
    return request.how;
  } else {
    return request.rows;
  }
}

/// The types of a pointer to a member.
template <class M>
struct MemberTypes;
template <class S, class T>
struct MemberTypes<T S::*> {
  using Section = S;
  using Type = T;
};

/// The access to a whole section.
template <class S>
constexpr Access<S> whole_section() {
  return {[](Request& request) -> S& { return section<S>(request); },
          [](const Request& request) -> const S& { return section<S>(request); }};
}

/// The access to a member of a section, as in at<&Who::knows>().
template <auto Member>
constexpr auto at() {
  using Types = MemberTypes<decltype(Member)>;
  using Type = typename Types::Type;
  return Access<Type>{
      [](Request& request) -> Type& { return section<typename Types::Section>(request).*Member; },
      [](const Request& request) -> const Type& { return section<typename Types::Section>(request).*Member; }};
}

/// The choice that an enumerated member is.
template <auto Member>
constexpr Choice choice() {
  using Types = MemberTypes<decltype(Member)>;
  using Type = typename Types::Type;
  return {[](const Request& request) {
            return static_cast<std::size_t>(section<typename Types::Section>(request).*Member);
          },
          [](Request& request, std::size_t position) {
            section<typename Types::Section>(request).*Member = static_cast<Type>(position);
          },
          kWords<Type>};
}

}  // namespace explainee::request
