#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/events/listeners.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/memory/aligned_bytes.hpp"

// Everything of a block that changes while it runs: plain values that can be copied, so that a
// snapshot is a copy.
namespace lanescope::machine {

struct BlockDefinedness;

// A call that has not returned yet.
struct Frame {
  std::uint32_t return_pc = 0;
  std::uint32_t call = 0;          // index into Code::calls
  std::uint32_t callee = 0;        // index into Code::functions
  std::uint32_t caller_local = 0;  // the caller's local frame
  std::uint32_t caller_top = 0;    // and its LaneGroup::top
  // The callee's registers before the call, when it may already be running (recursion).
  std::shared_ptr<const AlignedBytes> saved;
};

// What a group's loop looked like at a backward branch: equal again means that it only waits.
struct SpinWatch {
  std::uint32_t branches = 0;  // backward branches since the group last made progress
  std::uint32_t next_check = 64;
  std::uint32_t window = 0;             // comparisons left
  std::uint32_t pc = 0;                 // of the branch
  std::uint32_t target = 0, depth = 0;  // where the loop begins, calls deep
  std::uint64_t hash = 0;
  bool spinning = false;  // found to be waiting
};

inline constexpr SpinWatch kFreshSpin{};

// Lanes of a warp that run together.
struct LaneGroup {
  std::uint32_t pc = 0;
  Group::Status status = Group::Status::Ready;
  bool granted = false;       // its warp-level operation is done, only the issue is missing
  bool gives_way = false;     // at a barrier, until the warp's other lanes have gone on
  std::uint32_t passed = 0;   // pc of a join; of a group that gives way to those behind there
  LaneMask awaited = 0;       // those
  std::uint32_t barrier = 0;  // that it waits at; see also number_of_mbarrier
  LaneMask lanes = 0;
  std::uint32_t local = 0;  // byte offset of the local frame
  std::uint32_t top = 0;    // where what alloca took ends; at most the frame's end: it took nothing
  std::uint64_t last_run = 0;  // machine step, for taking turns
  SpinWatch spin;
  std::vector<Frame> frames;
};

// A place where lanes that went different ways wait for each other.
struct Join {
  std::uint32_t pc = 0;
  std::uint32_t depth = 0;  // calls deep
  LaneMask lanes = 0;       // that have not exited
  LaneMask arrived = 0;
  std::uint32_t scope = 0xffffffff;  // the loop that it lies in (index into Code::loops)
  bool broken = false;               // given up: nobody waits here any more
};

struct Warp {
  std::uint32_t index = 0;
  std::uint32_t current = 0;  // index into groups
  LaneMask existing = 0, live = 0;
  std::vector<LaneGroup> groups;
  std::vector<Join> joins;   // innermost last
  bool forced = false;       // lanes were let go before they met: not the program's fault
  bool spinning = false;     // every ready group was found to wait
  bool chosen = false;       // current goes on when the warp has its next turn
  bool undefined = false;    // a register may hold undefined bits (watch.hpp)
  bool holds_reads = false;  // of which it is open whether they count (held_reads.hpp)
  // At the barrier of the cluster: lanes that have arrived, and those whose phase is complete and
  // that have not waited for it yet.
  LaneMask arrived = 0, passed = 0;
};

struct BarrierState {
  std::uint32_t arrived = 0;   // threads
  std::uint32_t expected = 0;  // threads; 0: all of the block that have not exited
  bool active = false;
  std::uint32_t count = 0;  // of true predicates (bar.red)
  std::uint32_t voters = 0;
};

inline constexpr std::size_t kBarriers = 16;
// The mbarrier at this offset of shared memory, among the barriers that lanes wait at.
[[nodiscard]] constexpr std::uint32_t number_of_mbarrier(std::uint64_t offset) {
  return static_cast<std::uint32_t>(kBarriers + offset / 8);
}

// The barrier of the cluster, in the same place.
inline constexpr std::uint32_t kClusterBarrier = 0xffffffff;

struct Block {
  BlockIndex index;
  Dim3 coordinates;
  std::uint64_t cluster = 0;   // linear index in the grid of clusters
  std::uint32_t rank = 0;      // in its cluster
  bool waits_for_all = false;  // spun while the cluster's other blocks had nothing new for it
  std::uint32_t threads = 0, live_threads = 0;
  AlignedBytes registers;  // lane register files, warp by warp
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread by thread
  std::uint32_t local_stride = 0;
  std::vector<Warp> warps;
  std::vector<std::uint32_t> order;  // in which warps take turns
  std::array<BarrierState, kBarriers> barriers{};
  std::uint32_t turn = 0;                   // index into order
  std::uint32_t unfinished = 0;             // warps
  std::uint32_t idle_rounds = 0;            // rounds of nothing but loops that may be waiting
  bool certain = true;                      // the loops of this round are proven to wait
  events::Listeners listeners;              // those that want this block
  BlockDefinedness* definedness = nullptr;  // when uninitialised reads are looked for
};

}  // namespace lanescope::machine
