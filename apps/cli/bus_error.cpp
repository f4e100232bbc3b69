#include "bus_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "explainee/base/errors/error.h"
#include "terminal.h"

// The handler may interrupt anything, so it calls nothing but system calls and works in memory of its own.
namespace explainee::cli {
namespace {

constexpr std::size_t kLongestName = 200;
int bus_error_status = 0;
std::atomic_flag bus_error_told;

/// Reads /proc/self/maps byte by byte.
class Maps {
 public:
  Maps() : descriptor_(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  ~Maps() { ::close(descriptor_); }
  Maps(const Maps&) = delete;
  Maps& operator=(const Maps&) = delete;

  /// 0 at the end.
  char next() {
    if (used_ == got_) {
      ssize_t count = 0;
      do {
        count = ::read(descriptor_, buffer_.data(), buffer_.size());
      } while (count < 0 && errno == EINTR);
      used_ = 0;
      got_ = count > 0 ? static_cast<std::size_t>(count) : 0;
      if (got_ == 0) return 0;
    }
    return buffer_[used_++];
  }

 private:
  int descriptor_;
  std::array<char, 1024> buffer_{};
  std::size_t used_ = 0;
  std::size_t got_ = 0;
};

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// A hexadecimal number and the character behind it, which is left out.
std::uintptr_t take_address(Maps& maps) {
  std::uintptr_t address = 0;
  for (int digit = digit_of(maps.next()); digit >= 0; digit = digit_of(maps.next()))
    address = address * 16 + static_cast<std::uintptr_t>(digit);
  return address;
}

/// Fills `name` with the file that is mapped, not to be executed, at this address; how long it is, 0 when there is
/// none.
std::size_t find_file(std::uintptr_t address, std::array<char, kLongestName>& name) {
  Maps maps;
  char c = '\n';
  while (c != 0) {
    const std::uintptr_t begin = take_address(maps);
    const std::uintptr_t end = take_address(maps);
    bool code = false;
    for (c = maps.next(); c != ' ' && c != 0; c = maps.next()) code = code || c == 'x';
    while (c != '/' && c != '[' && c != '\n' && c != 0) c = maps.next();
    const bool meant = c == '/' && !code && begin <= address && address < end;
    std::size_t length = 0;
    for (; c != '\n' && c != 0; c = maps.next()) {
      // A name may hold what moves the cursor, and this is no place to look closer.
      if (length < name.size()) name[length++] = c >= ' ' && c <= '~' ? c : '?';
    }
    if (meant) return length;
  }
  return 0;
}

void say(const char* text, std::size_t length) { static_cast<void>(!::write(STDERR_FILENO, text, length)); }
void say(const char* text) { say(text, std::strlen(text)); }

extern "C" void on_bus_error(int number, siginfo_t* about, void* /*context*/) {
  std::array<char, kLongestName> name;
  const std::size_t length = find_file(reinterpret_cast<std::uintptr_t>(about->si_addr), name);
  if (length == 0) {
    ::signal(number, SIG_DFL);  // not ours to explain: it comes again and ends the program
    return;
  }
  while (bus_error_told.test_and_set()) ::pause();  // another thread came upon it too, and ends the program
  if (progress_is_shown()) say("\r\033[K");
  say("explainee: ");
  say(name.data(), length);
  say(": was cut short while it was read; read it when it is complete\n");
  ::_exit(bus_error_status);
}

}  // namespace

void answer_bus_errors() {
  bus_error_status = base::error_info(base::ErrorCode::kUnreadableFile).exit_status;
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace explainee::cli
