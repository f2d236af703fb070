#pragma once

#include <cstdint>

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

enum class SliceEnd : std::uint8_t {
  Budget,    // the steps are used up
  Blocked,   // no group of the warp is ready
  Finished,  // all lanes have exited
  Spin,      // the warp waits in a loop (proven)
  LongLoop,  // it has looped for very long and may be waiting
  Yield,     // it asked for others to go first (nanosleep)
  Stopped,   // the launch has ended
};

// Runs a warp that has a ready group, for at most `budget` warp instructions.
template <Recording R>
SliceEnd run_warp(Machine& machine, Block& block, Warp& warp, std::uint64_t budget);

}  // namespace lanescope::machine
