// apps/cli/commands.h: the commands of the program; each adds itself and later runs.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

namespace explainee::cli {

/// A command that has been added: its CLI part and what runs when it was chosen. Gives the exit status.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

[[nodiscard]] Command add_explain(CLI::App& program);
[[nodiscard]] Command add_score(CLI::App& program);
[[nodiscard]] Command add_moments(CLI::App& program);
[[nodiscard]] Command add_merge(CLI::App& program);
[[nodiscard]] Command add_verify(CLI::App& program);
[[nodiscard]] Command add_apply(CLI::App& program);
[[nodiscard]] Command add_check(CLI::App& program);
[[nodiscard]] Command add_families(CLI::App& program);
[[nodiscard]] Command add_ask(CLI::App& program);
[[nodiscard]] Command add_cohort(CLI::App& program);
[[nodiscard]] Command add_image(CLI::App& program);
[[nodiscard]] Command add_demo(CLI::App& program);
[[nodiscard]] Command add_draw(CLI::App& program);

}  // namespace explainee::cli
