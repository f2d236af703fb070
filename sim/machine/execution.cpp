#include "sim/machine/execution.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "sim/machine/control/scheduler.hpp"
#include "sim/machine/device.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/plan_memory.hpp"
#include "sim/machine/snapshot.hpp"

namespace lanescope::machine {

namespace {

// Each once, in the order of the launches.
Modules modules_of(const engine::Plan& plan) {
  Modules modules;
  for (const engine::Launch& launch : plan.launches) {
    const auto& module = code::Program::of(*launch.program)->shared_module();
    if (std::ranges::find(modules, module) == modules.end()) modules.push_back(module);
  }
  return modules;
}

// A valid plan fits into its room.
void must(const Result<void>& done) { assert(done); }

}  // namespace

class Execution::Impl {
 public:
  Impl(std::shared_ptr<const engine::Plan> the_plan, ExecutionOptions options)
      : plan(std::move(the_plan)),
        device(plan->options, std::move(options), room_for(*plan, modules_of(*plan))),
        machine(device.machine()),
        addresses(place(*plan, modules_of(*plan), device)) {
    machine.nests = true;
    for (const engine::Launch& launch : plan->launches) {
      if (launch.depth == 0) must(device.launch(launch));
    }
  }

  [[nodiscard]] const Block* block(BlockIndex index) const {
    for (const std::unique_ptr<Block>& block : machine.residents) {
      if (block->index == index) return block.get();
    }
    return nullptr;
  }

  std::shared_ptr<const engine::Plan> plan;
  Device device;
  Machine& machine;
  std::vector<Address> addresses;  // of the plan's buffers
  mutable std::vector<events::Counters> summed;
};

Execution::Execution(std::shared_ptr<const engine::Plan> plan, ExecutionOptions options)
    : impl_(std::make_unique<Impl>(std::move(plan), std::move(options))) {}
Execution::~Execution() = default;
Execution::Execution(Execution&&) noexcept = default;
Execution& Execution::operator=(Execution&&) noexcept = default;

Outcome Execution::run_about(std::uint64_t steps) {
  const std::uint64_t now = impl_->machine.step;
  run_machine_about(impl_->machine, steps > ~now ? ~std::uint64_t{0} : now + steps);
  return impl_->machine.outcome;
}

Outcome Execution::run_to(MachineStep step) {
  if (step.value > impl_->machine.step) run_machine(impl_->machine, step.value);
  return impl_->machine.outcome;
}

void Execution::settle() { settle_machine(impl_->machine); }

Outcome Execution::outcome() const { return impl_->machine.outcome; }
MachineStep Execution::machine_step() const { return MachineStep{impl_->machine.step}; }
std::uint32_t Execution::launch() const {
  return std::min(impl_->machine.launch_index,
                  static_cast<std::uint32_t>(impl_->machine.launches.size() - 1));
}
const engine::Plan& Execution::plan() const { return *impl_->plan; }
std::vector<engine::Launch> Execution::launches() const {
  return {impl_->machine.launches.begin(), impl_->machine.launches.end()};
}
const std::vector<events::Hazard>& Execution::hazards() const { return impl_->machine.hazards; }
const std::string& Execution::unsupported() const { return impl_->machine.unsupported; }
const engine::Printed& Execution::printed() const { return impl_->machine.printed; }

std::span<const events::Counters> Execution::counters_by_pc(std::uint32_t launch) const {
  impl_->summed = impl_->machine.counts[launch].summed();
  return impl_->summed;
}

events::Counters Execution::counters(std::uint32_t launch) const {
  events::Counters total;
  const LaunchCounts& counts = impl_->machine.counts[launch];
  for (const events::Counters& counters : counts.summed()) total += counters;
  if (impl_->machine.options.recording == Recording::None) {
    const bool current = impl_->machine.launch_running && launch == impl_->machine.launch_index;
    total.warp_instructions =
        current ? impl_->machine.step - impl_->machine.launch_first_step : counts.warp_instructions;
  }
  return total;
}

std::vector<BlockIndex> Execution::resident_blocks() const {
  std::vector<BlockIndex> blocks;
  for (const std::unique_ptr<Block>& block : impl_->machine.residents)
    blocks.push_back(block->index);
  return blocks;
}

namespace {

Group group_of(const LaneGroup& from) {
  Group group;
  group.pc = Pc{from.pc};
  group.lanes = from.lanes;
  group.status = from.status;
  group.barrier = from.barrier;
  for (const Frame& frame : from.frames) group.call_stack.emplace_back(frame.return_pc);
  return group;
}

}  // namespace

std::optional<WarpState> Execution::warp(BlockIndex block, WarpIndex warp) const {
  const Block* found = impl_->block(block);
  if (found == nullptr || warp.value >= found->warps.size()) return std::nullopt;
  const Warp& from = found->warps[warp.value];
  WarpState state;
  state.existing = from.existing;
  state.exited = from.existing & ~from.live;
  for (const LaneGroup& group : from.groups) state.groups.push_back(group_of(group));
  std::stable_sort(state.groups.begin(), state.groups.end(),
                   [](const Group& a, const Group& b) { return a.pc < b.pc; });
  // Nobody waits at those of min_pc.
  if (impl_->machine.spec->policy != engine::Policy::MinPc)
    for (const Join& join : from.joins) state.joins.push_back({Pc{join.pc}, join.lanes});
  return state;
}

std::vector<std::uint64_t> Execution::register_values(BlockIndex block, WarpIndex warp,
                                                      std::uint32_t reg) const {
  const Machine& machine = impl_->machine;
  const Block* found = impl_->block(block);
  if (found == nullptr || warp.value >= found->warps.size() ||
      reg >= machine.program->registers().size())
    return {};
  const engine::RegisterInfo& info = machine.program->registers()[reg];
  const std::size_t bytes = ptx::size_in_bytes(info.type) > 4 ? 8 : 4;
  std::vector<std::uint64_t> values(static_cast<std::size_t>(machine.warp_size), 0);
  for (std::size_t lane = 0; lane < values.size(); ++lane) {
    const std::size_t file = warp.value * std::size_t{machine.files} + lane / isa::kLanesPerFile;
    std::memcpy(&values[lane],
                found->registers.data() + file * machine.code->file_bytes +
                    machine.program->slot_offset(reg) + lane % isa::kLanesPerFile * bytes,
                bytes);
    if (info.type == ptx::Type::Pred) values[lane] = values[lane] != 0 ? 1 : 0;
  }
  return values;
}

std::span<const std::byte> Execution::shared_memory(BlockIndex block) const {
  const Block* found = impl_->block(block);
  return found == nullptr ? std::span<const std::byte>{}
                          : std::span<const std::byte>(found->shared);
}

std::span<const std::byte> Execution::local_memory(BlockIndex block, std::uint32_t thread) const {
  const Block* found = impl_->block(block);
  if (found == nullptr || thread >= found->threads) return {};
  return std::span<const std::byte>(found->local)
      .subspan(std::size_t{thread} * found->local_stride, found->local_stride);
}

std::span<const std::byte> Execution::buffer(std::size_t index) const {
  return {std::as_const(impl_->machine).memory.host(impl_->addresses[index].value),
          impl_->plan->buffers[index].bytes};
}

std::span<const std::byte> Execution::symbol(std::string_view name) const {
  const code::Program& current = *code::Program::of(*impl_->machine.launches[launch()].program);
  return impl_->machine.memory.symbol(current.shared_module().get(), name);
}

std::string Execution::describe(Address address) const {
  return describe_address(impl_->machine, events::Space::Global, address.value);
}

std::shared_ptr<const engine::Snapshot> Execution::snapshot() {
  return take_snapshot(impl_->machine);
}
void Execution::restore(const engine::Snapshot& snapshot) {
  restore_snapshot(impl_->machine, static_cast<const Snapshot&>(snapshot));
}

}  // namespace lanescope::machine
