// races.hpp for clusters: their barrier, and the end of a block whose memory others reach.
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "sim/machine/faults.hpp"
#include "sim/machine/races.hpp"
#include "sim/machine/races_state.hpp"

namespace lanescope::machine {

using events::Hazard;
using events::Severity;

namespace {

void tell_visit(Machine& machine, Block& block, const hazards::Detector::Visit& visit) {
  const std::uint32_t warp = hazards::warp_of(visit.stamp.who);
  const std::uint32_t lane = hazards::lane_of(visit.stamp.who);
  Hazard hazard;
  hazard.kind = events::HazardKind::Race;
  hazard.severity = Severity::Error;
  hazard.pc = hazard.other_pc = Pc{visit.stamp.pc};
  hazard.space = "shared";
  hazard.other_block = machine.launch->grid.at(visit.stamp.block);
  hazard.other_thread =
      machine.launch->block.at(warp * static_cast<std::uint32_t>(machine.warp_size) + lane);
  hazard.threads = {hazard.other_thread};
  const auto name = [](const Dim3& at) { return fmt::format("({},{},{})", at.x, at.y, at.z); };
  hazard.address =
      fmt::format("{} of block {}", describe_address(machine, events::Space::Shared, visit.address),
                  name(block.coordinates));
  hazard.other_machine_step = MachineStep{machine.races->detector.step_at(visit.stamp.time)};
  const std::uint32_t line = machine.program->location_at(Pc{visit.stamp.pc}).line;
  const std::string where =
      line != 0 ? fmt::format("line {}", line)
                : fmt::format("PTX line {}", machine.program->at(Pc{visit.stamp.pc}).line);
  hazard.message = fmt::format(
      "block {} ends, and its shared memory with it; nothing orders that behind thread {} of block "
      "{}, which {} {} in {}: a cluster.sync() before the end is missing",
      name(block.coordinates), name(hazard.other_thread), name(hazard.other_block),
      visit.what == hazards::What::Load    ? "reads"
      : visit.what == hazards::What::Store ? "writes"
                                           : "does an atomic on",
      hazard.address, where);
  report(machine, block, std::move(hazard));
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
