// apps/cli/main.cpp: the program explainee.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "commands.h"
#include "explainee/base/errors/suggestion.h"
#include "explainee/base/version.h"
#include "terminal.h"

namespace {

using namespace explainee;

/// Which option of the command was meant.
std::string meant_option(const CLI::App* command, const std::string& argument) {
  if (command == nullptr) return "";
  const std::string written = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return base::did_you_mean(written, names);
}

/// What CLI11 did not expect; it lists it in reverse.
std::string unexpected_arguments(const std::string& message, const CLI::App* command) {
  std::istringstream words(message.substr(message.find(':') + 1));
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  std::reverse(arguments.begin(), arguments.end());
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument.front() != '-') continue;
    return fmt::format("there is no option {}{}", argument, meant_option(command, argument));
  }
  return fmt::format("did not expect {}", fmt::join(arguments, " "));
}

int usage_error(const CLI::ParseError& error, const CLI::App& program, const std::string& first) {
  std::string command;
  const CLI::App* chosen = nullptr;
  for (const CLI::App* used : program.get_subcommands()) chosen = used;
  if (chosen != nullptr) command = " " + chosen->get_name();
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) message = unexpected_arguments(message, chosen);
  if (command.empty() && !first.empty() && first.front() != '-') {
    std::vector<std::string> names;
    for (const CLI::App* known : program.get_subcommands({})) names.push_back(known->get_name());
    message = fmt::format("there is no command '{}'; the commands are {}{}", first, fmt::join(names, ", "),
                          base::did_you_mean(first, names));
  }
  for (char& c : message) {
    if (c == '\n') c = ' ';
  }
  return cli::report_error(
      {base::ErrorCode::kBadOption, fmt::format("{}; see 'explainee{} --help'", message, command), ""});
}

int run(int argc, char** argv) {
  CLI::App program{
      "Explainee: personalised explanations of machine-learning predictions, proven best.\n"
      "Exit status: 0 done, 1 our fault, 2 wrong usage, 3 data unfit, 4 check failed, 130 interrupted."};
  program.name("explainee");
  program.require_subcommand(0, 1);
  program.set_version_flag("--version", base::kVersion);
  program.set_help_flag("-h,--help", "this text");
  const std::vector<cli::Command> commands = {
      cli::add_explain(program), cli::add_score(program), cli::add_families(program), cli::add_ask(program),
      cli::add_cohort(program),  cli::add_image(program), cli::add_moments(program),  cli::add_merge(program),
      cli::add_apply(program),   cli::add_check(program), cli::add_verify(program),   cli::add_draw(program),
      cli::add_demo(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // help or version
    std::ostringstream text;
    program.exit(asked, text, text);
    return cli::print_output(text.str());
  } catch (const CLI::ParseError& error) {
    return usage_error(error, program, argc > 1 ? argv[1] : "");
  }
  for (const cli::Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return cli::print_output(program.help());
}

}  // namespace

int main(int argc, char** argv) {
  cli::occupy_standard_streams();
  cli::catch_interrupts();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    return cli::report_error({base::ErrorCode::kInternal, "out of memory", ""});
  } catch (const std::exception& failure) {
    return cli::report_error({base::ErrorCode::kInternal, fmt::format("unexpected failure: {}", failure.what()), ""});
  }
}
