#pragma once

#include <array>
#include <cstdint>

#include "sim/base/ids.hpp"
#include "sim/events/counters.hpp"

namespace lanescope::events {

// The counting rules (docs/CONTRACT.md, "Words and counting rules"), one warp request each.
// `addresses[lane]` is read for the lanes in `lanes` only (never 0 lanes); `bytes` is the access
// size of one lane: 1, 2, 4, 8 or 16. Fast for consecutive lanes: these run once for each memory
// instruction of an instrumented run.

// Global, texture memory (any byte address) and local memory (pass addresses in the interleaved
// layout, see local_sector_address). `fetchers`: MemoryAccess's.
[[nodiscard]] SectorCounters count_sectors(const std::uint64_t* addresses, LaneMask lanes,
                                           int bytes, LaneMask fetchers = 0);

// An atomic in global memory. Lanes that meet on a word take it one after another, and the sector
// counts for each of them: sectors = the sum, over the sectors touched, of the largest number of
// active lanes on one 4-byte word of it. Measured on an H200; wider operands are aligned, so that
// lanes share all of their words or none.
[[nodiscard]] SectorCounters count_atomic_sectors(const std::uint64_t* addresses, LaneMask lanes,
                                                  int bytes);

// MemoryAccess::fetchers of a copy of 16 bytes a lane past L1, from global to shared memory.
[[nodiscard]] LaneMask fetchers_past_l1(const std::uint64_t* from, const std::uint64_t* to,
                                        LaneMask lanes);

// Local memory: byte offset in a lane's own frame -> byte address in the interleaved layout: word w
// of lane l lies at (32 w + l) * 4. An 8- or 16-byte access counts as 2 or 4 requests.
[[nodiscard]] SectorCounters count_local(const std::uint64_t* offsets, LaneMask lanes, int bytes);

enum class SharedAccess : std::uint8_t {
  Load,
  Store,
  AtomicAddOne,  // 32-bit add of the constant 1, result unused
  Atomic,        // any other 32-bit operation
  AtomicCas,     // compare and swap (and 64-bit and float adds, which are CAS loops in SASS)
};
// The groups in which a shared request is served, those without an active lane left out. A
// wavefront of 64 lanes is served as two warps.
struct SharedGroups {
  std::array<LaneMask, 8> lanes{};
  int count = 0;
};
[[nodiscard]] SharedGroups shared_groups(const std::uint64_t* addresses, LaneMask lanes, int bytes,
                                         SharedAccess access);

// `addresses` are byte offsets in the block's shared memory, multiples of `bytes`.
[[nodiscard]] BankCounters count_shared(const std::uint64_t* addresses, LaneMask lanes, int bytes,
                                        SharedAccess access);

[[nodiscard]] ConstantCounters count_constant(const std::uint64_t* addresses, LaneMask lanes,
                                              int bytes);

}  // namespace lanescope::events
