#pragma once

#include <cstdint>

#include "sim/sass/machine/machine.hpp"

// Lanes of a warp that go different ways, and where they meet again. Machine code says where:
// BSSY names the lanes that meet and BSYNC waits for them; nothing else joins lanes, though groups
// may come to the same pc.
namespace lanescope::sass::machine {

// The group's `taken` lanes go to another pc, the others on to the next one. Those that go on in
// the text run first, as the smallest pc would.
void part(Issue& issue, std::uint32_t taken, std::uint32_t target);
// The group's lanes go where each is told; kNoPc: nowhere, they have ended.
void scatter(Issue& issue, const std::array<std::uint32_t, 32>& targets, std::uint32_t lanes);
// The executed lanes have ended.
void end_lanes(Issue& issue);
// The executed lanes wait; the group's others go on.
void wait(Issue& issue, Status status, std::uint32_t what, std::uint32_t next_pc);
// Whoever waits for the executed lanes at a meeting goes on without them: they may wait for what
// those do there, as a lock that is taken within a warp shows on a GPU.
void give_way(Issue& issue);
// Groups that have met go on as one.
void meet(Warp& warp);
// The warp's next group: the one that ran, else the ready one that has waited longest; false: none
// can go on.
[[nodiscard]] bool choose_group(Warp& warp);

}  // namespace lanescope::sass::machine
