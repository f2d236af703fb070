#include "sim/sass/machine/execution/launch.hpp"

#include <algorithm>
#include <set>

#include "sim/machine/permutation.hpp"
#include "sim/sass/machine/constant_places.hpp"
#include "sim/sass/machine/execution/run_warp.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::execution {
namespace {

// A block that has not ended after so many warp instructions may wait for one that has not begun:
// then more of them take turns.
constexpr std::uint64_t kLong = 1'000'000, kTurn = 20'000, kTurnInCluster = 200;
constexpr std::size_t kMostResidents = 4096;

void begin_launch(Machine& machine) {
  bind_launch(machine, machine.launch_index);
  machine.launch_running = true;
  machine.next_block = 0;
  if (machine.options.hazards && !machine.races) {
    const std::uint64_t limit = machine.plan->options.max_memory;
    machine.races = races::make_races(limit - std::min(limit, machine.memory.placed_bytes()));
  }
  if (machine.races) races::order_launch(machine);
  const engine::Launch& launch = *machine.launch;
  machine.options.listeners.tell(events::LaunchBegin{machine.launch_index, launch.grid,
                                                     launch.block, static_cast<int>(kLanes)});
}

void make_warps(const Machine& machine, Block& block) {
  const std::uint32_t count = (block.threads + kLanes - 1) / kLanes;
  block.warps.resize(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    Warp& warp = block.warps[n];
    warp.index = n;
    const std::uint32_t threads = std::min(kLanes, block.threads - n * kLanes);
    warp.existing = warp.live = static_cast<std::uint32_t>(full_mask(static_cast<int>(threads)));
    warp.rows.assign(machine.code->rows, Row{});
    warp.predicates[kTrue] = warp.uniform_predicates[kTrue] = 0xffffffffU;
    Group group;
    group.lanes = warp.live;
    warp.groups = {group};
  }
  block.unfinished = count;
  block.order.resize(count);
  for (std::uint32_t n = 0; n < count; ++n) {
    block.order[n] = static_cast<std::uint32_t>(
        lanescope::machine::permuted(n, count, machine.plan->options.schedule_seed));
  }
}

Dim3 coordinates_of(const Machine& machine, std::uint64_t cluster, std::uint32_t rank) {
  const Dim3 grid = machine.launch->grid, shape = machine.cluster;
  const Dim3 clusters{grid.x / shape.x, grid.y / shape.y, grid.z / shape.z};
  const Dim3 at = clusters.at(cluster), inside = shape.at(rank);
  return {at.x * shape.x + inside.x, at.y * shape.y + inside.y, at.z * shape.z + inside.z};
}

void begin_block(Machine& machine, std::uint64_t cluster, std::uint32_t rank) {
  auto block = std::make_unique<Block>();
  const Dim3 grid = machine.launch->grid;
  block->cluster = cluster;
  block->rank = rank;
  block->coordinates = coordinates_of(machine, cluster, rank);
  const Dim3 at = block->coordinates;
  block->index = BlockIndex{at.x + grid.x * (at.y + grid.y * at.z)};
  block->threads = block->live_threads = static_cast<std::uint32_t>(machine.launch->block.count());
  block->shared.resize(block_shared_bytes(machine));
  block->local.resize(std::size_t{block->threads} * machine.program->local_bytes());
  make_warps(machine, *block);
  if (machine.races) races::order_block(machine, *block);
  block->listeners = machine.options.listeners.of(machine.launch_index, block->index);
  block->listeners.tell(events::BlockBegin{block->index});
  machine.residents.push_back(std::move(block));
}

void begin_cluster(Machine& machine) {
  const std::uint64_t count = machine.blocks / machine.cluster_size;
  const std::uint64_t cluster = lanescope::machine::permuted(
      machine.next_block / machine.cluster_size, count, machine.plan->options.schedule_seed);
  for (std::uint32_t rank = 0; rank < machine.cluster_size; ++rank)
    begin_block(machine, cluster, rank);
  machine.next_block += machine.cluster_size;
}

void end_launch(Machine& machine) {
  machine.options.listeners.tell(events::LaunchEnd{machine.launch_index, machine.step});
  machine.launch_running = false;
  if (++machine.launch_index == machine.plan->launches.size()) machine.outcome = Outcome::Finished;
}

void forget_waiting(Machine& machine) { machine.waiting_blocks = machine.idle_blocks = 0; }

// Of a cluster, memory stays until all of its blocks have ended.
void end_blocks(Machine& machine) {
  std::set<std::uint64_t> going_on;
  for (const auto& block : machine.residents) {
    if (block->unfinished > 0) going_on.insert(block->cluster);
  }
  const auto over = [&](const std::unique_ptr<Block>& block) {
    return !going_on.contains(block->cluster);
  };
  for (const auto& block : machine.residents) {
    if (!over(block)) continue;
    block->listeners.tell(events::BlockEnd{block->index});
    if (machine.races) races::order_block_end(machine, *block);
  }
  if (std::erase_if(machine.residents, over) == 0) return;
  machine.resident = 0;
  machine.resident_steps = machine.cluster_steps = 0;
  forget_waiting(machine);
}

void next_resident(Machine& machine) {
  machine.resident = (machine.resident + 1) % machine.residents.size();
  machine.resident_steps = 0;
}

// After a turn in which the block did all that it may or can do at once; `waits`: it came no
// further than before.
void change_block(Machine& machine, Block& block, bool waits) {
  const bool idle = machine.resident_steps == 0 && block.unfinished > 0;
  machine.waiting_blocks = waits ? machine.waiting_blocks + 1 : 0;
  machine.idle_blocks = idle || block.unfinished == 0 ? machine.idle_blocks + 1 : 0;
  const bool more =
      machine.next_block < machine.blocks && machine.residents.size() < kMostResidents;
  const bool all_wait = machine.waiting_blocks >= machine.residents.size();
  if (!more && machine.idle_blocks >= machine.residents.size())
    return report_deadlock(machine, block);
  if (more && (all_wait || machine.cluster_steps >= kLong)) {
    begin_cluster(machine);
    forget_waiting(machine);
  }
  next_resident(machine);
}

std::uint64_t turn_of(const Machine& machine) {
  return machine.cluster_size > 1 ? kTurnInCluster : kTurn;
}

}  // namespace

void bind_launch(Machine& machine, std::uint32_t index) {
  machine.launch = &machine.plan->launches[index];
  machine.program = static_cast<const Program*>(machine.launch->program.get());
  std::shared_ptr<const Code>& code = machine.codes[machine.program];
  if (!code)
    code = instructions::bind(
        *machine.program, [&machine](std::string_view name) { return address_of(machine, name); });
  machine.code = code.get();
  machine.blocks = machine.launch->grid.count();
  machine.cluster = engine::cluster_of(*machine.launch);
  machine.cluster_size = static_cast<std::uint32_t>(machine.cluster.count());
  if (!machine.memory.has_heap()) static_cast<void>(machine.memory.place_heap());
  fill_banks(machine);
}

void settle(Machine& machine) {
  if (!machine.running()) return;
  if (!machine.launch_running) begin_launch(machine);
  if (machine.residents.empty()) {
    begin_cluster(machine);
    machine.resident = 0;
    machine.resident_steps = machine.cluster_steps = 0;
    forget_waiting(machine);
  }
}

void run_to(Machine& machine, std::uint64_t step) {
  while (machine.running() && machine.step < step) {
    settle(machine);
    Block& block = *machine.residents[machine.resident];
    const std::uint64_t turn = turn_of(machine), before = machine.step;
    const bool blocked = run_block(machine, block,
                                   std::min({step, machine.step + turn - machine.resident_steps,
                                             machine.plan->options.max_steps}));
    machine.resident_steps += machine.step - before;
    machine.cluster_steps += machine.step - before;
    if (!machine.running()) return;
    if (machine.step >= machine.plan->options.max_steps) return report_step_limit(machine);
    const std::size_t residents = machine.residents.size();
    if (block.unfinished == 0) end_blocks(machine);
    if (machine.residents.empty() && machine.next_block >= machine.blocks)
      end_launch(machine);
    else if (machine.residents.size() == residents && (blocked || machine.resident_steps >= turn))
      change_block(machine, block, blocked);
  }
}

}  // namespace lanescope::sass::machine::execution
