// apps/cli/terminal.h: Ctrl-C, the progress bar, colours and the one way errors are printed.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "explainee/base/control.h"
#include "explainee/base/errors/error.h"

namespace explainee::cli {

/// The flag that Ctrl-C sets; a second Ctrl-C ends the program at once.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

/// Call first: keeps files from taking the place of a standard stream that the caller has closed.
void occupy_standard_streams();

/// Installs the handlers of Ctrl-C and of files that are cut short while they are read; a closed pipe and a limit on
/// the size of files become errors of writing.
void catch_interrupts();

/// A control with the interrupt flag and a progress bar on stderr for anything over a second (only on a terminal).
[[nodiscard]] base::Control make_control(bool quiet);

/// Whether the progress bar is on the screen; may be asked anywhere, in a signal handler too.
[[nodiscard]] bool progress_is_shown();

/// Removes the progress bar.
void clear_progress();

/// Writes one line to stderr, printable, as far as that can be written to; its end may be there already.
void print_notice(std::string_view line);

/// True when stdout is a terminal and NO_COLOR is not set.
[[nodiscard]] bool use_colour();

/// How wide text may be: on a terminal as COLUMNS or the terminal says, between 40 and 100; else 100.
[[nodiscard]] int page_width();

/// Prints "explainee: where: message" on one line of stderr and gives the exit status.
[[nodiscard]] int report_error(const base::Error& error);

/// Writes lines to stdout, printable but for our own colours; a closed pipe is no error of ours. What stands on a line
/// is for the caller: a line end in a name has to be gone by then.
[[nodiscard]] int print_output(const std::string& text);

}  // namespace explainee::cli
