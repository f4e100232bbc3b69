#include "terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace explainee::cli {
namespace {

std::atomic<bool> interrupted{false};
bool progress_shown = false;

extern "C" void on_interrupt(int /*signal*/) {
  if (interrupted.exchange(true)) std::_Exit(130);
}

/// Shows a bar once a second has passed, at most ten times a second.
class ProgressBar {
 public:
  void show(std::string_view stage, double fraction) {
    const auto now = std::chrono::steady_clock::now();
    if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    constexpr int kWidth = 30;
    std::string bar;
    if (fraction >= 0 && fraction <= 1) {
      const int filled = static_cast<int>(fraction * kWidth);
      for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
      bar += fmt::format(" {:3.0f} %", 100 * fraction);
    } else {
      bar = fmt::format("{:.0f} s", std::chrono::duration<double>(now - start_).count());
    }
    fmt::print(stderr, "\r\033[K{} {}", stage, bar);
    std::fflush(stderr);
    progress_shown = true;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_;
};

}  // namespace

const std::atomic<bool>& interrupt_flag() { return interrupted; }

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: waiting for a pipe ends too
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

base::Control make_control(bool quiet) {
  base::Control control;
  control.cancel = &interrupted;
  if (!quiet && ::isatty(STDERR_FILENO) != 0) {
    auto bar = std::make_shared<ProgressBar>();
    control.progress = [bar](std::string_view stage, double fraction) { bar->show(stage, fraction); };
  }
  return control;
}

void clear_progress() {
  if (progress_shown) fmt::print(stderr, "\r\033[K");
  progress_shown = false;
}

bool use_colour() { return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

int report_error(const base::Error& error) {
  clear_progress();
  fmt::print(stderr, "explainee: {}\n", error.text());
  return base::error_info(error.code).exit_status;
}

int print_output(const std::string& text) {
  clear_progress();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return 0;
  return report_error({base::ErrorCode::kUnwritableOutput, "cannot write to standard output", ""});
}

}  // namespace explainee::cli
