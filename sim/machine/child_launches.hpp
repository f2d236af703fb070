#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/engine/plan.hpp"

// Kernels that kernels launch (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"). What the
// compiler calls stands in libcudadevrt on a GPU: a buffer for the arguments is asked for and
// filled by the thread, then launched. Who drives the machine runs the children, behind the grid
// that launched them.
namespace lanescope::machine {

struct Issue;

struct ChildLaunch {
  engine::Launch launch;  // its parameters are what the buffer held
  bool tail = false;      // behind all other children (cudaStreamTailLaunch)
};

// Of one machine; part of its state.
struct ChildLaunches {
  std::map<std::uint64_t, engine::Launch> open;  // asked for and not launched yet, by their buffers
  std::vector<ChildLaunch> launched;             // in order, since the host has taken them
  std::uint32_t last_error = 0;                  // CUDA's number
  std::uint64_t streams = 0;                     // made so far
};

// One lane's call of a function of the device's runtime; its result.
using CallArguments = std::vector<std::vector<std::byte>>;
[[nodiscard]] std::uint64_t call_device_runtime(Issue& issue, code::Builtin function, int lane,
                                                const CallArguments& arguments);

}  // namespace lanescope::machine
