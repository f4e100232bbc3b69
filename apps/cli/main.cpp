// apps/cli/main.cpp: the program explainee.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>

#include "commands.h"
#include "explainee/base/version.h"
#include "terminal.h"

namespace {

using namespace explainee;

int usage_error(const CLI::ParseError& error, const CLI::App& program) {
  std::string command;
  for (const CLI::App* used : program.get_subcommands()) command = " " + used->get_name();
  std::string message = error.what();
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  return cli::report_error({base::ErrorCode::kBadOption, fmt::format("{}; see 'explainee{} --help'", message, command), ""});
}

int run(int argc, char** argv) {
  CLI::App program{"Explainee: personalised explanations of machine-learning predictions, proven best.\n"
                   "Exit status: 0 done, 1 our fault, 2 wrong usage, 3 data unfit, 4 check failed, 130 interrupted."};
  program.require_subcommand(0, 1);
  program.set_version_flag("--version", base::kVersion);
  program.set_help_flag("-h,--help", "this text");
  const std::vector<cli::Command> commands = {cli::add_explain(program), cli::add_score(program),  cli::add_image(program),
                                              cli::add_moments(program), cli::add_merge(program), cli::add_demo(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return program.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return program.exit(version);
  } catch (const CLI::ParseError& error) {
    return usage_error(error, program);
  }
  for (const cli::Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return cli::print_output(program.help());
}

}  // namespace

int main(int argc, char** argv) {
  cli::catch_interrupts();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return cli::report_error({base::ErrorCode::kInternal, "out of memory", ""});
  } catch (const std::exception& failure) {
    return cli::report_error({base::ErrorCode::kInternal, fmt::format("unexpected failure: {}", failure.what()), ""});
  }
}
