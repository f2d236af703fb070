#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "cuda/toolchain/descriptor_passing.hpp"
#include "sim/base/result.hpp"

namespace lanescope::cuda::toolchain {

// A worker seen from its parent: a process group of its own, the socket to it, its scratch folder.
// Destroying it kills the group and removes the folder.
class WorkerProcess {
 public:
  struct Death {
    int status = -1;               // exit status; -1 unknown
    int signal = 0;                // 0: it ended by itself
    bool talked_nonsense = false;  // and was killed for it
    std::uint64_t peak_bytes = 0;
  };
  struct Event {
    std::optional<std::vector<std::byte>> message;  // the payload of a frame
    std::optional<Death> death;                     // the worker is gone
  };

  // `who`: what a message is to call it, as "the compiler's process".
  [[nodiscard]] static Result<WorkerProcess> start(const std::vector<std::string>& command,
                                                   std::string_view who);
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  ~WorkerProcess();

  // Queues a frame; it leaves while wait() runs.
  void send(const std::vector<std::byte>& frame);
  // Sends and receives for at most `timeout`; an empty event when nothing has come in.
  [[nodiscard]] Event wait(std::chrono::milliseconds timeout);
  // The file descriptor that came last with a message; an empty one when none has come since.
  [[nodiscard]] ports::device::Descriptor take_descriptor() { return std::move(descriptor_); }

  // What the worker and the tools that it has started have used so far.
  [[nodiscard]] std::chrono::milliseconds processor_time() const;

  [[nodiscard]] const std::string& scratch_dir() const { return scratch_dir_; }

 private:
  WorkerProcess(pid_t pid, int socket, std::string scratch_dir)
      : pid_(pid), socket_(socket), scratch_dir_(std::move(scratch_dir)) {}
  bool send_some();
  bool receive_some();
  [[nodiscard]] std::optional<std::vector<std::byte>> take_message();
  Death bury();
  void swap(WorkerProcess& other) noexcept;

  pid_t pid_ = -1;
  int socket_ = -1;
  std::string scratch_dir_;
  bool talked_nonsense_ = false;
  std::vector<std::byte> outgoing_;
  std::size_t sent_ = 0;  // of outgoing_
  std::vector<std::byte> incoming_;
  ports::device::Descriptor descriptor_;
};

}  // namespace lanescope::cuda::toolchain
