// apps/cli/terminal.h: Ctrl-C, the progress bar, colours and the one way errors are printed.
#pragma once

#include <atomic>
#include <string>

#include "explainee/base/control.h"
#include "explainee/base/error.h"

namespace explainee::cli {

/// The flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// Installs the handler of Ctrl-C.
void catch_interrupts();

/// A control with the interrupt flag and a progress bar on stderr for anything over a second (only on a terminal).
[[nodiscard]] base::Control make_control(bool quiet);

/// Removes the progress bar.
void clear_progress();

/// True when stdout is a terminal and NO_COLOR is not set.
[[nodiscard]] bool use_colour();

/// Prints "explainee: where: message" on stderr and gives the exit status.
[[nodiscard]] int report_error(const base::Error& error);

/// Writes to stdout; a closed pipe is no error of ours.
[[nodiscard]] int print_output(const std::string& text);

}  // namespace explainee::cli
