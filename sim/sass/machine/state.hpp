#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/events/listeners.hpp"

// Everything of a block that changes while it runs: plain values, so that a snapshot is a copy.
namespace lanescope::sass::machine {

inline constexpr std::uint32_t kLanes = 32;
inline constexpr std::size_t kConvergenceBarriers = 16, kBarriers = 16, kPredicates = 8;

// One register of all lanes.
struct alignas(64) Row {
  std::array<std::uint32_t, kLanes> lane;
};

// Backward branches after which a group lets others have their turn: they may be what it waits for.
inline constexpr std::uint32_t kPatience = 64;

enum class Status : std::uint8_t {
  Ready,
  AtBarrier,      // of the block: `barrier`
  AtConvergence,  // BSYNC of convergence barrier `barrier`
  AtWarpSync,     // until all of `awaited` are there
  AtCluster,      // the barrier of the cluster
  AtMbarrier,     // in shared memory: `barrier` is number_of_mbarrier
};
// Mbarriers are numbered after the block's barriers, by where they are.
[[nodiscard]] constexpr std::uint32_t number_of_mbarrier(std::uint64_t offset) {
  return static_cast<std::uint32_t>(kBarriers + offset / 8);
}

// Lanes of a warp that run together. Convergence barriers belong to the group: parts of a group
// that set the same one mean different ones.
struct Group {
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  Status status = Status::Ready;
  std::uint32_t barrier = 0;
  std::uint32_t awaited = 0;
  std::uint32_t members = 0;         // of the meeting at which it waits
  std::uint32_t collective_end = 0;  // pc behind the collective that it runs or waits for
  std::array<std::uint32_t, kConvergenceBarriers> convergence{};  // lanes that meet there
  std::array<std::uint32_t, kConvergenceBarriers> meeting{};      // and where, a pc
  std::uint32_t backward = 0;  // backward branches since it was chosen
  // What the loop looked like at the last of these, and how often the warp had changed memory: the
  // same again, and it only waits.
  std::uint64_t loop_state = 0, loop_changes = 0;
  bool spins = false;
  std::uint64_t last_run = 0;  // machine step, for taking turns
};

struct Warp {
  std::uint32_t index = 0;
  std::uint32_t existing = 0, live = 0;  // lanes
  std::uint32_t current = 0;             // index into groups
  std::vector<Group> groups;
  std::vector<Row> rows;                                        // R0 …, RZ, then UR0 …, URZ
  std::array<std::uint32_t, kPredicates> predicates{};          // a bit a lane; PT is the last
  std::array<std::uint32_t, kPredicates> uniform_predicates{};  // all bits or none
  std::array<Row, 2> return_pc{};  // Rpc.LO and Rpc.HI, where code puts values by for a while
  std::uint64_t changes = 0;       // of memory, by it
  std::uint32_t barrier_result = 0, barrier_voters = 0;  // of BAR.RED, for B2R.RESULT
  bool reduced_by_and = false;
  bool cluster_arrived = false, cluster_passed = false;
  bool holds_loads = false;  // held_loads.hpp
};

struct BarrierState {
  std::uint32_t arrived = 0;   // threads
  std::uint32_t expected = 0;  // threads; 0: all of the block that have not exited
  bool active = false;
  std::uint32_t votes = 0, voters = 0;  // of BAR.RED
};

struct Block {
  BlockIndex index;
  Dim3 coordinates;
  std::uint64_t cluster = 0;  // linear index in the grid of clusters
  std::uint32_t rank = 0;     // in it
  std::uint32_t threads = 0, live_threads = 0;
  std::vector<std::byte> shared;
  std::vector<std::byte> local;  // thread by thread
  std::vector<Warp> warps;
  std::vector<std::uint32_t> order;  // in which warps take turns
  std::uint32_t turn = 0;            // index into order
  std::uint32_t unfinished = 0;      // warps
  std::uint32_t idle = 0;            // turns in which nothing could be done
  std::array<BarrierState, kBarriers> barriers{};
  events::Listeners listeners;  // those that want this block
};

}  // namespace lanescope::sass::machine
