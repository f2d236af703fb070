#include "sim/machine/definedness/watch_report.hpp"

#include <array>
#include <bit>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

const char* verb(ValueUse use) {
  switch (use) {
    case ValueUse::Computes:
      return "computes with";
    case ValueUse::Address:
      return "takes an address from";
    case ValueUse::Decides:
      return "decides its way by";
    case ValueUse::Stores:
      return "stores what it read from";
    case ValueUse::Passes:
      return "passes to a system call";
  }
  return "";
}

const char* remedy(events::Space space) {
  switch (space) {
    case events::Space::Shared:
      return "write it, or set it to zero, before a __syncthreads() that comes first";
    case events::Space::Local:
      return "give the array its values first";
    default:
      return "memory from malloc or cudaMalloc holds anything: write it or clear it first";
  }
}

const char* spelling(events::Space space) {
  return space == events::Space::Shared  ? "shared"
         : space == events::Space::Local ? "local"
                                         : "global";
}

struct Finding {
  Pc pc, load;
  std::uint64_t step = 0;
  events::Space space = events::Space::Global;
  std::uint64_t address = 0;
  int bytes = 4;
  ValueUse use = ValueUse::Computes;
  bool shuffled = false;  // `load` is a shuffle, `address` the lane that it named
};

// Told where the shuffle is: what was done with the value only shows that it matters.
void tell_shuffled(Issue& issue, LaneMask lanes, const Finding& finding) {
  events::Hazard hazard;
  hazard.kind = events::HazardKind::InvalidSyncMask;
  hazard.severity = events::Severity::Error;
  hazard.pc = hazard.other_pc = finding.load;
  hazard.message = fmt::format(
      "takes the value of lane {}, which the mask of its shuffle does not name or which is not "
      "there: what it gets, and uses, is open",
      finding.address);
  report_lanes(issue, lanes, std::move(hazard));
}

void tell(Issue& issue, LaneMask lanes, const Finding& finding) {
  if (finding.shuffled) return tell_shuffled(issue, lanes, finding);
  events::Hazard hazard;
  hazard.kind = events::HazardKind::UninitializedRead;
  hazard.severity = events::Severity::Error;
  hazard.pc = finding.pc;
  hazard.other_pc = finding.load;
  hazard.space = spelling(finding.space);
  hazard.address = describe_address(issue.machine, finding.space, finding.address, finding.bytes);
  if (finding.space == events::Space::Shared)
    hazard.address += describe_owner(issue.machine, issue.block, finding.address);
  hazard.machine_step = MachineStep{finding.step};
  hazard.message = fmt::format("{} {}, which nobody has written; {}", verb(finding.use),
                               hazard.address, remedy(finding.space));
  report_lanes(issue, lanes, std::move(hazard));
}

Finding finding_of(const Issue& issue, UndefinedRegisters& registers, const Provenance& from,
                   ValueUse use) {
  const UndefinedLoad& load = registers.loads[from.load];
  Finding finding{Pc{issue.pc}, Pc{from.load}, issue.machine.step, load.space, 0, load.bytes, use};
  const std::size_t at =
      std::size_t{from.element} * static_cast<std::size_t>(issue.machine.warp_size) + from.lane;
  if (at < load.addresses.size()) finding.address = load.addresses[at];
  finding.shuffled = load.shuffled;
  if (from.use != code::kNoSlot && from.use != issue.pc) {
    finding.pc = Pc{from.use};
    finding.use = ValueUse::Computes;
    finding.step = registers.uses[from.use];
  }
  return finding;
}

}  // namespace

void tell_values(Issue& issue, LaneMask lanes, const Provenance* provenance, ValueUse use) {
  UndefinedRegisters& registers = registers_of(issue);
  while (lanes != 0) {
    const Provenance& first = provenance[std::countr_zero(lanes)];
    LaneMask alike = 0;
    for_lanes(lanes, [&](int lane) {
      const Provenance& from = provenance[lane];
      if (from.load != first.load || from.use != first.use) return;
      alike |= LaneMask{1} << static_cast<unsigned>(lane);
    });
    tell(issue, alike, finding_of(issue, registers, first, use));
    for_lanes(alike, [&](int lane) {
      const Provenance& from = provenance[lane];
      registers.loads[from.load].told |= LaneMask{1} << from.lane;
    });
    lanes &= ~alike;
  }
}

void tell_slot(Issue& issue, const code::Slot& slot, LaneMask lanes, ValueUse use) {
  if (!slot.used()) return;
  UndefinedRegisters& registers = registers_of(issue);
  const LaneMask undefined = registers.lanes(slot.offset) & lanes;
  if (undefined == 0) return;
  std::array<Provenance, kMaxWarpSize> provenance;
  for_lanes(undefined, [&](int lane) {
    provenance[static_cast<std::size_t>(lane)] = registers.provenance(slot.offset, lane);
  });
  tell_values(issue, undefined, provenance.data(), use);
  registers.clear(slot.offset, undefined);
}

void tell_memory(Issue& issue, LaneMask lanes, events::Space space, std::uint64_t address,
                 int bytes, ValueUse use) {
  tell(issue, lanes, {Pc{issue.pc}, Pc{issue.pc}, issue.machine.step, space, address, bytes, use});
}

}  // namespace lanescope::machine
