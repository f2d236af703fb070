#include "sim/sass/machine/execution/run_warp.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/hash.hpp"
#include "sim/sass/machine/groups.hpp"
#include "sim/sass/machine/races/held_loads.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::execution {
namespace {

void tell_step(const Issue& issue) {
  Machine& machine = issue.machine;
  if (machine.counting()) {
    events::Counters& counters = machine.counts_at(issue.pc);
    counters.warp_instructions += 1;
    counters.thread_instructions += static_cast<std::uint64_t>(std::popcount(issue.executed));
  }
  issue.block.listeners.tell(events::Step{MachineStep{machine.step}, issue.block.index,
                                          WarpIndex{issue.warp.index}, Pc{issue.pc}, issue.active,
                                          issue.executed});
  ++machine.step;
}

// One instruction of the warp's current group.
Next issue_one(Machine& machine, Block& block, Warp& warp) {
  Group& group = warp.groups[warp.current];
  const std::uint32_t pc = group.pc;
  const Op& op = machine.code->ops[pc];
  Issue issue{machine, block, warp, op, pc, group.lanes, group.lanes};
  issue.executed &= read(issue, op.guard);
  group.last_run = machine.step;
  tell_step(issue);
  if (warp.holds_loads) races::settle_held_loads(issue);
  const Next next = op.handler(issue);
  if (next == Next::Advance) warp.groups[warp.current].pc = pc + 1;
  return next;
}

// Another group that can go on, the one that has waited longest.
void take_turns(Warp& warp) {
  std::size_t best = warp.groups.size();
  for (std::size_t n = 0; n < warp.groups.size(); ++n) {
    if (warp.groups[n].status != Status::Ready) continue;
    if (best == warp.groups.size() || warp.groups[n].last_run < warp.groups[best].last_run)
      best = n;
  }
  if (best < warp.groups.size()) warp.current = static_cast<std::uint32_t>(best);
}

std::uint64_t state_of(const Warp& warp, const Group& group) {
  std::uint64_t state = mix(group.pc);
  for (const Row& row : warp.rows) {
    for_lanes(group.lanes, [&](std::uint32_t lane) { state = mix(state ^ row.lane[lane]); });
  }
  for (const std::uint32_t predicate : warp.predicates)
    state = mix(state ^ (predicate & group.lanes));
  return state;
}

// A group that goes round and round: whether it came back to where it was, with nothing changed.
void look_for_spinning(Warp& warp, Group& group) {
  const std::uint64_t state = state_of(warp, group);
  group.spins = state == group.loop_state && warp.changes == group.loop_changes;
  group.loop_state = state;
  group.loop_changes = warp.changes;
}

bool only_spins(const Warp& warp) {
  return std::ranges::all_of(
      warp.groups, [](const Group& group) { return group.status != Status::Ready || group.spins; });
}

// Stopped: by the step, in its midst. Waits: its groups wait or go round in circles.
enum class Turn : std::uint8_t { Waits, Over, Stopped };

// Until the warp waits, has ended, goes round in circles, or the step is reached. `one`: a single
// instruction.
Turn run_warp(Machine& machine, Block& block, Warp& warp, std::uint64_t step, bool one) {
  Turn turn = Turn::Waits;
  while (choose_group(warp)) {
    if (machine.step >= step) return Turn::Stopped;
    turn = Turn::Over;
    const Next next = issue_one(machine, block, warp);
    if (next == Next::Stop) return turn;
    if (next == Next::Reselect && warp.current < warp.groups.size() &&
        warp.groups[warp.current].backward >= kPatience) {
      warp.groups[warp.current].backward = 0;
      look_for_spinning(warp, warp.groups[warp.current]);
      const bool spins = only_spins(warp);
      take_turns(warp);
      return spins ? Turn::Waits : Turn::Over;
    }
    if (one) return turn;
  }
  return turn;
}

}  // namespace

bool run_block(Machine& machine, Block& block, std::uint64_t step) {
  const bool one = machine.plan->options.order == engine::Order::RoundRobin;
  while (machine.running() && machine.step < step && block.unfinished > 0) {
    const Turn turn = run_warp(machine, block, block.warps[block.order[block.turn]], step, one);
    if (turn == Turn::Stopped) return false;
    block.idle = turn == Turn::Waits ? block.idle + 1 : 0;
    block.turn = (block.turn + 1) % static_cast<std::uint32_t>(block.order.size());
    if (block.idle >= block.warps.size()) {
      block.idle = 0;
      return true;
    }
  }
  return block.unfinished == 0;
}

}  // namespace lanescope::sass::machine::execution
