#include "sim/sass/machine/execution/execution.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/machine.hpp"
#include "sim/sass/machine/execution/launch.hpp"
#include "sim/sass/machine/execution/snapshot.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/roles.hpp"

namespace lanescope::sass::machine::execution {
namespace {

const Program& program_of(const engine::Launch& launch) {
  return static_cast<const Program&>(*launch.program);
}

engine::Group::Status status_of(Status status) {
  switch (status) {
    case Status::Ready:
      return engine::Group::Status::Ready;
    case Status::AtConvergence:
      return engine::Group::Status::AtJoin;
    case Status::AtWarpSync:
      return engine::Group::Status::AtWarpSync;
    default:
      return engine::Group::Status::AtBarrier;
  }
}

// Where lanes of the warp meet: each convergence barrier once, the one of most lanes first.
std::vector<engine::JoinPoint> joins_of(const Warp& warp) {
  std::vector<engine::JoinPoint> joins;
  const auto add = [&](std::uint32_t pc, std::uint32_t lanes) {
    const auto known = std::ranges::find_if(joins, [&](const engine::JoinPoint& join) {
      return join.pc.value == pc && join.lanes == lanes;
    });
    if (lanes != 0 && known == joins.end()) joins.push_back({Pc{pc}, lanes});
  };
  for (const Group& group : warp.groups) {
    for (std::size_t n = 0; n < kConvergenceBarriers; ++n)
      add(group.meeting[n], group.convergence[n] & warp.live);
    if (group.status == Status::AtConvergence) add(group.pc, group.awaited & warp.live);
  }
  std::ranges::stable_sort(joins, std::greater{},
                           [](const engine::JoinPoint& join) { return std::popcount(join.lanes); });
  return joins;
}

}  // namespace

Execution::Execution(std::shared_ptr<const engine::Plan> plan, engine::ExecutionOptions options)
    : machine_(std::make_unique<Machine>(std::move(plan), std::move(options))) {}
Execution::Execution(std::shared_ptr<const engine::Plan> plan, engine::ExecutionOptions options,
                     lanescope::machine::Device& where)
    : machine_(std::make_unique<Machine>(std::move(plan), std::move(options), where)) {}

Outcome Execution::run_to(MachineStep step) {
  execution::run_to(*machine_, step.value);
  return machine_->outcome;
}
void Execution::settle() { execution::settle(*machine_); }

Outcome Execution::outcome() const { return machine_->outcome; }
MachineStep Execution::machine_step() const { return MachineStep{machine_->step}; }
std::uint32_t Execution::launch() const {
  return std::min(machine_->launch_index,
                  static_cast<std::uint32_t>(machine_->plan->launches.size() - 1));
}
const engine::Plan& Execution::plan() const { return *machine_->plan; }
const std::vector<events::Hazard>& Execution::hazards() const { return machine_->hazards; }
const std::string& Execution::unsupported() const { return machine_->unsupported; }
const engine::Printed& Execution::printed() const { return machine_->printed; }

std::span<const events::Counters> Execution::counters_by_pc(std::uint32_t launch) const {
  return machine_->counts[launch];
}
events::Counters Execution::counters(std::uint32_t launch) const {
  events::Counters sum;
  for (const events::Counters& counters : machine_->counts[launch]) sum += counters;
  return sum;
}

const Block* Execution::block(BlockIndex index) const {
  for (const auto& block : machine_->residents) {
    if (block->index == index) return block.get();
  }
  return nullptr;
}

std::vector<BlockIndex> Execution::resident_blocks() const {
  std::vector<BlockIndex> blocks;
  for (const auto& block : machine_->residents) blocks.push_back(block->index);
  return blocks;
}

std::optional<engine::WarpState> Execution::warp(BlockIndex index, WarpIndex warp) const {
  const Block* found = block(index);
  if (found == nullptr || warp.value >= found->warps.size()) return std::nullopt;
  const Warp& from = found->warps[warp.value];
  engine::WarpState state;
  state.existing = from.existing;
  state.exited = from.existing & ~from.live;
  for (const Group& group : from.groups) {
    engine::Group out;
    out.pc = Pc{group.pc};
    out.lanes = group.lanes;
    out.status = status_of(group.status);
    const bool numbered = group.status == Status::AtBarrier || group.status == Status::AtMbarrier;
    out.barrier = numbered ? group.barrier : 0;
    state.groups.push_back(std::move(out));
  }
  std::ranges::stable_sort(state.groups, {}, &engine::Group::pc);
  state.joins = joins_of(from);
  return state;
}

std::vector<std::uint64_t> Execution::register_values(BlockIndex index, WarpIndex warp,
                                                      std::uint32_t reg) const {
  const Block* found = block(index);
  if (found == nullptr || warp.value >= found->warps.size()) return {};
  const Warp& from = found->warps[warp.value];
  std::vector<std::uint64_t> values(kLanes, 0);
  const auto bits = [&](std::uint32_t word) {
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) values[lane] = word >> lane & 1U;
  };
  const auto row = [&](std::uint32_t number) {
    std::ranges::copy(from.rows[number].lane, values.begin());
  };
  const std::uint32_t uniform = machine_->code->uniform_rows;
  if (reg >= kUniformPredicateBegin)
    bits(from.uniform_predicates[reg - kUniformPredicateBegin]);
  else if (reg >= kPredicateBegin)
    bits(from.predicates[reg - kPredicateBegin]);
  else if (reg >= kUniformBegin)
    row(uniform + reg - kUniformBegin);
  else if (reg + 1 < uniform)
    row(reg);
  return values;
}

std::span<const std::byte> Execution::shared_memory(BlockIndex index) const {
  const Block* found = block(index);
  return found == nullptr ? std::span<const std::byte>{}
                          : std::span<const std::byte>(found->shared);
}

std::span<const std::byte> Execution::local_memory(BlockIndex index, std::uint32_t thread) const {
  const Block* found = block(index);
  if (found == nullptr || thread >= found->threads) return {};
  const std::size_t stride = found->local.size() / found->threads;
  return std::span<const std::byte>(found->local).subspan(thread * stride, stride);
}

std::span<const std::byte> Execution::buffer(std::size_t index) const {
  return {std::as_const(machine_->memory).host(machine_->buffer_addresses[index].value),
          machine_->plan->buffers[index].bytes};
}

std::span<const std::byte> Execution::symbol(std::string_view name) const {
  const Program& current = program_of(machine_->plan->launches[launch()]);
  return machine_->memory.symbol(current.ptx().shared_module().get(), name);
}

std::string Execution::describe(Address address) const {
  return describe_global(*machine_, address.value);
}

std::shared_ptr<const engine::Snapshot> Execution::snapshot() { return take_snapshot(*machine_); }
void Execution::restore(const engine::Snapshot& snapshot) {
  restore_snapshot(*machine_, static_cast<const Snapshot&>(snapshot));
}

}  // namespace lanescope::sass::machine::execution
