// races.hpp for clusters: their barrier, and the end of a block whose memory others reach.
#include <algorithm>
#include <string>

#include "sim/machine/faults.hpp"
#include "sim/machine/races.hpp"
#include "sim/machine/races_state.hpp"

namespace lanescope::machine {

namespace {

void tell_visit(Machine& machine, Block& block, const hazards::Detector::Visit& visit) {
  const std::string address = describe_address(machine, events::Space::Shared, visit.address);
  report(machine, block, visit_hazard(run_of(machine), visit, block.coordinates, address));
}

}  // namespace

void order_block_end(Machine& machine, Block& block) {
  hazards::Detector& detector = machine.races->detector;
  if (machine.cluster_size > 1) {
    for (const auto& visit : detector.unordered_visits(block.index.value))
      tell_visit(machine, block, visit);
  }
  detector.end_block(block.index.value);
}

void order_cluster_arrival(const Issue& issue, LaneMask lanes, bool relaxed) {
  order_of(issue.machine, issue.block)
      .arrive_at(issue.machine.races->clusters[issue.block.cluster],
                 {issue.warp.index, lanes, issue.warp.existing, relaxed, true}, now(issue.machine));
}

namespace {

// All lanes stand at the wait, or come to it next: then it is as if they had met there.
bool nobody_has_gone_on(const Machine& machine, const Block& block) {
  const auto waits = [&](std::uint32_t pc) {
    const code::Op& op = machine.code->ops[pc];
    return op.kind == code::HandlerKind::ClusterBarrier && op.guard == code::kNoSlot &&
           machine.code->barriers[op.detail].mode != code::BarrierOp::Mode::Arrive;
  };
  return std::ranges::all_of(block.warps, [&](const Warp& warp) {
    return std::ranges::all_of(warp.groups,
                               [&](const LaneGroup& group) { return waits(group.pc); });
  });
}

}  // namespace

void order_cluster_release(Machine& machine, const Block& block) {
  hazards::BlockOrder::Phases& barrier = machine.races->clusters[block.cluster];
  bool together = !barrier.relaxed;
  for (const auto& other : machine.residents) {
    if (other->cluster == block.cluster) together = together && nobody_has_gone_on(machine, *other);
  }
  if (!together) return hazards::BlockOrder::complete_phase(barrier);
  const hazards::Time time = now(machine);
  hazards::ClockPtr known;
  const auto for_orders = [&](auto&& f) {
    for (const auto& other : machine.residents) {
      if (other->cluster == block.cluster) f(order_of(machine, *other));
    }
  };
  for_orders([&](const hazards::BlockOrder& order) { known = join(known, order.all_known(time)); });
  for_orders([&](hazards::BlockOrder& order) { order.meet(known, time); });
  barrier = {};
}

void order_cluster_wait(const Issue& issue, LaneMask lanes) {
  order_of(issue.machine, issue.block)
      .wait_for(issue.machine.races->clusters[issue.block.cluster], issue.warp.index, lanes);
}

}  // namespace lanescope::machine
