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
#include <utility>

#include "bus_error.h"
#include "explainee/base/errors/speech.h"
#include "explainee/base/number_of_text.h"
#include "explainee/base/printable/printable.h"

namespace explainee::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<bool> progress_shown{false};

extern "C" void on_interrupt(int /*signal*/) {
  if (interrupted.exchange(true)) std::_Exit(130);
}

void write_to_stderr(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

/// The length of the colour that begins at this byte, as we write them: ESC [ digits m; 0 when none does.
std::size_t colour_length(std::string_view text, std::size_t from) {
  if (text.substr(from, 2) != "\033[") return 0;
  std::size_t end = from + 2;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end > from + 2 && end < text.size() && text[end] == 'm' ? end + 1 - from : 0;
}

/// The text as it may be shown: colours are ours, since names and cells are printable before they are painted.
std::string shown(const std::string& text) {
  if (!use_colour()) return base::printable_lines(text);
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find('\033'); at != std::string::npos; at = text.find('\033', at + 1)) {
    const std::size_t length = colour_length(text, at);
    if (length == 0) continue;
    out += base::printable_lines(std::string_view(text).substr(from, at - from)) + text.substr(at, length);
    from = at + length;
  }
  return out + base::printable_lines(std::string_view(text).substr(from));
}

/// How long it still takes, where that is long: ", about 3 minutes left".
std::string left_text(double seconds) {
  constexpr double kLong = 90;  // about two minutes
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (seconds < kLong) return "";
  if (seconds < 2 * kHour) return fmt::format(", about {:.0f} minutes left", seconds / kMinute);
  return fmt::format(", about {:.0f} hours left", seconds / kHour);
}

/// When a stage began and how far it was then, to say how long it still takes.
class Pace {
 public:
  std::string left(std::string_view stage, double fraction, std::chrono::steady_clock::time_point now) {
    constexpr double kEnoughSeconds = 5;
    if (stage != stage_) {
      stage_ = stage;
      begin_ = now;
      first_ = fraction;
    }
    const double took = std::chrono::duration<double>(now - begin_).count();
    if (took < kEnoughSeconds || fraction <= first_) return "";
    return left_text(took * (1 - fraction) / (fraction - first_));
  }

 private:
  std::string stage_;
  std::chrono::steady_clock::time_point begin_;
  double first_ = 0;
};

/// Shows a bar once a second has passed, at most ten times a second.
class ProgressBar {
 public:
  void show(std::string_view stage, double fraction) {
    const auto now = std::chrono::steady_clock::now();
    const std::string left = pace_.left(stage, fraction, now);
    if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    constexpr int kWidth = 30;
    std::string bar;
    if (fraction >= 0 && fraction <= 1) {
      const int filled = static_cast<int>(fraction * kWidth);
      for (int i = 0; i < kWidth; ++i) bar += i < filled ? "█" : "░";
      bar += fmt::format(" {:3.0f} %{}", 100 * fraction, left);
    } else {
      bar = fmt::format("{:.0f} s", std::chrono::duration<double>(now - start_).count());
    }
    write_to_stderr(fmt::format("\r\033[K{} {}", base::printable(stage), bar));
    progress_shown = true;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_;
  Pace pace_;
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
  if (progress_shown) write_to_stderr("\r\033[K");
  progress_shown = false;
}

void print_notice(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  write_to_stderr(base::printable(line) + "\n");
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
  print_notice("explainee: " + base::text(error, base::command_line()));
  return base::error_info(error.code).exit_status;
}

int print_output(const std::string& text) {
  clear_progress();
  const std::string lines = shown(text);
  const bool written = std::fwrite(lines.data(), 1, lines.size(), stdout) == lines.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return 0;
  const base::Error failure{base::ErrorCode::kUnwritableOutput, "cannot write to standard output", ""};
  static bool told = false;  // a conversation goes on printing
  return std::exchange(told, true) ? base::error_info(failure.code).exit_status : report_error(failure);
}

}  // namespace explainee::cli
