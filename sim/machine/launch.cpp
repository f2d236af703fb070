#include "sim/machine/launch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "sim/base/hash.hpp"
#include "sim/machine/cores/side_by_side.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/memory_ops.hpp"
#include "sim/machine/permutation.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

std::uint64_t lane_mask(code::Special what, std::uint64_t lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  switch (what) {
    case code::Special::LaneMaskEq:
      return bit;
    case code::Special::LaneMaskLe:
      return bit | (bit - 1);
    case code::Special::LaneMaskLt:
      return bit - 1;
    case code::Special::LaneMaskGe:
      return ~(bit - 1);
    default:
      return ~(bit | (bit - 1));
  }
}

std::uint64_t launch_value(const Machine& machine, code::Special what) {
  const engine::Launch& launch = *machine.launch;
  switch (what) {
    case code::Special::NtidX:
      return launch.block.x;
    case code::Special::NtidY:
      return launch.block.y;
    case code::Special::NtidZ:
      return launch.block.z;
    case code::Special::NctaidX:
      return launch.grid.x;
    case code::Special::NctaidY:
      return launch.grid.y;
    case code::Special::NctaidZ:
      return launch.grid.z;
    case code::Special::NumberOfWarps:
      return machine.warps_per_block;
    case code::Special::NumberOfSms:
      return 1;
    case code::Special::NumberOfClustersX:
      return launch.grid.x / machine.cluster.x;
    case code::Special::NumberOfClustersY:
      return launch.grid.y / machine.cluster.y;
    case code::Special::NumberOfClustersZ:
      return launch.grid.z / machine.cluster.z;
    case code::Special::BlocksOfClusterX:
      return machine.cluster.x;
    case code::Special::BlocksOfClusterY:
      return machine.cluster.y;
    case code::Special::BlocksOfClusterZ:
      return machine.cluster.z;
    case code::Special::BlocksOfCluster:
      return machine.cluster_size;
    case code::Special::IsExplicitCluster:
      return engine::has_explicit_cluster(launch) ? 0xffffffffU : 0;  // a predicate
    case code::Special::TotalSharedBytes:
      return machine.shared_bytes();
    case code::Special::ReservedShared:
      return (machine.shared_bytes() + 15) / 16 * 16;
    case code::Special::DynamicSharedBytes:
      return launch.dynamic_shared_bytes;
    case code::Special::WarpSize:
      return static_cast<std::uint64_t>(machine.warp_size);
    case code::Special::WorkspaceHigh:
      return machine.memory.workspace() >> 32U;
    case code::Special::WorkspaceLow:
      return machine.memory.workspace() & 0xffffffffU;
    default:
      return 0;
  }
}

std::uint64_t block_value(const Machine& machine, const Block& block, code::Special what) {
  const Dim3 at = block.coordinates, cluster = machine.cluster;
  switch (what) {
    case code::Special::CtaidX:
      return at.x;
    case code::Special::CtaidY:
      return at.y;
    case code::Special::CtaidZ:
      return at.z;
    case code::Special::ClusterX:
      return at.x / cluster.x;
    case code::Special::ClusterY:
      return at.y / cluster.y;
    case code::Special::ClusterZ:
      return at.z / cluster.z;
    case code::Special::BlockInClusterX:
      return at.x % cluster.x;
    case code::Special::BlockInClusterY:
      return at.y % cluster.y;
    case code::Special::BlockInClusterZ:
      return at.z % cluster.z;
    default:
      return block.rank;
  }
}

bool per_block(code::Special what) {
  using enum code::Special;
  switch (what) {
    case CtaidX:
    case CtaidY:
    case CtaidZ:
    case ClusterX:
    case ClusterY:
    case ClusterZ:
    case BlockInClusterX:
    case BlockInClusterY:
    case BlockInClusterZ:
    case RankInCluster:
      return true;
    default:
      return false;
  }
}

std::uint64_t special_value(const Machine& machine, const Block& block, code::Special what,
                            std::uint32_t warp, int lane) {
  if (per_block(what)) return block_value(machine, block, what);
  const auto in_warp = static_cast<std::uint32_t>(lane);
  const Dim3 thread =
      machine.launch->block.at(warp * static_cast<std::uint32_t>(machine.warp_size) + in_warp);
  switch (what) {
    case code::Special::TidX:
      return thread.x;
    case code::Special::TidY:
      return thread.y;
    case code::Special::TidZ:
      return thread.z;
    case code::Special::LaneId:
      return in_warp;
    case code::Special::WarpId:
      return warp;
    case code::Special::LaneMaskEq:
    case code::Special::LaneMaskLe:
    case code::Special::LaneMaskLt:
    case code::Special::LaneMaskGe:
    case code::Special::LaneMaskGt:
      return lane_mask(what, in_warp);
    default:
      return launch_value(machine, what);
  }
}

void write_slot(std::byte* file, const code::Slot& slot, int lane, std::uint64_t value) {
  store_bytes(file + slot.offset + static_cast<std::size_t>(lane) * slot.lane_bytes, value,
              slot.lane_bytes);
}

template <typename F>
void for_files(const Machine& machine, Block& block, F&& f) {
  for (std::uint32_t warp = 0; warp < machine.warps_per_block; ++warp) {
    for (std::uint32_t file = 0; file < machine.files; ++file) {
      f(block.registers.data() +
            (std::size_t{warp} * machine.files + file) * machine.code->file_bytes,
        warp, static_cast<int>(file) * kFileLanes);
    }
  }
}

// The same in all lanes of all warps.
void fill_constants(const Machine& machine, Block& block) {
  for_files(machine, block, [&](std::byte* file, std::uint32_t, int) {
    for (const code::ConstantSlot& constant : machine.code->constants) {
      std::uint64_t value = constant.value;
      if (constant.variable != ptx::kNone) {
        value += machine.memory.variable_address(machine.program->shared_module().get(),
                                                 constant.variable);
      }
      fill_file(file, constant.slot, value);
    }
    for (const code::ParameterSlot& p : machine.code->parameters) {
      fill_file(file, p.slot,
                fit(p.slot, kernel_parameter(*machine.launch, p.offset, p.bytes, p.sign)));
    }
  });
}

void fill_specials(const Machine& machine, Block& block, bool all) {
  for_files(machine, block, [&](std::byte* file, std::uint32_t warp, int first_lane) {
    for (const code::SpecialSlot& special : machine.code->specials) {
      if (!all && !per_block(special.what)) continue;
      if (per_block(special.what)) {
        fill_file(file, special.slot, special_value(machine, block, special.what, warp, 0));
        continue;
      }
      for (int lane = 0; lane < kFileLanes; ++lane) {
        write_slot(file, special.slot, lane,
                   special_value(machine, block, special.what, warp, first_lane + lane));
      }
    }
  });
}

// Registers hold zero when a block begins: what a program reads before it writes it is then the
// same in every run.
void clear_registers(const Machine& machine, Block& block) {
  for_files(machine, block, [&](std::byte* file, std::uint32_t, int) {
    for (const code::FunctionCode& function : machine.code->functions) {
      std::memset(file + function.registers_begin, 0,
                  function.registers_end - function.registers_begin);
    }
  });
}

std::unique_ptr<Block> take_block(Machine& machine, bool& fresh) {
  fresh = machine.spare.empty();
  if (!fresh) {
    std::unique_ptr<Block> block = std::move(machine.spare.back());
    machine.spare.pop_back();
    return block;
  }
  auto block = std::make_unique<Block>();
  block->threads = static_cast<std::uint32_t>(machine.launch->block.count());
  block->registers =
      AlignedBytes(std::size_t{machine.warps_per_block} * machine.files * machine.code->file_bytes);
  // Cooperative groups keep barriers in the shared memory that the system reserves (1 KiB a block);
  // it lies behind the block's own here.
  const std::uint32_t reserved = machine.code->uses_reserved_shared ? 1040 : 0;
  block->shared.resize(machine.shared_bytes() + reserved);
  block->local_stride = (machine.program->local_bytes() + 15) / 16 * 16;
  block->local.resize(std::size_t{block->local_stride} * block->threads);
  block->warps.resize(machine.warps_per_block);
  return block;
}

void reset_warps(const Machine& machine, Block& block) {
  const auto lanes = static_cast<std::uint32_t>(machine.warp_size);
  for (std::uint32_t w = 0; w < machine.warps_per_block; ++w) {
    Warp& warp = block.warps[w];
    warp.groups.clear();
    warp.joins.clear();
    const std::uint32_t left = block.threads - w * lanes;
    warp.index = w;
    warp.current = 0;
    warp.existing = warp.live = full_mask(static_cast<int>(std::min(lanes, left)));
    warp.arrived = warp.passed = 0;
    warp.forced = warp.spinning = warp.chosen = warp.undefined = warp.holds_reads = false;
    LaneGroup& group = warp.groups.emplace_back();
    group.lanes = warp.live;
    group.pc = machine.code->functions[0].entry;
  }
}

void order_warps(const Machine& machine, Block& block) {
  block.order.resize(machine.warps_per_block);
  const std::uint64_t seed = machine.spec->schedule_seed;
  for (std::uint32_t w = 0; w < machine.warps_per_block; ++w) {
    const std::uint64_t warp_seed = seed == 0 ? 0 : mix(seed ^ mix(block.index.value + 1));
    block.order[w] = static_cast<std::uint32_t>(permuted(w, machine.warps_per_block, warp_seed));
  }
}

}  // namespace

Dim3 place_in_grid(const Machine& machine, std::uint64_t cluster, std::uint64_t rank) {
  const Dim3 grid = machine.launch->grid, each = machine.cluster;
  const Dim3 clusters{grid.x / each.x, grid.y / each.y, grid.z / each.z};
  const Dim3 first = clusters.at(cluster), inside = each.at(rank);
  return {first.x * each.x + inside.x, first.y * each.y + inside.y, first.z * each.z + inside.z};
}

void bind_launch(Machine& machine, std::uint32_t index) {
  machine.launch_index = index;
  machine.launch = &machine.launches[index];
  machine.program = code::Program::of(*machine.launch->program);
  machine.code = &machine.program->code();
  machine.blocks = machine.launch->grid.count();
  machine.cluster = engine::cluster_of(*machine.launch);
  machine.cluster_size = static_cast<std::uint32_t>(machine.cluster.count());
  machine.warp_size = machine.spec->warp_size;
  machine.files = machine.warp_size > kFileLanes ? 2 : 1;
  const auto lanes = static_cast<std::uint64_t>(machine.warp_size);
  machine.warps_per_block =
      static_cast<std::uint32_t>((machine.launch->block.count() + lanes - 1) / lanes);
  machine.ranges.assign(machine.code->ops.size(), {});
  machine.ways_to_barriers.clear();
  machine.spare.clear();
  machine.residents.clear();
  machine.counts[index].resize(machine.program->size());
  machine.current_counts = &machine.counts[index];
}

void add_launch(Machine& machine, engine::Launch launch) {
  if (!machine.running()) {
    machine.outcome = Outcome::Running;
    machine.launch_index = static_cast<std::uint32_t>(machine.launches.size());
  }
  machine.launches.push_back(std::move(launch));
  machine.counts.emplace_back();
}

void begin_launch(Machine& machine) {
  bind_launch(machine, machine.launch_index);
  machine.next_block = 0;
  machine.resident = 0;
  machine.launch_running = true;
  machine.launch_first_step = machine.step;
  begin_launched(machine.children, *machine.launch);
  if (machine.races) order_launch(machine);
  if (SideBySide::may_help(machine)) machine.side_by_side = std::make_shared<SideBySide>(machine);
  machine.options.listeners.tell(events::LaunchBegin{machine.launch_index, machine.launch->grid,
                                                     machine.launch->block, machine.warp_size});
}

void end_launch(Machine& machine) {
  machine.launch_running = false;
  if (machine.side_by_side) machine.side_by_side->finish();
  machine.side_by_side = nullptr;
  machine.counts[machine.launch_index].warp_instructions = machine.step - machine.launch_first_step;
  machine.options.listeners.tell(events::LaunchEnd{machine.launch_index, machine.step});
}

namespace {

void start_block(Machine& machine, std::uint64_t cluster, std::uint32_t rank) {
  bool fresh = false;
  std::unique_ptr<Block> block = take_block(machine, fresh);
  const Dim3 grid = machine.launch->grid, at = place_in_grid(machine, cluster, rank);
  block->index = BlockIndex{at.x + grid.x * (at.y + grid.y * at.z)};
  block->coordinates = at;
  block->cluster = cluster;
  block->rank = rank;
  block->waits_for_all = false;
  block->live_threads = block->threads;
  block->barriers = {};
  block->turn = 0;
  block->unfinished = machine.warps_per_block;
  block->idle_rounds = 0;
  block->certain = true;
  std::fill(block->shared.begin(), block->shared.end(), std::byte{0});
  std::fill(block->local.begin(), block->local.end(), std::byte{0});
  if (!fresh) clear_registers(machine, *block);
  if (fresh) fill_constants(machine, *block);
  fill_specials(machine, *block, fresh);
  reset_warps(machine, *block);
  order_warps(machine, *block);
  if (machine.definedness) watch_block(machine, *block);
  if (machine.races) order_block(machine, block->index);
  block->listeners = machine.options.listeners.of(machine.launch_index, block->index);
  block->listeners.tell(events::BlockBegin{block->index});
  machine.residents.push_back(std::move(block));
}

}  // namespace

void start_cluster(Machine& machine) {
  const std::uint32_t size = machine.cluster_size;
  const std::uint64_t seed = machine.spec->schedule_seed;
  const std::uint64_t cluster = permuted(machine.next_block / size, machine.blocks / size, seed);
  machine.next_block += size;
  machine.resident = machine.residents.size();
  for (std::uint32_t rank = 0; rank < size; ++rank) start_block(machine, cluster, rank);
  // Which of them goes first is open.
  if (seed != 0 && size > 1) machine.resident += mix(seed ^ mix(cluster + 1)) % size;
}

void end_block(Machine& machine) {
  std::unique_ptr<Block>& block = machine.residents[machine.resident];
  block->listeners.tell(events::BlockEnd{block->index});
  if (block->definedness != nullptr) unwatch_block(machine, *block);
  if (machine.races) order_block_end(machine, *block);
  const std::uint64_t cluster = block->cluster;
  machine.spare.push_back(std::move(block));
  machine.residents.erase(machine.residents.begin() +
                          static_cast<std::ptrdiff_t>(machine.resident));
  // The others of its cluster go on.
  for (machine.resident = 0; machine.resident < machine.residents.size(); ++machine.resident) {
    if (machine.residents[machine.resident]->cluster == cluster) return;
  }
  machine.resident = 0;
}

}  // namespace lanescope::machine
