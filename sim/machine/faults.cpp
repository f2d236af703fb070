#include "sim/machine/faults.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/core.h>

#include "sim/machine/lane_file.hpp"
#include "sim/machine/race_telling.hpp"

namespace lanescope::machine {
namespace {

using events::Hazard;
using events::HazardKind;

constexpr std::size_t kMaxThreads = 32;

const char* verb(events::Access access) {
  switch (access) {
    case events::Access::Load:
      return "reads";
    case events::Access::Store:
      return "writes";
    case events::Access::Atomic:
      return "does an atomic on";
  }
  return "";
}

const char* spelling(events::Space space) {
  switch (space) {
    case events::Space::Global:
      return "global";
    case events::Space::Shared:
      return "shared";
    case events::Space::Local:
      return "local";
    case events::Space::Constant:
      return "constant";
    case events::Space::Texture:
      return "texture";
  }
  return "";
}

void add_threads(const Machine& machine, const Warp& warp, LaneMask lanes,
                 std::vector<Dim3>& threads) {
  for_lanes(lanes, [&](int lane) {
    if (threads.size() < kMaxThreads)
      threads.push_back(machine.launch->block.at(machine.thread_of(warp, lane)));
  });
}

std::string remedy(BadAccess why, int bytes) {
  switch (why) {
    case BadAccess::OutOfBounds:
      return "; check the index against the array's size";
    case BadAccess::Misaligned:
      return fmt::format(", an address that is not a multiple of {} bytes", bytes);
    case BadAccess::Null:
      return "; the pointer was never set";
    case BadAccess::ReadOnly:
      return ", which is read-only";
    case BadAccess::NotConstant:
      return ", which is not constant memory";
    case BadAccess::Ended:
      return ", which has ended: its shared memory is gone; all blocks of the cluster must meet at "
             "a cluster.sync() before one of them ends";
  }
  return "";
}

const char* threads_word(int count) { return count == 1 ? "thread" : "threads"; }

std::string others(LaneMask lanes) {
  const int more = std::popcount(lanes) - 1;
  return more > 0 ? fmt::format(" (and {} more {} of its warp)", more, threads_word(more))
                  : std::string();
}

}  // namespace

void report(Machine& machine, Block& block, Hazard hazard) {
  for (Hazard& known : machine.hazards) {
    if (known.kind == hazard.kind && known.launch == machine.launch_index &&
        known.pc == hazard.pc && known.other_pc == hazard.other_pc) {
      ++known.count;
      return;
    }
  }
  if (machine.hazards.size() >= kMaxHazards) return;
  hazard.launch = machine.launch_index;
  hazard.block = block.coordinates;
  if (hazard.machine_step.value == 0) hazard.machine_step = MachineStep{machine.step};
  machine.hazards.push_back(hazard);
  machine.options.listeners.tell(hazard);
}

void report(Issue& issue, LaneMask lanes, HazardKind kind, std::string message) {
  Hazard hazard;
  hazard.kind = kind;
  hazard.severity = events::Severity::Error;
  hazard.pc = hazard.other_pc = Pc{issue.pc};
  add_threads(issue.machine, issue.warp, lanes, hazard.threads);
  hazard.message = std::move(message);
  report(issue.machine, issue.block, std::move(hazard));
}

void report_lanes(Issue& issue, LaneMask lanes, Hazard hazard) {
  const int first = lanes == 0 ? 0 : std::countr_zero(lanes);
  add_threads(issue.machine, issue.warp, lanes, hazard.threads);
  hazard.message =
      fmt::format("{}{} {}", name_thread(issue.machine, issue.block, issue.warp, first),
                  others(lanes), hazard.message);
  report(issue.machine, issue.block, std::move(hazard));
}

Next fault(Issue& issue, LaneMask lanes, HazardKind kind, const std::string& what) {
  const int first = lanes == 0 ? 0 : std::countr_zero(lanes);
  report(issue, lanes, kind,
         fmt::format("{}{} {}", name_thread(issue.machine, issue.block, issue.warp, first),
                     others(lanes), what));
  issue.machine.outcome = Outcome::Fault;
  return Next::Stop;
}

namespace {

// The end of what a function's frame holds, in the lane's local memory.
std::uint64_t local_bytes(const Issue& issue) {
  const code::Code& code = *issue.machine.code;
  const code::FunctionCode& function = code.functions[code.function_of_pc[issue.pc]];
  return std::max(std::uint64_t{issue.group->local} + function.local_bytes,
                  std::uint64_t{issue.group->top});
}

}  // namespace

Next fault_access(Issue& issue, events::Space space, events::Access access, BadAccess why,
                  LaneMask lanes, int bytes, const std::uint64_t* addresses) {
  Machine& machine = issue.machine;
  const int first = std::countr_zero(lanes);
  Hazard hazard;
  hazard.kind = why == BadAccess::Misaligned ? HazardKind::Misaligned : HazardKind::OutOfBounds;
  hazard.severity = events::Severity::Error;
  hazard.pc = hazard.other_pc = Pc{issue.pc};
  hazard.space = spelling(space);
  add_threads(machine, issue.warp, lanes, hazard.threads);
  hazard.address = describe_address(machine, space, addresses[first], bytes);
  if (space == events::Space::Shared)
    hazard.address += describe_owner(machine, issue.block, addresses[first]);
  if (space == events::Space::Local && why == BadAccess::OutOfBounds)
    hazard.address += fmt::format(", which has {} bytes", local_bytes(issue));
  hazard.message =
      fmt::format("{}{} {} {} bytes at {}{}", name_thread(machine, issue.block, issue.warp, first),
                  others(lanes), verb(access), bytes, hazard.address, remedy(why, bytes));
  report(machine, issue.block, std::move(hazard));
  machine.outcome = Outcome::Fault;
  return Next::Stop;
}

Next fault_bad_barrier(Issue& issue, std::uint64_t number) {
  return fault(issue, issue.executed, HazardKind::Trap,
               fmt::format("uses barrier {}; a block has barriers 0 to {}", number, kBarriers - 1));
}

void report_barrier_divergence(Issue& issue) {
  const LaneMask missing = issue.warp.live & ~issue.executed;
  const int first = missing == 0 ? 0 : std::countr_zero(missing);
  report(issue, missing, HazardKind::BarrierDivergence,
         fmt::format("warp {} of block ({},{},{}) reaches a barrier with {} of its {} unfinished "
                     "threads; {} is elsewhere; "
                     "__syncthreads must be reached by all threads of the block together",
                     issue.warp.index, issue.block.coordinates.x, issue.block.coordinates.y,
                     issue.block.coordinates.z, std::popcount(issue.executed),
                     std::popcount(issue.warp.live),
                     name_thread(issue.machine, issue.block, issue.warp, first)));
}

Next stop_unsupported(Issue& issue, std::string message) {
  const Machine& machine = issue.machine;
  const ptx::SourceLocation at = machine.program->location_at(Pc{issue.pc});
  const std::vector<std::string>& files = machine.program->module().files;
  if (at.line != 0 && at.file < files.size()) {
    message =
        fmt::format("{}:{}:{}: {}", files[at.file], at.line, std::max(at.column, 1U), message);
  }
  issue.machine.unsupported = std::move(message);
  issue.machine.outcome = Outcome::Unsupported;
  return Next::Stop;
}

namespace {

std::string where(const Machine& machine, const LaneGroup& group) {
  const std::uint32_t line = machine.program->location_at(Pc{group.pc}).line;
  std::string place = line != 0
                          ? fmt::format("line {}", line)
                          : fmt::format("PTX line {}", machine.program->at(Pc{group.pc}).line);
  switch (group.status) {
    case Group::Status::AtBarrier:
      if (group.barrier == kClusterBarrier)
        return fmt::format("at its cluster's barrier in {}", place);
      return group.barrier < kBarriers ? fmt::format("at barrier {} in {}", group.barrier, place)
                                       : fmt::format("for a phase of an mbarrier in {}", place);
    case Group::Status::AtWarpSync:
      return fmt::format("for lanes named in the mask in {}", place);
    case Group::Status::AtJoin:
      return fmt::format("for its warp's other lanes at {}", place);
    case Group::Status::Ready:
      return fmt::format("in {}", place);
  }
  return place;
}

// "warp 0: 16 threads wait at barrier 0 in line 12; warp 1: …", at most four of them.
std::string whereabouts(const Machine& machine, const Block& block, const char* one_does,
                        const char* many_do) {
  std::string text;
  int named = 0;
  for (const Warp& warp : block.warps) {
    for (const LaneGroup& group : warp.groups) {
      if (++named > 4) return text + "; …";
      const int threads = std::popcount(group.lanes);
      text += fmt::format("{}warp {}: {} {} {} {}", text.empty() ? "" : "; ", warp.index, threads,
                          threads_word(threads), threads == 1 ? one_does : many_do,
                          where(machine, group));
    }
  }
  return text;
}

Hazard whole_block(const Machine& machine, const Block& block, HazardKind kind) {
  Hazard hazard;
  hazard.kind = kind;
  hazard.severity = events::Severity::Error;
  for (const Warp& warp : block.warps) {
    for (const LaneGroup& group : warp.groups) {
      if (hazard.threads.empty()) hazard.pc = hazard.other_pc = Pc{group.pc};
      add_threads(machine, warp, group.lanes, hazard.threads);
    }
  }
  return hazard;
}

}  // namespace

void report_deadlock(Machine& machine, Block& block) {
  Hazard hazard = whole_block(machine, block, HazardKind::Deadlock);
  hazard.message =
      fmt::format("block ({},{},{}) can't go on: {}", block.coordinates.x, block.coordinates.y,
                  block.coordinates.z, whereabouts(machine, block, "waits", "wait"));
  report(machine, block, std::move(hazard));
  machine.outcome = Outcome::Deadlock;
}

void report_step_limit(Machine& machine) {
  machine.outcome = Outcome::StepLimit;
  Hazard hazard;
  Block none;
  Block* block = &none;
  std::string place = "between two blocks";
  if (!machine.residents.empty()) {
    block = machine.residents[std::min(machine.resident, machine.residents.size() - 1)].get();
    hazard = whole_block(machine, *block, HazardKind::StepLimit);
    place = fmt::format("block ({},{},{}) is at: {}", block->coordinates.x, block->coordinates.y,
                        block->coordinates.z, whereabouts(machine, *block, "is", "are"));
  }
  hazard.kind = HazardKind::StepLimit;
  hazard.message =
      fmt::format("stopped after {} warp instructions; {}; an endless loop, or raise --max-steps",
                  machine.step, place);
  report(machine, *block, std::move(hazard));
}

void report_launch_limit(Machine& machine, std::size_t most) {
  machine.outcome = Outcome::StepLimit;
  Hazard hazard;
  Block none;
  hazard.kind = HazardKind::StepLimit;
  hazard.message = fmt::format(
      "stopped before launch {}: kernels launch kernels without end, or more than the model runs",
      most + 1);
  report(machine, none, std::move(hazard));
}

}  // namespace lanescope::machine
