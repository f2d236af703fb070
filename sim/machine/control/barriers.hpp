#pragma once

#include "sim/machine/machine.hpp"

// bar.sync, bar.red, bar.arrive and barrier (PTX ISA 9.7.13.1). its and min_pc count threads, as
// devices of compute capability 7.0 and later do; ipdom counts warps, as those before: one group
// that arrives counts for its whole warp.
namespace lanescope::machine {

template <Recording R>
Next do_barrier(Issue& issue);

// Threads have exited: barriers of the whole block may be complete now.
void recheck_barriers(Machine& machine, Block& block);

// Only `lanes` of the group stay in it: other executing lanes come to this instruction again, and
// those whose guard is false pass it.
void part_others(Issue& issue, LaneMask lanes);

}  // namespace lanescope::machine
