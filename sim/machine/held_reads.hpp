#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/machine/races.hpp"

// Reads of which it is open whether a lane has any use of them (code::LoadFate): they are told to
// the race detector once the lanes that use them are known, a few instructions later. Only called
// when Machine::races is set. Warp::holds_reads is set while the warp has such reads.
namespace lanescope::machine {

struct HeldRead {
  std::uint32_t block = 0, warp = 0;
  std::uint32_t pc = 0;  // of the load
  ptx::Space space = ptx::Space::Global;
  LaneMask lanes = 0;
  int bytes = 4;
  bool consecutive = false;
  std::uint32_t next = 0;         // step of the fate
  std::vector<LaneMask> matters;  // by value of the fate: in which lanes
  std::array<std::uint64_t, kMaxWarpSize> addresses{};
};

// In place of order_access.
void hold_read(const Issue& issue, const Watched& access);
// Before the warp's lanes execute the instruction at `pc`.
void decide_held_reads(Issue& issue, std::uint32_t pc);

}  // namespace lanescope::machine
