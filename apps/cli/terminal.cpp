#include "terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "bus_error.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/number_of_text.h"

namespace explainee::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> progress_shown{false};

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
    print_notice(fmt::format("\r\033[K{} {}", stage, bar));
    std::fflush(stderr);
    progress_shown = true;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_;
};

}  // namespace

const std::atomic<bool>& interrupt_flag() { return interrupted; }

void occupy_standard_streams() {
  // Opened the wrong way round, so that using one fails as it should; a file that is opened later never gets its
  // number.
  const std::array<int, 3> modes = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/dev/null", modes[static_cast<std::size_t>(stream)]));
  }
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: waiting for a pipe ends too
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // writing beyond 'ulimit -f' then fails, and is told like a full disk
  answer_bus_errors();
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

bool progress_is_shown() { return progress_shown; }

void clear_progress() {
  if (progress_shown) print_notice("\r\033[K");
  progress_shown = false;
}

void print_notice(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

bool use_colour() { return ::isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

int page_width() {
  constexpr int kNarrowest = 40;
  constexpr int kWidest = 100;
  if (::isatty(STDOUT_FILENO) == 0) return kWidest;
  const char* columns = std::getenv("COLUMNS");
  int width = columns == nullptr ? 0 : base::number_of_text<int>(columns).value_or(0);
  winsize size{};
  if (width <= 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return width <= 0 ? kWidest : std::clamp(width, kNarrowest, kWidest);
}

int report_error(const base::Error& error) {
  clear_progress();
  print_notice(fmt::format("explainee: {}\n", base::text(error, base::command_line())));
  return base::error_info(error.code).exit_status;
}

int print_output(const std::string& text) {
  clear_progress();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return 0;
  return report_error({base::ErrorCode::kUnwritableOutput, "cannot write to standard output", ""});
}

}  // namespace explainee::cli
