#include <algorithm>
#include <bit>

#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/groups.hpp"
#include "sim/sass/machine/instructions/barriers.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/system_calls.hpp"
#include "sim/sass/machine/lane_loops.hpp"

// Branches, calls, and where lanes meet.
namespace lanescope::sass::machine::instructions {
namespace {

using Kind = Operand::Kind;

// Where the group's lanes meet again: the innermost BSSY that they are in.
Pc meeting_of(const Group& group) {
  std::uint32_t fewest = 33, at = events::kNoPc.value;
  for (std::size_t n = 0; n < group.convergence.size(); ++n) {
    const U32 lanes = group.convergence[n];
    const auto count = static_cast<U32>(std::popcount(lanes));
    if ((lanes & group.lanes) != group.lanes || count == 0 || count > fewest) continue;
    fewest = count;
    at = group.meeting[n];
  }
  return Pc{at};
}

// Lanes that go to `ways` places count one less: smsp__sass_branch_targets_threads_divergent.
void count_ways(Issue& issue, U32 ways) {
  if (ways < 2 || !issue.machine.counting()) return;
  issue.machine.counts_at(issue.pc).divergent_branches += ways - 1;
}

// `ways`: places that the lanes taken go to.
void tell_branch(Issue& issue, U32 taken, U32 ways = 1) {
  if (!issue.machine.counting()) return;
  const U32 rest = issue.active & ~taken;
  const bool divergent = taken != 0 && (rest != 0 || ways > 1);
  issue.machine.counts_at(issue.pc).branches += 1;
  issue.block.listeners.tell(events::Branch{taken, rest, divergent, meeting_of(issue.group())});
}

Next go_to(Issue& issue, U32 taken, U32 target) {
  part(issue, taken, target);
  const bool backward = taken != 0 && target <= issue.pc;
  return backward && ++issue.group().backward >= kPatience ? Next::Reselect : Next::Jumped;
}

// Lanes of which the predicates behind the opcode are true too: "@!P0 EXIT P1".
U32 lanes_meant(const Issue& issue) {
  U32 lanes = issue.executed;
  for (U32 n = 0; n < issue.op.src_predicate_count; ++n)
    lanes &= read(issue, issue.op.src_predicates[n]);
  return lanes;
}

Next branch(Issue& issue) {
  U32 taken = lanes_meant(issue);
  if (issue.op.number[2] != 0 && taken != 0) taken = issue.active;
  if (issue.op.number[0] != 0) {
    tell_branch(issue, taken);
    count_ways(issue, taken != 0 && taken != issue.active ? 2 : 1);
  }
  return go_to(issue, taken, issue.op.target);
}

// BRA.DIV: when lanes of the mask are elsewhere, or their guard is false, as where they would have
// other masks than the first (R2UR); then all go. BRA.CONV: when none are. No mask (sm_75): all.
Next branch_if_parted(Issue& issue) {
  Row room;
  const U32 asked = issue.op.sources == 0 ? ~0U : read(issue, issue.op.src[0], room).lane[0];
  const U32 mask = asked & issue.warp.live;
  const bool parted = (mask & ~issue.executed) != 0;
  const bool asks_parted = issue.op.number[1] != 0;
  const U32 goers = asks_parted ? issue.active : issue.executed;
  const U32 taken = parted == asks_parted ? goers : 0;
  return go_to(issue, taken, issue.op.target);
}

bool bind_branch(const Instruction& i, Op& op) {
  if (std::ranges::find(i.operands, Kind::Label, &Operand::kind) == i.operands.end()) return false;
  const bool asks = i.has("DIV") || i.has("CONV");
  // U.ANY: all go where one goes.
  op.number = {i.has_guard || op.src_predicate_count > 0 ? 1U : 0U, i.has("DIV") ? 1U : 0U,
               i.has("ANY") ? 1U : 0U, 0};
  op.handler = asks ? branch_if_parted : branch;
  return !asks || op.sources <= 1;
}

// Different places that lanes go to.
U32 ways_of(const std::array<U32, 32>& targets, U32 lanes) {
  std::vector<U32> places;
  for_lanes(lanes, [&](U32 lane) {
    if (std::ranges::find(places, targets[lane]) == places.end()) places.push_back(targets[lane]);
  });
  return static_cast<U32>(places.size());
}

// Each lane to the address that a register pair has, from `base` on.
Next go_to_addresses(Issue& issue, const Source& source, std::uint64_t base,
                     bool is_branch = false) {
  WideRow addresses;
  read_wide(issue, source, addresses);
  std::array<U32, 32> targets{};
  U32 lost = 0;
  for_lanes(issue.executed, [&](U32 lane) {
    const auto pc = issue.machine.program->pc_at(addresses[lane] + base);
    if (pc)
      targets[lane] = *pc;
    else
      lost |= 1U << lane;
  });
  if (lost != 0)
    return fault(issue, lost, events::HazardKind::Trap, "goes to an address that has no code");
  const U32 ways = ways_of(targets, issue.executed);
  if (is_branch) tell_branch(issue, issue.executed, ways);
  if (issue.executed == 0) return Next::Advance;
  count_ways(issue, ways + (issue.executed != issue.active ? 1 : 0));
  scatter(issue, targets, issue.executed);
  return Next::Reselect;
}

// BRX a, offset: relative to the next instruction.
Next branch_indirect(Issue& issue) {
  const std::uint64_t next = issue.machine.program->address_of(issue.pc) + 16;
  return go_to_addresses(issue, issue.op.src[0], next + issue.op.src[1].value, true);
}

// "BRX R2 -0xd0": the register and the offset stand in one operand.
bool bind_branch_indirect(const Instruction&, Op& op) {
  op.handler = branch_indirect;
  return op.sources == 2;
}

Next call(Issue& issue) { return go_to(issue, issue.executed, issue.op.target); }

// CALL.ABS of an address: code of ours, or what the system offers.
Next call_address(Issue& issue) {
  WideRow addresses;
  read_wide(issue, issue.op.src[0], addresses);
  if (issue.executed == 0) return Next::Advance;
  const auto first = static_cast<std::size_t>(std::countr_zero(issue.executed));
  if (const auto offered = system_call_at(addresses[first])) return carry_out(issue, *offered);
  if (addresses[first] == unknown_call_address()) return stop_unsupported(issue);
  return go_to_addresses(issue, issue.op.src[0], 0);
}

// "CALL.REL.NOINC R6 `(kernel)", "RET.REL.NODEC R4 `(kernel)": so far from the label's place.
Next go_to_relative(Issue& issue) {
  return go_to_addresses(issue, issue.op.src[0],
                         issue.machine.program->address_of(issue.op.target));
}

bool bind_call(const Instruction& i, Op& op) {
  const bool named = std::ranges::find(i.operands, Kind::Label, &Operand::kind) != i.operands.end();
  op.handler = named ? call : call_address;
  if (named && op.sources > 0) op.handler = go_to_relative;
  return i.has("NOINC") && (named || op.sources >= 1);
}

Next return_absolute(Issue& issue) { return go_to_addresses(issue, issue.op.src[0], 0); }

bool bind_return(const Instruction& i, Op& op) {
  op.handler = i.has("REL") ? go_to_relative : return_absolute;
  return op.sources >= 1;
}

// The address of a label.
Next load_pc(Issue& issue) {
  WideRow out;
  out.fill(issue.machine.program->address_of(issue.op.target));
  write_wide(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_load_pc(const Instruction&, Op& op) {
  op.handler = load_pc;
  return op.dst != kNoRow;
}

Next end(Issue& issue) {
  issue.executed = lanes_meant(issue);
  if (issue.executed == 0) return Next::Advance;
  end_lanes(issue);
  release_barriers(issue.machine, issue.block);
  return Next::Reselect;
}

U32 barrier_of(const Instruction& i) {
  const auto at = std::ranges::find(i.operands, Kind::Barrier, &Operand::kind);
  return at == i.operands.end() ? 16 : at->index;
}

Next set_meeting(Issue& issue) {
  Group& group = issue.group();
  group.convergence[issue.op.number[0]] = issue.executed;
  group.meeting[issue.op.number[0]] = issue.op.target;
  return Next::Advance;
}

void tell_wait(Issue& issue, events::WaitReason reason) {
  const Group& group = issue.group();
  if ((group.awaited & issue.warp.live & ~group.lanes) == 0) return;
  issue.block.listeners.tell(
      events::Wait{issue.block.index, WarpIndex{issue.warp.index}, group.lanes, reason, 0});
}

Next meet_here(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const U32 number = issue.op.number[0];
  wait(issue, Status::AtConvergence, number, issue.pc + 1);
  Group& group = issue.group();
  group.awaited = group.members = group.convergence[number] | group.lanes;
  group.convergence[number] = 0;
  group.collective_end = 0;
  tell_wait(issue, events::WaitReason::Join);
  meet(issue.warp);
  return Next::Reselect;
}

// The executed lanes no longer come to the meeting.
Next leave_meeting(Issue& issue) {
  U32 leaving = issue.executed;
  for (U32 n = 0; n < issue.op.src_predicate_count; ++n)
    leaving &= read(issue, issue.op.src_predicates[n]);
  for (Group& group : issue.warp.groups) {
    group.convergence[issue.op.number[0]] &= ~leaving;
    if (group.status == Status::AtConvergence && group.barrier == issue.op.number[0])
      group.awaited &= ~leaving;
  }
  issue.group().pc = issue.pc + 1;
  meet(issue.warp);
  return Next::Reselect;
}

template <Handler Does>
bool bind_meeting(const Instruction& i, Op& op) {
  op.number[0] = barrier_of(i);
  op.handler = Does;
  return op.number[0] < kConvergenceBarriers;
}

// BMOV moves a convergence barrier's lanes to a register, or back.
Next save_meeting(Issue& issue) {
  Row out;
  U32& lanes = issue.group().convergence[issue.op.number[0]];
  out.lane.fill(lanes);
  write(issue, issue.op.dst, out);
  if (issue.op.number[1] != 0) lanes = 0;
  return Next::Advance;
}
Next restore_meeting(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  Row room;
  const Row& value = read(issue, issue.op.src[0], room);
  issue.group().convergence[issue.op.number[0]] =
      value.lane[static_cast<std::size_t>(std::countr_zero(issue.executed))];
  return Next::Advance;
}

bool bind_move_meeting(const Instruction& i, Op& op) {
  op.number = {barrier_of(i), i.has("CLEAR") ? 1U : 0U, 0, 0};
  op.handler = i.operands.front().kind == Kind::Barrier ? restore_meeting : save_meeting;
  return op.number[0] < kConvergenceBarriers;
}

// Lanes of a mask wait for each other; a collective then runs once for all of them. Lanes of
// several masks that are together stay so.
Next synchronise(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  U32 mask = issue.op.number[0] != 0 || issue.op.sources == 0 ? ~0U : 0;
  if (mask == 0) {
    Row room;
    const Row& masks = read(issue, issue.op.src[0], room);
    for_lanes(issue.executed, [&](U32 lane) { mask |= masks.lane[lane]; });
  }
  wait(issue, Status::AtWarpSync, 0, issue.pc + 1);
  Group& group = issue.group();
  group.awaited = (mask & issue.warp.live) | group.lanes;
  group.collective_end = issue.op.number[1] != 0 ? issue.op.target : 0;
  tell_wait(issue, events::WaitReason::WarpSync);
  meet(issue.warp);
  return Next::Reselect;
}

// WARPSYNC.EXCLUSIVE and COLLECTIVE: lanes of each mask go on by themselves, until BSYNC. An H200
// counts the first as lanes that part at a branch; the second was not looked at.
Next synchronise_each(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  Row room;
  const Row masks = read(issue, issue.op.src[0], room);
  const auto first = static_cast<std::size_t>(std::countr_zero(issue.executed));
  U32 others = 0;
  for_lanes(issue.executed, [&](U32 lane) {
    if (masks.lane[lane] != masks.lane[first]) others |= 1U << lane;
  });
  if (others == 0) return synchronise(issue);
  std::vector<U32> distinct;
  for_lanes(issue.executed, [&](U32 lane) {
    if (std::ranges::find(distinct, masks.lane[lane]) == distinct.end())
      distinct.push_back(masks.lane[lane]);
  });
  if (issue.op.number[2] != 0) count_ways(issue, static_cast<U32>(distinct.size()));
  const Group whole = issue.group();
  for (const U32 mask : distinct) {
    Group part = whole;
    part.lanes = 0;
    for_lanes(issue.executed, [&](U32 lane) {
      if (masks.lane[lane] == mask) part.lanes |= 1U << lane;
    });
    part.status = Status::AtWarpSync;
    part.awaited = (mask & issue.warp.live) | part.lanes;
    part.pc = issue.pc + 1;
    part.collective_end = issue.op.number[1] != 0 ? issue.op.target : 0;
    if (mask == distinct.front())
      issue.group() = part;
    else
      issue.warp.groups.push_back(part);
  }
  meet(issue.warp);
  return Next::Reselect;
}

bool bind_synchronise(const Instruction& i, Op& op) {
  op.number = {i.has("ALL") ? 1U : 0U, i.has("COLLECTIVE") ? 1U : 0U, i.has("EXCLUSIVE") ? 1U : 0U,
               0};
  const bool each = i.has("EXCLUSIVE") || i.has("COLLECTIVE");
  op.handler = each && op.sources == 1 ? synchronise_each : synchronise;
  return true;
}

Next end_collective(Issue& issue) {
  Group& group = issue.group();
  group.pc = group.collective_end != 0 ? group.collective_end : issue.pc + 1;
  group.collective_end = 0;
  return Next::Jumped;
}

Next yield(Issue& issue) {
  issue.group().pc = issue.pc + 1;
  issue.group().backward = kPatience;
  give_way(issue);
  return Next::Reselect;
}

Next trap(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  return fault(issue, issue.executed, events::HazardKind::Trap, "executes a trap");
}

bool bind_breakpoint(const Instruction& i, Op& op) {
  op.handler = i.has("TRAP") ? trap : nothing;
  return true;
}

constexpr BinderRow kRows[]{
    {"BRA", bind_branch},
    {"BRX", bind_branch_indirect},
    {"BRXU", bind_branch_indirect},
    {"CALL", bind_call},
    {"RET", bind_return},
    {"LEPC", bind_load_pc},
    {"EXIT", bind_plain<end>},
    {"BSSY", bind_meeting<set_meeting>},
    {"BSYNC", bind_meeting<meet_here>},
    {"BREAK", bind_meeting<leave_meeting>},
    {"BMOV", bind_move_meeting},
    {"WARPSYNC", bind_synchronise},
    {"ENDCOLLECTIVE", bind_plain<end_collective>},
    {"YIELD", bind_plain<yield>},
    {"BPT", bind_breakpoint},
    {"NOP", bind_plain<nothing>},
    {"NANOSLEEP", bind_plain<yield>},
    {"WARPGROUP", bind_plain<nothing>},
    {"PMTRIG", bind_plain<nothing>},
    {"PREEXIT", bind_plain<nothing>},  // grids run one after the other
    {"ACQBULK", bind_plain<nothing>},
    {"UBLKPF", bind_plain<nothing>},  // a copy to L2, which holds nothing here
    {"BAR", bind_barrier},
    {"B2R", bind_barrier_result},
    {"UCGABAR_ARV", bind_cluster_arrival},
    {"UCGABAR_WAIT", bind_cluster_wait},
};

}  // namespace

std::span<const BinderRow> control_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
