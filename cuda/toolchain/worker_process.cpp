#include "cuda/toolchain/worker_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/toolchain/wire.hpp"
#include "cuda/toolchain/worker_loop.hpp"

namespace lanescope::cuda::toolchain {
namespace {

std::string make_scratch_dir() {
  const char* temporary = std::getenv("TMPDIR");
  std::string path = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  path += "/lanescope-XXXXXX";
  return mkdtemp(path.data()) == nullptr ? std::string() : path;
}

// The worker speaks on its socket alone: this process's stdout belongs to reports.
void set_up(posix_spawn_file_actions_t& actions, int socket) {
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, kWorkerSocket);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  const bool show = std::getenv("LANESCOPE_WORKER_STDERR") != nullptr;
  if (!show) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
}

void set_up(posix_spawnattr_t& attributes) {
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

// Set in every worker's environment.
constexpr const char* kWorkerMark = "LANESCOPE_WORKER=1";

// While it lives, this thread's children get the same addresses in every run. NVRTC 13.0 orders
// some of its work by address: of one source, one compile in five keeps a load that the others
// drop.
class SameAddressesForChildren {
 public:
  SameAddressesForChildren() : before_(personality(kAskOnly)) {
    if (before_ != -1) personality(static_cast<unsigned>(before_) | ADDR_NO_RANDOMIZE);
  }
  SameAddressesForChildren(const SameAddressesForChildren&) = delete;
  SameAddressesForChildren& operator=(const SameAddressesForChildren&) = delete;
  ~SameAddressesForChildren() {
    if (before_ != -1) personality(static_cast<unsigned>(before_));
  }

 private:
  static constexpr unsigned long kAskOnly = 0xffffffff;  // personality(2)
  int before_;
};

int spawn(const std::vector<std::string>& command, int socket, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  set_up(actions, socket);
  set_up(attributes);
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  environment.push_back(const_cast<char*>(kWorkerMark));
  environment.push_back(nullptr);
  const SameAddressesForChildren same_addresses;
  const int code =
      posix_spawn(&pid, arguments[0], &actions, &attributes, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

// posix_spawn(3), socketpair(2): errors that the user can do something about.
std::string_view remedy(int code) {
  switch (code) {
    case EAGAIN:
      return "; end other programs, or allow more processes (ulimit -u)";
    case EMFILE:
    case ENFILE:
      return "; end other programs, or allow more open files (ulimit -n)";
    case ENOMEM:
      return "; end programs that use much memory";
    case ENOENT:
    case EACCES:
      return "; install Lanescope again, or start it anew";
    default:
      return "";
  }
}

std::string not_started(std::string_view who, int code) {
  return fmt::format("{} cannot be started: {}{}", who, std::strerror(code), remedy(code));
}

// proc(5), /proc/PID/stat: behind the name in brackets state, ppid, pgrp, …; the fields 14 to 17
// are the times of the process and of its children that have ended.
std::uint64_t ticks_in_group(const std::filesystem::path& process, pid_t group) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t bracket = line.rfind(')');
  if (bracket == std::string::npos) return 0;
  std::istringstream fields(line.substr(bracket + 1));
  std::string ignored;
  pid_t pgrp = 0;
  fields >> ignored >> ignored >> pgrp;
  for (int field = 6; field < 14; ++field) fields >> ignored;
  std::uint64_t sum = 0;
  for (int field = 14; field <= 17; ++field) {
    std::uint64_t ticks = 0;
    fields >> ticks;
    sum += ticks;
  }
  return fields && pgrp == group ? sum : 0;
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& command,
                                           std::string_view who) {
  // A program that does not know the argument `worker` would start itself without end.
  if (std::getenv("LANESCOPE_WORKER") != nullptr) {
    return missing("a compile worker starts no workers of its own");
  }
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return missing(not_started(who, errno));
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  pid_t pid = -1;
  const int code = spawn(command, ends[1], pid);
  close(ends[1]);
  if (code != 0) {
    close(ends[0]);
    return missing(not_started(fmt::format("{} ({})", who, command[0]), code));
  }
  return WorkerProcess(pid, ends[0], make_scratch_dir());
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept { swap(other); }

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  WorkerProcess moved(std::move(other));
  swap(moved);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  bury();
  if (socket_ >= 0) close(socket_);
  std::error_code ignored;
  if (!scratch_dir_.empty()) std::filesystem::remove_all(scratch_dir_, ignored);
}

void WorkerProcess::swap(WorkerProcess& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(socket_, other.socket_);
  std::swap(scratch_dir_, other.scratch_dir_);
  std::swap(talked_nonsense_, other.talked_nonsense_);
  std::swap(outgoing_, other.outgoing_);
  std::swap(sent_, other.sent_);
  std::swap(incoming_, other.incoming_);
  std::swap(descriptor_, other.descriptor_);
}

void WorkerProcess::send(const std::vector<std::byte>& frame) {
  outgoing_.insert(outgoing_.end(), frame.begin(), frame.end());
}

// Both return false when the other end is gone.
bool WorkerProcess::send_some() {
  while (sent_ < outgoing_.size()) {
    const ssize_t sent =
        ::send(socket_, outgoing_.data() + sent_, outgoing_.size() - sent_, MSG_NOSIGNAL);
    if (sent > 0) sent_ += static_cast<std::size_t>(sent);
    if (sent < 0 && errno != EINTR) return errno == EAGAIN;
  }
  outgoing_.clear();
  sent_ = 0;
  return true;
}

bool WorkerProcess::receive_some() {
  std::array<std::byte, 65536> buffer;
  for (;;) {
    const ssize_t got = receive(socket_, buffer, descriptor_);
    if (got == 0) return false;
    if (got < 0 && errno != EINTR) return errno == EAGAIN;
    if (got > 0) incoming_.insert(incoming_.end(), buffer.begin(), buffer.begin() + got);
  }
}

std::optional<std::vector<std::byte>> WorkerProcess::take_message() {
  if (incoming_.size() < kFrameHeaderBytes) return std::nullopt;
  ports::images::ByteReader header(std::span<const std::byte>(incoming_).first(kFrameHeaderBytes));
  const std::uint64_t magic = header.number();
  const std::uint64_t size = header.number();
  if (magic != kFrameMagic || size > kMaxFrameBytes) {
    talked_nonsense_ = true;
    return std::nullopt;
  }
  if (incoming_.size() - kFrameHeaderBytes < size) return std::nullopt;
  const auto begin = incoming_.begin() + kFrameHeaderBytes;
  const auto end = begin + static_cast<std::ptrdiff_t>(size);
  std::vector<std::byte> message(begin, end);
  incoming_.erase(incoming_.begin(), end);
  return message;
}

WorkerProcess::Event WorkerProcess::wait(std::chrono::milliseconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  for (;;) {
    const bool writable = send_some();
    const bool readable = receive_some();
    if (auto message = take_message()) return {std::move(message), std::nullopt};
    if (!writable || !readable || talked_nonsense_) return {std::nullopt, bury()};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return {};
    const short wanted = outgoing_.empty() ? POLLIN : POLLIN | POLLOUT;
    pollfd waiting{socket_, wanted, 0};
    poll(&waiting, 1, static_cast<int>(left.count()));
  }
}

std::chrono::milliseconds WorkerProcess::processor_time() const {
  std::uint64_t ticks = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos)
      ticks += ticks_in_group(at->path(), pid_);
  }
  const auto per_second = static_cast<std::uint64_t>(std::max(sysconf(_SC_CLK_TCK), 1L));
  return std::chrono::milliseconds(ticks * 1000 / per_second);
}

WorkerProcess::Death WorkerProcess::bury() {
  Death death;
  death.talked_nonsense = talked_nonsense_;
  if (pid_ <= 0) return death;
  // Also ends the tools that it has started; its own status, if it has ended, stays.
  kill(-pid_, SIGKILL);
  int status = 0;
  rusage usage{};
  pid_t waited = -1;
  while ((waited = wait4(pid_, &status, 0, &usage)) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (waited < 0) return death;
  if (WIFSIGNALED(status)) death.signal = WTERMSIG(status);
  if (WIFEXITED(status)) death.status = WEXITSTATUS(status);
  death.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return death;
}

}  // namespace lanescope::cuda::toolchain
