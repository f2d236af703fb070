#include "cuda/toolchain/process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanescope::cuda::toolchain {
namespace {

using Clock = std::chrono::steady_clock;

// Milliseconds until the process has had its time; -1: there is no limit.
int milliseconds_left(Clock::time_point began, const ProcessLimits& limits) {
  if (limits.seconds <= 0.0) return -1;
  const std::chrono::duration<double, std::milli> gone = Clock::now() - began;
  return static_cast<int>(std::max(limits.seconds * 1e3 - gone.count(), 0.0));
}

// False: the limits were reached first.
bool read_all(int fd, const ProcessLimits& limits, std::string& text) {
  const auto began = Clock::now();
  std::array<char, 4096> buffer{};
  for (;;) {
    pollfd waited{fd, POLLIN, 0};
    const int ready = poll(&waited, 1, milliseconds_left(began, limits));
    if (ready == 0) return false;
    if (ready < 0 && errno == EINTR) continue;
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    if (limits.output_bytes != 0 && text.size() > limits.output_bytes) return false;
    if (got == 0 || (got < 0 && errno != EINTR)) return true;
  }
}

void limit(pid_t pid, const ProcessLimits& limits) {
  if (limits.memory_bytes == 0) return;
  const rlimit memory{limits.memory_bytes, limits.memory_bytes};
  prlimit(pid, RLIMIT_AS, &memory, nullptr);
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ProcessOutput run_process(const std::vector<std::string>& command, const ProcessLimits& limits) {
  ProcessOutput result;
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return result;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 2);
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  pid_t pid = 0;
  result.started =
      posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (result.started) {
    limit(pid, limits);
    result.timed_out = !read_all(pipe_ends[0], limits, result.output);
    if (result.timed_out) kill(pid, SIGKILL);
    result.status = wait_for(pid);
  }
  close(pipe_ends[0]);
  return result;
}

}  // namespace lanescope::cuda::toolchain
