#include <array>
#include <bit>
#include <cstddef>

#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_matrix.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

using SyncWhat = code::WarpSyncOp::What;
constexpr std::size_t kLanes = 32;

bool is_shuffle(SyncWhat what) {
  return what == SyncWhat::ShflUp || what == SyncWhat::ShflDown || what == SyncWhat::ShflBfly ||
         what == SyncWhat::ShflIdx;
}

// The undefined bits of one register, and where they come from.
struct SlotBits {
  std::array<std::uint64_t, kLanes> bits{};
  std::array<Provenance, kLanes> provenance{};
};

SlotBits bits_of(UndefinedRegisters& registers, const code::Slot& slot) {
  SlotBits all;
  for_lanes(registers.lanes(slot.offset) & 0xffffffffU, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    all.bits[l] = registers.bits(slot.offset, lane);
    all.provenance[l] = registers.provenance(slot.offset, lane);
  });
  return all;
}

const code::WarpSyncOp& op_of(const Issue& issue, const LaneGroup& group) {
  return issue.machine.code->warp_syncs[issue.machine.code->ops[group.pc].detail];
}

void define(Issue& issue, const code::Slot& slot, LaneMask lanes) {
  if (slot.used()) registers_of(issue).clear(slot.offset, lanes);
}

}  // namespace

void watch_exchange(Issue& issue, const std::vector<const LaneGroup*>& parts) {
  const std::uint32_t pc = issue.pc;
  for (const LaneGroup* part : parts) {
    const code::WarpSyncOp& op = op_of(issue, *part);
    issue.pc = part->pc;
    if (op.what == SyncWhat::Multiply) {
      watch_matrices(issue, issue.machine.code->matrices[op.matrix], part->lanes);
      continue;
    }
    for (const code::Slot* slot : {&op.mask, &op.b, &op.c})
      tell_slot(issue, *slot, part->lanes, ValueUse::Decides);
    if (is_shuffle(op.what)) continue;
    tell_slot(issue, op.value, part->lanes, ValueUse::Computes);
    define(issue, op.result, part->lanes);
    define(issue, op.predicate, part->lanes);
  }
  issue.pc = pc;
}

namespace {

// Undefined bits go where the values go.
void pass_on(Issue& issue, const std::vector<const LaneGroup*>& parts,
             const std::array<std::uint64_t, kLanes>& sources) {
  UndefinedRegisters& registers = registers_of(issue);
  SlotBits values;
  for (const LaneGroup* part : parts) {
    const SlotBits own = bits_of(registers, op_of(issue, *part).value);
    for_lanes(part->lanes, [&](int lane) {
      const auto l = static_cast<std::size_t>(lane);
      values.bits[l] = own.bits[l];
      values.provenance[l] = own.provenance[l];
    });
  }
  for (const LaneGroup* part : parts) {
    const code::WarpSyncOp& op = op_of(issue, *part);
    define(issue, op.predicate, part->lanes);
    define(issue, op.result, part->lanes);
    if (!op.result.used()) continue;
    for_lanes(part->lanes, [&](int lane) {
      const auto source = static_cast<std::size_t>(sources[static_cast<std::size_t>(lane)]);
      if (values.bits[source] != 0)
        registers.set(op.result.offset, lane, values.bits[source], values.provenance[source]);
    });
  }
}

// Those of the lanes that name one that is not there, or not in their mask.
LaneMask without_source(const Issue& issue, const LaneGroup& part, LaneMask meeting,
                        const std::array<std::uint64_t, kLanes>& sources) {
  const code::WarpSyncOp& op = op_of(issue, part);
  LaneMask without = 0;
  for_lanes(part.lanes, [&](int lane) {
    const LaneMask there = op.has_mask ? meeting & read_lane(issue, op.mask, lane) : meeting;
    if ((there >> sources[static_cast<std::size_t>(lane)] & 1U) == 0)
      without |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return without;
}

}  // namespace

void watch_shuffle(Issue& issue, const std::vector<const LaneGroup*>& parts,
                   const std::array<std::uint64_t, 32>& sources) {
  if (issue.warp.undefined) pass_on(issue, parts, sources);
  LaneMask meeting = 0;
  for (const LaneGroup* part : parts) meeting |= part->lanes;
  for (const LaneGroup* part : parts) {
    const code::Slot& result = op_of(issue, *part).result;
    const LaneMask without = without_source(issue, *part, meeting, sources);
    if (without == 0 || !result.used()) continue;
    UndefinedRegisters& registers = make_registers(issue);
    UndefinedLoad& load = registers.loads[part->pc];
    load.shuffled = true;
    load.told &= ~without;
    load.addresses.assign(sources.begin(), sources.end());
    for_lanes(without, [&](int lane) {
      registers.set(result.offset, lane, 0xffffffff,
                    {part->pc, code::kNoSlot, static_cast<std::uint8_t>(lane), 0, false});
    });
  }
}

}  // namespace lanescope::machine
