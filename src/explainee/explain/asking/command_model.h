// explainee/explain/asking/command_model.h: a model behind a command: CSV on its standard input, a prediction a line on
// its standard output.
#pragma once

#include <string>

#include "explainee/base/control.h"
#include "explainee/explain/asking/ask_model.h"

namespace explainee::explain {

/// The command, run by the shell anew for each call, may take so many seconds each time. An exit status that is not 0,
/// a line that is no number and another count of lines than of rows are kUnfitColumn; white space and empty lines at
/// the end do not count.
[[nodiscard]] Model command_model(std::string command, double seconds, const base::Control& control);

}  // namespace explainee::explain
