#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/code/code.hpp"
#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/events/counters.hpp"
#include "sim/events/events.hpp"
#include "sim/machine/child_launches.hpp"
#include "sim/machine/counts.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/memory/global_memory.hpp"
#include "sim/machine/memory/lane_requests.hpp"
#include "sim/machine/state.hpp"
#include "sim/machine/textures/texture_table.hpp"

namespace lanescope::machine {

// The allocation that an instruction used last: most requests go there again.
struct RangeCache {
  std::uint64_t begin = 1, end = 0;  // end 0: none yet
  bool writable = false;
  bool constant = false;
};

class Definedness;

class Races;

class Footprint;

class SideBySide;

// What the parts of the machine (memory, divergence, barriers, scheduler, …) share. Plain data; the
// parts are free functions on it.
struct Machine {
  Machine(const engine::MachineOptions& the_spec, ExecutionOptions the_options, std::uint64_t room,
          ReservedBytes::Kind kind = ReservedBytes::Kind::Private);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  engine::MachineOptions own_spec;
  ExecutionOptions options;
  std::deque<engine::Launch> launches;  // in order; those before launch_index have ended
  std::shared_ptr<const std::deque<engine::Launch>> launches_copy;  // of the last snapshot
  bool nests = false;  // runs what kernels launch by itself
  GlobalMemory memory;
  TextureTable textures;
  ChildLaunches children;
  const engine::MachineOptions* spec = nullptr;

  Outcome outcome = Outcome::Finished;  // until something is launched
  std::uint64_t step = 0;               // warp instructions issued, over all launches
  std::vector<events::Hazard> hazards;  // one for each kind at its pcs
  std::string unsupported;
  engine::Printed printed;
  std::shared_ptr<const engine::Printed> printed_copy;  // of the last snapshot

  // The current launch.
  std::uint32_t launch_index = 0;
  bool launch_running = false;
  std::uint64_t launch_first_step = 0;
  const engine::Launch* launch = nullptr;
  const code::Program* program = nullptr;
  const code::Code* code = nullptr;
  std::uint64_t blocks = 0, next_block = 0;
  Dim3 cluster;  // its blocks run together
  std::uint32_t cluster_size = 1;
  int warp_size = 32;
  std::uint32_t files = 1;  // lane register files of a warp
  std::uint32_t warps_per_block = 1;
  std::vector<std::unique_ptr<Block>> residents;
  std::size_t resident = 0;                   // index of the block that runs
  std::vector<std::unique_ptr<Block>> spare;  // ended blocks whose memory is used again
  std::vector<RangeCache> ranges;             // by pc
  // By the pcs of a barrier and of a join, see stragglers.cpp; made when they are needed.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> ways_to_barriers;
  const LaneRequests* requests = nullptr;
  std::shared_ptr<Definedness> definedness;  // null: uninitialised reads are not looked for

  std::shared_ptr<Races> races;  // null: nobody looks for them

  Footprint* footprint = nullptr;            // null: nobody wants to know
  std::shared_ptr<SideBySide> side_by_side;  // of the current launch; null: one core
  std::uint64_t blocks_side_by_side = 0;     // of all launches, those that were not run in order

  std::deque<LaunchCounts> counts;  // by launch
  LaunchCounts* current_counts = nullptr;

  [[nodiscard]] std::uint32_t shared_bytes() const {
    return code->dynamic_shared_offset + launch->dynamic_shared_bytes;
  }
  [[nodiscard]] bool running() const { return outcome == Outcome::Running; }
  [[nodiscard]] std::byte* file_of(Block& block, const Warp& warp) const {
    return block.registers.data() + std::size_t{warp.index} * files * code->file_bytes;
  }
  [[nodiscard]] std::uint32_t thread_of(const Warp& warp, int lane) const {
    return warp.index * static_cast<std::uint32_t>(warp_size) + static_cast<std::uint32_t>(lane);
  }
};

// One warp instruction being carried out.
struct Issue {
  Machine& machine;
  Block& block;
  Warp& warp;
  std::byte* file;  // the warp's first lane register file
  LaneGroup* group;
  std::uint32_t pc;
  LaneMask active, executed;
  [[nodiscard]] const code::Op& op() const { return machine.code->ops[pc]; }
  [[nodiscard]] LaunchCounts& counts() const { return *machine.current_counts; }
};

// What a handler leaves to the loop that called it.
enum class Next : std::uint8_t {
  Advance,   // the group goes on at pc + 1
  Jumped,    // the group goes on at its new pc
  Reselect,  // groups changed or wait: choose again
  Waits,     // the group waits, and is the warp's only one
  Spin,      // the warp only waits: choose another warp
  Stop,      // the launch has ended
};
using Handler = Next (*)(Issue& issue);

// The handlers of one recording mode, by HandlerKind.
template <Recording R>
[[nodiscard]] const Handler* handler_table();

}  // namespace lanescope::machine
