// apps/cli/bus_error.h: a file that somebody cuts short while it is mapped ends the program with a sentence.
#pragma once

namespace explainee::cli {

/// From now on SIGBUS in a mapped file is told like any file that cannot be read, with its exit status; what is being
/// written stays unfinished under its temporary name, which the next run removes. Others end the program as ever.
void answer_bus_errors();

}  // namespace explainee::cli
