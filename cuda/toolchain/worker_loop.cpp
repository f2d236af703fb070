#include "cuda/toolchain/worker_loop.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cuda/toolchain/descriptor_passing.hpp"
#include "cuda/toolchain/in_process.hpp"
#include "ports/images/files.hpp"

namespace lanescope::cuda::toolchain {
namespace {

bool read_exactly(int fd, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = read(fd, bytes.data(), bytes.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

// The descriptor travels with the first byte.
bool write_all(int fd, std::span<const std::byte> bytes, int descriptor) {
  while (!bytes.empty()) {
    const ssize_t sent = send_with(fd, bytes, descriptor);
    if (sent < 0 && errno != EINTR) return false;
    if (sent <= 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
    descriptor = -1;
  }
  return true;
}

std::optional<std::vector<std::byte>> receive(int fd) {
  std::vector<std::byte> bytes(kFrameHeaderBytes);
  if (!read_exactly(fd, bytes)) return std::nullopt;
  ports::images::ByteReader header(bytes);
  const std::uint64_t magic = header.number();
  const std::uint64_t size = header.number();
  if (magic != kFrameMagic || size > kMaxFrameBytes) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(size));
  if (!read_exactly(fd, bytes)) return std::nullopt;
  return bytes;
}

// Ends this process and the tools it has started as soon as the parent is gone, even in the middle
// of a compile, and removes what they have written.
class ParentWatch {
 public:
  explicit ParentWatch(int socket) : thread_([this, socket] { watch(socket); }) {}
  ~ParentWatch() { thread_.join(); }
  void set_scratch_dir(const std::string& dir) {
    const std::scoped_lock lock(mutex_);
    scratch_dir_ = dir;
  }

 private:
  void watch(int socket) {
    pollfd waiting{socket, POLLRDHUP, 0};
    while (poll(&waiting, 1, -1) < 0 && errno == EINTR) {
    }
    {
      const std::scoped_lock lock(mutex_);
      std::error_code ignored;
      if (!scratch_dir_.empty()) std::filesystem::remove_all(scratch_dir_, ignored);
    }
    if (getpgrp() == getpid()) kill(0, SIGKILL);
    _exit(0);
  }

  std::mutex mutex_;
  std::string scratch_dir_;
  std::thread thread_;
};

void limit_memory([[maybe_unused]] std::uint64_t bytes) {
  // Sanitizers reserve terabytes of address space for themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  if (bytes == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? bytes : std::min(bytes, limit.rlim_max);
  setrlimit(RLIMIT_AS, &limit);
#endif
}

void prepare(const Job& job) {
  limit_memory(job.memory_bytes);
  if (!job.scratch_dir.empty()) setenv("TMPDIR", job.scratch_dir.c_str(), 1);
  std::error_code ignored;
  if (!job.working_dir.empty()) std::filesystem::current_path(job.working_dir, ignored);
}

}  // namespace

int serve(int socket, const Answer& answer) {
  if (fcntl(socket, F_SETFD, FD_CLOEXEC) != 0) {
    fmt::print(stderr, "lanescope worker: this command is for lanescope's own use\n");
    return 2;
  }
  // Whatever else the parent had open is none of the worker's business.
  close_range(static_cast<unsigned>(socket) + 1, ~0U, 0);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Should the machine run out of memory, the kernel is to end this process first.
  static_cast<void>(ports::images::write_file("/proc/self/oom_score_adj", "500"));
  std::set_new_handler([] { _exit(kOutOfMemoryStatus); });
  ParentWatch watch(socket);
  const Tidy tidy = [&](const std::string& folder) { watch.set_scratch_dir(folder); };
  while (const auto message = receive(socket)) {
    const Reply reply = answer(*message, tidy);
    if (!write_all(socket, frame(reply.bytes), reply.descriptor)) break;
  }
  return 0;
}

int serve_jobs(int socket,
               const std::function<ports::toolchain::CompileResult(const Job&)>& handler) {
  return serve(socket, [&](std::span<const std::byte> message, const Tidy& tidy) {
    ports::images::ByteReader in(message);
    const Job job = read_job(in);
    ports::toolchain::CompileResult result = bad_input("the worker got a damaged request");
    if (in.ok()) {
      tidy(job.scratch_dir);
      prepare(job);
      result = handler(job);
    }
    ports::images::ByteWriter out;
    write(out, result);
    return Reply{out.take()};
  });
}

int run_worker() {
  InProcessCompiler compiler;
  return serve_jobs(kWorkerSocket, [&](const Job& job) { return compiler.run(job); });
}

}  // namespace lanescope::cuda::toolchain
