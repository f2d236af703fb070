#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

  // Whole texts only; where they end before their time it is said. `part` without its end.
  void add(Part part, std::string_view what);
};
inline constexpr std::size_t kMaxPrinted = std::size_t{1}
                                           << 20U;  // the default size of CUDA's FIFO

}  // namespace lanescope::engine
