#pragma once

#include "sim/sass/machine/machine.hpp"

// Barriers in shared memory by code of sm_80 to sm_89, which makes and reads their two words by
// instructions of other kinds: 2^30 less the arrivals of a phase, and 2^31 less those that are
// missing from the current one, with bit 31 for an odd phase (CUDA 13.0: mbarrier.init,
// mbarrier.arrive_drop, mbarrier.test_wait, mbarrier.pending_count).
namespace lanescope::sass::machine::instructions {

// ATOMS.ARRIVE.64 and ATOM.ARRIVE.64, and ARRIVES.LDGSTSBAR.64, whose copies are there already: one
// arrival a lane, which gets the words before it.
[[nodiscard]] bool bind_earlier_arrival(const Instruction& instruction, Op& op);

}  // namespace lanescope::sass::machine::instructions
