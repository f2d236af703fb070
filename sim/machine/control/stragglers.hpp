#pragma once

#include "sim/machine/machine.hpp"

// Lanes that come to an aligned barrier without the rest of their warp, which may only be on its
// way.
namespace lanescope::machine {

// True: the current group gives way, since others of its warp go first. These are, under its, all
// that can still go on: joins stop them before they pass by the barrier. Under min_pc, those about
// to end, who are not missed at the barrier, and stragglers: lanes that have not come yet to a join
// that this group has passed. They go first until they come to the barrier or can't come to it any
// more without passing that join once more: then they have passed by it.
[[nodiscard]] bool others_go_first(Issue& issue);

// Groups that gave way to stragglers and have nobody left to wait for give way no more.
void recheck_stragglers(Machine& machine, Warp& warp);

}  // namespace lanescope::machine
