#pragma once

#include "sim/machine/machine.hpp"

// The request that most are: a 4-byte word a lane, one behind the other, or so in each half of the
// warp, or one word for all (events::HalfRows), in shared memory or in the global allocation that
// the instruction used before, of which nobody wants to hear more than the counters. Done at once,
// or not at all: false, and nothing has happened.
namespace lanescope::machine {

template <Recording R>
[[nodiscard]] bool load_row(Issue& issue, const code::MemoryOp& memory);
template <Recording R>
[[nodiscard]] bool store_row(Issue& issue, const code::MemoryOp& memory);

}  // namespace lanescope::machine
