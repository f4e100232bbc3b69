// apps/cli/output_options.h: how an explanation is printed, for every command that makes one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explainee/base/errors/result.h"
#include "explainee/base/given_option.h"
#include "explainee/base/option.h"
#include "explainee/explain/explanation.h"
#include "explainee/view/names/plain_names.h"

namespace explainee::cli {

/// What the option that leaves texts of CSV files as they are says, wherever there is one.
inline constexpr std::string_view kRawHelp =
    "write texts to CSV as they are; otherwise an apostrophe stands before those that a spreadsheet would take for "
    "formulas";

struct OutputOptions {
  bool json = false;
  bool quiet = false;
  bool timings = false;
  std::string names;
  std::string output;
  std::string all_rows;
  bool raw = false;
  std::string certificate;
};

[[nodiscard]] const std::vector<base::Option<OutputOptions>>& output_options();

/// The plain names of a file; none for an empty path.
[[nodiscard]] base::Result<view::PlainNames> read_names(const std::string& path);

/// kBadOption for the name of a picture, where there is one, that is not SVG.
[[nodiscard]] base::Result<void> check_picture(const std::string& path);

/// kBadOption when an output would overwrite one of the inputs.
[[nodiscard]] base::Result<void> check_outputs(const std::vector<std::string>& outputs,
                                               const std::vector<std::string>& inputs);

/// Adds options of the program itself to the record of how the answer was made.
template <class S>
void append_given(explain::Explanation& explanation, const std::vector<base::Option<S>>& records, const S& options) {
  for (base::GivenOption& given : base::given_options(records, options)) {
    explanation.given_options.push_back(std::move(given));
  }
}

/// Writes the certificate and, beside it, the moments it is about, when asked to; both or none. Says so on stderr when
/// there is none; an error when `path` exists, since it would be taken for this answer's.
[[nodiscard]] base::Result<void> write_proof(const explain::Explanation& explanation, const std::string& path);

/// The prediction must be shown like a + b*x: errors are differences. `path`: of the names.
[[nodiscard]] base::Result<void> check_names(const explain::Explanation& explanation, const view::PlainNames& names,
                                             const std::string& path);

/// Prints words or JSON, and timings on stderr. Gives the exit status: 130 after Ctrl-C.
[[nodiscard]] int print_explanation(const explain::Explanation& explanation, const view::PlainNames& names,
                                    const OutputOptions& options);

}  // namespace explainee::cli
