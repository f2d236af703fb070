#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/machine/races.hpp"

// Reads of which it is open whether a lane has any use of them (code::LoadFate): they are told to
// the race detector, as of when they were done, once it is known which lanes have. Only called when
// Machine::races is set. Warp::holds_reads is set while the warp has such reads.
namespace lanescope::machine {

struct HeldRead {
  std::uint32_t pc = 0;  // of the load
  std::uint64_t step = 0;
  ptx::Space space = ptx::Space::Global;
  LaneMask open = 0;  // lanes of which it is not known yet
  int bytes = 4;
  bool consecutive = false;
  std::vector<LaneMask> holders;  // by value of the fate: lanes in which it holds what was read
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
};
// By block and warp.
using HeldReads = std::unordered_map<std::uint64_t, std::vector<HeldRead>>;
[[nodiscard]] HeldReads& held_reads(Machine& machine);

// In place of order_access.
void hold_read(const Issue& issue, const Watched& access);
// Before the warp's active lanes come to the instruction at `pc`, and `executed` execute it.
void settle_held_reads(Issue& issue, std::uint32_t pc, LaneMask executed);

}  // namespace lanescope::machine
