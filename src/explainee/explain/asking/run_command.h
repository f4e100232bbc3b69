// explainee/explain/asking/run_command.h: a command of the shell that reads a text and prints another.
#pragma once

#include <string>
#include <string_view>

#include "explainee/base/control.h"
#include "explainee/base/errors/result.h"

namespace explainee::explain {

/// What a command printed, and how it ended.
struct CommandOutput {
  std::string printed;    ///< on its standard output
  std::string complaint;  ///< the end of what it wrote to its standard error
  int status = 0;         ///< its exit status; 128 + n where signal n ended it
};

/// Runs `sh -c command` with the text on its standard input. kUnfitColumn when it takes longer than `seconds` or prints
/// more than `most_bytes`, kInterrupted when the caller stops; it and what it started are then killed.
[[nodiscard]] base::Result<CommandOutput> run_command(const std::string& command, std::string_view input,
                                                      double seconds, std::size_t most_bytes,
                                                      const base::Control& control);

}  // namespace explainee::explain
