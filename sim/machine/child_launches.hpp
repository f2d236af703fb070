#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/engine/plan.hpp"

// Kernels that kernels launch (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). What the
// compiler calls stands in libcudadevrt on a GPU: a buffer for the arguments is asked for and
// filled by the thread, then launched. Children run behind the grid that launched them: a plan's on
// the machine itself, a program's when its host launches them.
namespace lanescope::machine {

struct Issue;
struct Machine;

// By CUDA's documentation.
inline constexpr std::uint64_t kMostWaiting = 2048;  // unless the host says otherwise
inline constexpr std::uint32_t kDeepest = 24;
// Launches of a plan's run, those of kernels with them: for the tail they may go on without end.
inline constexpr std::size_t kMostLaunches = 8192;

struct ChildLaunch {
  engine::Launch launch;  // its parameters are what the buffer held
  bool tail = false;      // behind all other children (cudaStreamTailLaunch)
};

// Of one machine; part of its state.
struct ChildLaunches {
  std::map<std::uint64_t, engine::Launch> open;  // asked for and not launched yet, by their buffers
  std::vector<ChildLaunch> launched;             // in order, since they were taken
  std::uint64_t waiting = 0;                     // launched, and not begun yet
  std::uint64_t most_waiting = kMostWaiting;     // cudaLimitDevRuntimePendingLaunchCount
  std::uint64_t refused = 0;                     // of too many or too deep, since asked last
  // The number of CUDA's that each thread of the running grid will ask for, by block and thread.
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint32_t> errors;
  std::uint64_t streams = 0;  // made so far
};

// What kernels have launched since this was asked last, in the order in which it runs.
[[nodiscard]] std::vector<engine::Launch> take_launched(ChildLaunches& children);
// The launch begins: it waits no more, and nothing has gone wrong in it yet.
void begin_launched(ChildLaunches& children, const engine::Launch& launch);
// Puts what the launch that has just ended launched behind it. Beyond kMostLaunches the run ends.
void run_children(Machine& machine);

// One lane's call of a function of the device's runtime; its result.
using CallArguments = std::vector<std::vector<std::byte>>;
[[nodiscard]] std::uint64_t call_device_runtime(Issue& issue, code::Builtin function, int lane,
                                                const CallArguments& arguments);

}  // namespace lanescope::machine
