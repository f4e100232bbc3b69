// explainee/base/option.h: one record per option: name, meaning, range, default. The command line, provenance and
// documentation are all made from these records.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace explainee::base {

/// No limit on this side of a range.
inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// An option of the options struct S.
template <class S>
struct Option {
  /// The member that holds the value; its type says how the text is read.
  using Field =
      std::variant<bool S::*, int S::*, std::int64_t S::*, double S::*, std::string S::*, std::vector<std::string> S::*,
                   std::optional<int> S::*, std::optional<std::int64_t> S::*, std::optional<double> S::*>;

  std::string_view name;      ///< long name without dashes
  std::string_view group;     ///< heading in --help: who, what, how, out
  std::string_view argument;  ///< placeholder in --help, empty for switches
  std::string_view help;      ///< one sentence
  Field field;
  double low = -kNoLimit;         ///< least allowed number
  double high = kNoLimit;         ///< largest allowed number
  std::string_view choices = "";  ///< allowed texts, separated by |; empty for any
  bool in_provenance = true;      ///< changes the answer, so it belongs to the record of how it was made
  char short_name = '\0';
  bool whole_text = false;  ///< a list option whose argument may hold commas (expressions): one entry per use
};

}  // namespace explainee::base
