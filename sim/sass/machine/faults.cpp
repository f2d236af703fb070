#include "sim/sass/machine/faults.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/code/code.hpp"
#include "sim/events/shared_place.hpp"
#include "sim/machine/described_place.hpp"
#include "sim/machine/race_telling.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine {
namespace {

std::string thread_name(const Issue& issue, std::uint32_t lane) {
  const Dim3 t = issue.machine.launch->block.at(issue.warp.index * kLanes + lane);
  const Dim3 b = issue.block.coordinates;
  return fmt::format("thread ({},{},{}) of block ({},{},{})", t.x, t.y, t.z, b.x, b.y, b.z);
}

std::string_view verb(events::Access access) {
  switch (access) {
    case events::Access::Load:
      return "reads";
    case events::Access::Store:
      return "writes";
    default:
      return "updates";
  }
}

std::string_view space_name(events::Space space) {
  switch (space) {
    case events::Space::Shared:
      return "shared";
    case events::Space::Local:
      return "local";
    default:
      return "global";
  }
}

std::string place_of(const Issue& issue, const Request& request, std::uint64_t address) {
  const Machine& machine = issue.machine;
  if (request.space == events::Space::Local)
    return fmt::format("byte {} of its local memory", address);
  if (request.space == events::Space::Global) return describe_global(machine, address);
  const bool named = machine.cluster_size > 1 && events::names_block(address);
  return describe_shared(machine, issue.block, named ? events::offset_of(address) : address,
                         static_cast<int>(request.bytes));
}

std::string_view reason(BadAccess why) {
  switch (why) {
    case BadAccess::Misaligned:
      return ", which is not a multiple of its size";
    case BadAccess::ReadOnly:
      return ", which is read-only";
    default:
      return "";
  }
}

void end_launch(Issue& issue, std::uint32_t lanes, events::Hazard hazard) {
  Machine& machine = issue.machine;
  hazard.launch = machine.launch_index;
  hazard.pc = hazard.other_pc = Pc{issue.pc};
  hazard.block = hazard.other_block = issue.block.coordinates;
  hazard.machine_step = hazard.other_machine_step = MachineStep{machine.step};
  for_lanes(lanes, [&](std::uint32_t lane) {
    hazard.threads.push_back(machine.launch->block.at(issue.warp.index * kLanes + lane));
  });
  hazard.count = static_cast<std::uint64_t>(std::popcount(lanes));
  machine.options.listeners.tell(hazard);
  machine.hazards.push_back(std::move(hazard));
  machine.outcome = Outcome::Fault;
}

}  // namespace

std::string describe_global(const Machine& machine, std::uint64_t address) {
  if (address < code::kNullPage) return fmt::format("address {:#x} (a null pointer)", address);
  return lanescope::machine::describe_place(machine.memory, address);
}

std::string describe_shared(const Machine& machine, const Block& block, std::uint64_t offset,
                            int access_bytes) {
  return lanescope::machine::describe_place(
      {machine.program, machine.program->ptx().shared_module().get(),
       static_cast<std::uint32_t>(block.shared.size())},
      offset, access_bytes);
}

void report(Machine& machine, const Block& block, events::Hazard hazard) {
  hazard.launch = machine.launch_index;
  hazard.block = block.coordinates;
  const auto known = std::ranges::find_if(machine.hazards, [&](const events::Hazard& one) {
    return one.kind == hazard.kind && one.launch == hazard.launch && one.pc == hazard.pc &&
           one.other_pc == hazard.other_pc;
  });
  if (known != machine.hazards.end()) {
    ++known->count;
    return;
  }
  if (machine.hazards.size() >= lanescope::machine::kMaxHazards) return;
  if (hazard.machine_step.value == 0) hazard.machine_step = MachineStep{machine.step};
  machine.options.listeners.tell(hazard);
  machine.hazards.push_back(std::move(hazard));
}

void fault_access(Issue& issue, const Request& request, std::uint32_t lanes, BadAccess why) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const std::string place = place_of(issue, request, request.addresses[lane]);
  events::Hazard hazard;
  hazard.kind = why == BadAccess::Misaligned ? events::HazardKind::Misaligned
                                             : events::HazardKind::OutOfBounds;
  hazard.space = space_name(request.space);
  hazard.address = place;
  hazard.message = fmt::format("{} {} {} bytes at {}{}", thread_name(issue, lane),
                               verb(request.access), request.bytes, place, reason(why));
  end_launch(issue, lanes, std::move(hazard));
}

Next fault(Issue& issue, std::uint32_t lanes, events::HazardKind kind, const std::string& what) {
  events::Hazard hazard;
  hazard.kind = kind;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  hazard.message = fmt::format("{} {}", thread_name(issue, lane), what);
  end_launch(issue, lanes, std::move(hazard));
  return Next::Stop;
}

void report_deadlock(Machine& machine, Block& block) {
  events::Hazard hazard;
  hazard.kind = events::HazardKind::Deadlock;
  hazard.launch = machine.launch_index;
  hazard.block = hazard.other_block = block.coordinates;
  hazard.machine_step = hazard.other_machine_step = MachineStep{machine.step};
  for (const Warp& warp : block.warps) {
    for (const Group& group : warp.groups) {
      if (hazard.threads.empty()) hazard.pc = hazard.other_pc = Pc{group.pc};
      for_lanes(group.lanes, [&](std::uint32_t lane) {
        if (hazard.threads.size() < kLanes)
          hazard.threads.push_back(machine.launch->block.at(warp.index * kLanes + lane));
      });
    }
  }
  hazard.message = fmt::format("block ({},{},{}) waits for ever: none of its threads can go on",
                               block.coordinates.x, block.coordinates.y, block.coordinates.z);
  machine.options.listeners.tell(hazard);
  machine.hazards.push_back(std::move(hazard));
  machine.outcome = Outcome::Deadlock;
}

void report_step_limit(Machine& machine) {
  events::Hazard hazard;
  hazard.kind = events::HazardKind::StepLimit;
  hazard.launch = machine.launch_index;
  hazard.machine_step = hazard.other_machine_step = MachineStep{machine.step};
  hazard.message = fmt::format("the run was stopped after {} warp instructions (--max-steps)",
                               machine.plan->options.max_steps);
  machine.options.listeners.tell(hazard);
  machine.hazards.push_back(std::move(hazard));
  machine.outcome = Outcome::StepLimit;
}

}  // namespace lanescope::sass::machine
