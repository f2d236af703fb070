#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cuda/toolchain/wire.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// Where a worker finds the socket to its parent.
inline constexpr int kWorkerSocket = 3;

// A message's answer. `descriptor`: sent along, so that the parent gets one of its own; -1: none.
struct Reply {
  std::vector<std::byte> bytes;
  int descriptor = -1;
};
// `tidy` takes the folder that is removed should the parent vanish.
using Tidy = std::function<void(const std::string& folder)>;
using Answer = std::function<Reply(std::span<const std::byte>, const Tidy& tidy)>;

// Answers the messages that come in on `socket`, one after the other, until the other end closes
// it. Ends this process and the tools it has started as soon as the parent is gone. Returns the
// exit status.
[[nodiscard]] int serve(int socket, const Answer& answer);

// Serves jobs from `socket` with `handler`, one after the other, until the other end closes it.
// Before each, applies the job's limits and goes to its folder. Returns the exit status. (Tests
// pass handlers that hang, crash or eat memory.)
[[nodiscard]] int serve_jobs(
    int socket, const std::function<ports::toolchain::CompileResult(const Job&)>& handler);

// The body of the hidden command `lanescope worker`: serves compile requests that arrive on file
// descriptor 3 until the other end closes it. Returns the exit status. Also ends, with everything
// it has started, when the parent is gone.
int run_worker();

}  // namespace lanescope::cuda::toolchain
