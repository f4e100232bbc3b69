#include "explainee/explain/asking/run_command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

extern char** environ;  // NOLINT: POSIX declares it nowhere

namespace explainee::explain {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kComplaint = 2000;  ///< bytes kept of the standard error
constexpr int kLookEvery = 50;            ///< milliseconds between two looks at the clock and the caller

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A file descriptor that is closed with it.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  void take(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe.read.take(ends[0]);
  pipe.write.take(ends[1]);
  return true;
}

Error cannot_start() { return {ErrorCode::kBadOption, "the command that asks the model cannot be started"}; }

/// Starts it in a process group of its own; its number, or −1.
pid_t start(const std::string& command, int input, int output, int complaint) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, complaint, STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::string text = command;
  std::string shell = "sh";
  std::string flag = "-c";
  std::array<char*, 4> words = {shell.data(), flag.data(), text.data(), nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, "/bin/sh", &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return failed == 0 ? child : -1;
}

/// A command under way; killed, with what it started, unless it was waited for.
class Running {
 public:
  explicit Running(pid_t child) : child_(child) {}
  ~Running() {
    if (child_ < 0) return;
    ::kill(-child_, SIGKILL);
    int ignored = 0;
    while (::waitpid(child_, &ignored, 0) < 0 && errno == EINTR) {
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  /// Its exit status once it has ended; −1 before.
  int ended() {
    int state = 0;
    const pid_t found = ::waitpid(child_, &state, WNOHANG);
    if (found != child_) return -1;
    child_ = -1;
    return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  }

 private:
  pid_t child_;
};

/// Reads what there is; closes at the end.
void read_some(Descriptor& from, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    from.close();
  }
}

/// The input as a file without a name, so that the command may read it at its own pace, or not at all.
File input_file(std::string_view input) {
  File file(std::tmpfile());
  if (file == nullptr) return nullptr;
  ::fcntl(::fileno(file.get()), F_SETFD, FD_CLOEXEC);
  const bool written = std::fwrite(input.data(), 1, input.size(), file.get()) == input.size();
  if (!written || std::fflush(file.get()) != 0 || std::fseek(file.get(), 0, SEEK_SET) != 0) return nullptr;
  return file;
}

}  // namespace

Result<CommandOutput> run_command(const std::string& command, std::string_view input, double seconds,
                                  std::size_t most_bytes, const base::Control& control) {
  const File file = input_file(input);
  if (file == nullptr)
    return Error{ErrorCode::kUnwritableOutput, "there is no room for the rows that the model is to read"};
  Pipe output;
  Pipe complaint;
  if (!open_pipe(output) || !open_pipe(complaint)) return cannot_start();
  const pid_t child = start(command, ::fileno(file.get()), output.write.number(), complaint.write.number());
  if (child < 0) return cannot_start();
  Running running(child);
  output.write.close();
  complaint.write.close();
  const base::Control limited = base::Control{}.within(seconds);
  CommandOutput result;
  while (true) {
    if (control.should_stop()) return base::interrupted();
    if (limited.should_stop()) {
      return Error{ErrorCode::kUnfitColumn,
                   base::say("the command that asks the model took longer than {:.4g} seconds", seconds)};
    }
    if (output.read.number() < 0 && complaint.read.number() < 0) {
      result.status = running.ended();
      if (result.status >= 0) return result;
    }
    std::array<pollfd, 2> ready = {pollfd{output.read.number(), POLLIN, 0}, pollfd{complaint.read.number(), POLLIN, 0}};
    if (::poll(ready.data(), ready.size(), output.read.number() < 0 && complaint.read.number() < 0 ? 5 : kLookEvery) <=
        0)
      continue;
    if (ready[0].revents != 0) read_some(output.read, result.printed);
    if (ready[1].revents != 0) read_some(complaint.read, result.complaint);
    if (result.complaint.size() > kComplaint) result.complaint.erase(0, result.complaint.size() - kComplaint);
    if (result.printed.size() > most_bytes) {
      return Error{ErrorCode::kUnfitColumn, "the command that asks the model prints more than a number a row"};
    }
  }
}

}  // namespace explainee::explain
