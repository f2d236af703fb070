#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/ids.hpp"

namespace lanescope::engine {

// What the simulated program printed (printf, and what a failed assertion says), in order; cut at
// 1 MiB like CUDA's FIFO.
struct Printed {
  // What one lane's call printed.
  struct Part {
    std::size_t end = 0;  // in `text`; it begins where the part before it ends
    std::uint32_t launch = 0;
    MachineStep machine_step;  // of the call
    Pc pc;
    BlockIndex block;
    WarpIndex warp;
    int lane = 0;
  };

  std::string text;
  std::vector<Part> parts;
};

}  // namespace lanescope::engine
