#pragma once

#include "sim/machine/machine.hpp"

// The request that most are: a 4-byte word a lane, one behind the other, or so in each half of the
// warp, or one word for all (events::HalfRows), in shared memory or in the global allocation that
// the instruction used before. Done at once, or not at all: false, and nothing has happened. Only
// for lanes, at least one, of whose accesses nobody wants to hear more than the counters.
namespace lanescope::machine {

[[nodiscard]] inline bool is_unwatched(const Issue& issue) {
  const Machine& machine = issue.machine;
  return machine.files == 1 && machine.races == nullptr && issue.block.definedness == nullptr;
}

template <Recording R>
[[nodiscard]] bool load_row(Issue& issue, const code::MemoryOp& memory);
template <Recording R>
[[nodiscard]] bool store_row(Issue& issue, const code::MemoryOp& memory);

}  // namespace lanescope::machine
