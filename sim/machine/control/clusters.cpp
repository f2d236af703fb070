#include "sim/machine/control/clusters.hpp"

#include <algorithm>

#include "sim/machine/control/barriers.hpp"
#include "sim/machine/control/divergence.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using Mode = code::BarrierOp::Mode;

template <typename F>
void for_cluster(Machine& machine, const Block& block, F&& f) {
  for (const auto& other : machine.residents) {
    if (other->cluster == block.cluster) f(*other);
  }
}

bool may_issue(const Block& block) {
  return std::any_of(block.warps.begin(), block.warps.end(), has_ready_group);
}

bool all_have_arrived(const Machine& machine, const Block& block) {
  return std::ranges::all_of(machine.residents, [&](const auto& other) {
    return other->cluster != block.cluster ||
           std::ranges::all_of(other->warps,
                               [](const Warp& warp) { return (warp.live & ~warp.arrived) == 0; });
  });
}

bool has_arrivals(const Machine& machine, const Block& block) {
  return std::ranges::any_of(machine.residents, [&](const auto& other) {
    return other->cluster == block.cluster &&
           std::ranges::any_of(other->warps, [](const Warp& warp) { return warp.arrived != 0; });
  });
}

void wake(Machine& machine, Block& block, Warp& warp) {
  bool woken = false;
  for (LaneGroup& group : warp.groups) {
    if (group.status != Group::Status::AtBarrier || group.barrier != kClusterBarrier) continue;
    if (machine.races) {
      const Issue waiting{machine, block,    warp,        machine.file_of(block, warp),
                          &group,  group.pc, group.lanes, group.lanes};
      order_cluster_wait(waiting, group.lanes);
    }
    group.status = Group::Status::Ready;
    group.spin = {};
    ++group.pc;
    warp.passed &= ~group.lanes;
    woken = true;
  }
  if (!woken) return;
  warp.spinning = false;
  if (warp.groups.size() > 1) merge_ready_groups(machine, warp);
}

// The phase is complete: who waits goes on, and who comes to wait for it later need not.
void release(Machine& machine, const Block& of) {
  if (machine.races) order_cluster_release(machine, of);
  for_cluster(machine, of, [&](Block& block) {
    for (Warp& warp : block.warps) {
      warp.passed |= warp.arrived & warp.live;
      warp.arrived = 0;
      wake(machine, block, warp);
    }
    block.waits_for_all = false;
    block.listeners.tell(events::BarrierRelease{block.index, kClusterBarrier});
  });
}

Next arrive(Issue& issue, const code::BarrierOp& op) {
  Warp& warp = issue.warp;
  const LaneMask lanes = issue.executed;
  if (const LaneMask again = (warp.arrived | warp.passed) & lanes; again != 0) {
    return fault(issue, again, events::HazardKind::Trap,
                 "arrives at its cluster's barrier once more before it has waited there");
  }
  warp.arrived |= lanes;
  if (issue.machine.races) order_cluster_arrival(issue, lanes, op.relaxed);
  if (!all_have_arrived(issue.machine, issue.block)) return Next::Advance;
  ++issue.group->pc;
  release(issue.machine, issue.block);
  return Next::Reselect;
}

Next wait(Issue& issue) {
  Warp& warp = issue.warp;
  const LaneMask lanes = issue.executed;
  if (const LaneMask absent = lanes & ~(warp.arrived | warp.passed); absent != 0) {
    return fault(issue, absent, events::HazardKind::Trap,
                 "waits at its cluster's barrier, where it has not arrived");
  }
  if ((lanes & ~warp.passed) == 0) {
    warp.passed &= ~lanes;
    if (issue.machine.races) order_cluster_wait(issue, lanes);
    return Next::Advance;
  }
  if (lanes != issue.active) part_others(issue, lanes);
  issue.group->status = Group::Status::AtBarrier;
  issue.group->barrier = kClusterBarrier;
  tell_wait(issue.block, warp, lanes, events::WaitReason::Barrier, kClusterBarrier);
  return Next::Reselect;
}

}  // namespace

Block* block_of_cluster(Machine& machine, const Block& block, std::uint64_t rank) {
  for (const auto& other : machine.residents) {
    if (other->cluster == block.cluster && other->rank == rank) return other.get();
  }
  return nullptr;
}

bool others_can_go_on(const Machine& machine, const Block& block) {
  return machine.cluster_size > 1 && std::ranges::any_of(machine.residents, [&](const auto& other) {
           return other.get() != &block && other->cluster == block.cluster && may_issue(*other);
         });
}

void others_may_go_on(Machine& machine, const Block& block) {
  for_cluster(machine, block, [](Block& other) { other.waits_for_all = false; });
}

bool go_to_other_of_cluster(Machine& machine) {
  const std::size_t count = machine.residents.size();
  const Block& from = *machine.residents[machine.resident];
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t at = (machine.resident + i) % count;
    const Block& other = *machine.residents[at];
    if (other.cluster != from.cluster || other.waits_for_all || !may_issue(other)) continue;
    machine.resident = at;
    return true;
  }
  others_may_go_on(machine, from);
  return false;
}

template <Recording R>
Next do_cluster_barrier(Issue& issue) {
  const code::BarrierOp& op = issue.machine.code->barriers[issue.op().detail];
  const bool waits = op.mode != Mode::Arrive;
  if constexpr (R != Recording::None) {
    if (waits) ++issue.counts().by_pc[issue.pc].barriers;
  }
  if (op.aligned && issue.executed != issue.warp.live && !issue.warp.forced)
    report_barrier_divergence(issue);
  if (issue.executed == 0) return Next::Advance;
  return waits ? wait(issue) : arrive(issue, op);
}

void recheck_cluster_barrier(Machine& machine, Block& block) {
  if (!machine.code->uses_cluster_barrier) return;
  if (has_arrivals(machine, block) && all_have_arrived(machine, block)) release(machine, block);
}

template Next do_cluster_barrier<Recording::None>(Issue&);
template Next do_cluster_barrier<Recording::Counters>(Issue&);
template Next do_cluster_barrier<Recording::Full>(Issue&);

}  // namespace lanescope::machine
