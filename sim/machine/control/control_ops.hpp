#pragma once

#include "sim/machine/machine.hpp"

// Branches, ends of threads, and the small instructions that need the machine.
namespace lanescope::machine {

template <Recording R>
Next do_branch(Issue& issue);
template <Recording R>
Next do_indexed_branch(Issue& issue);

// The current group has stopped at its pc as if all its lanes were the others: `taken` have parted
// from them before, at the branch at `branch_pc`, at which all `active` were.
void part_late(Issue& issue, std::uint32_t branch_pc, LaneMask active, LaneMask taken);

Next do_exit(Issue& issue);
Next do_trap(Issue& issue);
Next do_nop(Issue& issue);
Next do_sleep(Issue& issue);
Next do_clock(Issue& issue);
Next do_active_mask(Issue& issue);
Next do_converted(Issue& issue);
Next do_unsupported(Issue& issue);

}  // namespace lanescope::machine
