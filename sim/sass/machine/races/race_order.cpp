// races.hpp: what orders accesses.
#include <algorithm>
#include <vector>

#include "sim/events/shared_place.hpp"
#include "sim/sass/machine/races/races_state.hpp"

namespace lanescope::sass::machine::races {

using hazards::BlockOrder;

void order_fence(const Issue& issue, bool of_block) {
  order_of(issue.machine, issue.block)
      .fence(issue.warp.index, kOneThread, of_block ? hazards::Scope::Cta : hazards::Scope::Gpu,
             now(issue.machine));
}

void order_commit(const Issue& issue) {
  order_of(issue.machine, issue.block)
      .commit_copies(issue.warp.index, kOneThread, now(issue.machine));
}

void order_copies(const Issue& issue, std::uint32_t left) {
  order_of(issue.machine, issue.block)
      .wait_for_copies(issue.warp.index, kOneThread, left, now(issue.machine));
}

void order_arrival(const Issue& issue, std::uint32_t barrier, bool waits) {
  order_of(issue.machine, issue.block)
      .arrive(barrier, issue.warp.index, kOneThread, waits, now(issue.machine));
}

void order_release(Machine& machine, const Block& block, std::uint32_t barrier) {
  // Threads that have exited are not missed, unless the barrier counts.
  const bool counts = block.barriers[barrier].expected != 0;
  std::vector<LaneMask> awaited;
  awaited.reserve(block.warps.size());
  for (const Warp& warp : block.warps)
    awaited.push_back((counts ? warp.existing : warp.live) != 0 ? kOneThread : 0);
  order_of(machine, block).release(barrier, awaited, now(machine));
}

void order_cluster_arrival(const Issue& issue) {
  order_of(issue.machine, issue.block)
      .arrive_at(issue.machine.races->clusters[issue.block.cluster],
                 {issue.warp.index, kOneThread, kOneThread, false, true}, now(issue.machine));
}

namespace {

// All lanes stand at the wait, or come to it next: then it is as if they had met there.
bool nobody_has_gone_on(const Issue& issue, const Block& block) {
  const auto waits = [&](const Warp& warp, const Group& group) {
    if (group.status == Status::AtCluster) return true;
    const bool issues = &warp == &issue.warp && &group == &issue.group();
    const std::uint32_t next = group.pc + (issues ? 1 : 0);
    const auto& ops = issue.machine.code->ops;
    return next < ops.size() && ops[next].text->name == "UCGABAR_WAIT" &&
           !ops[next].text->has_guard;
  };
  return std::ranges::all_of(block.warps, [&](const Warp& warp) {
    return std::ranges::all_of(warp.groups, [&](const Group& group) { return waits(warp, group); });
  });
}

}  // namespace

void order_cluster_release(const Issue& issue) {
  Machine& machine = issue.machine;
  BlockOrder::Phases& barrier = machine.races->clusters[issue.block.cluster];
  std::vector<const Block*> blocks;
  for (const auto& block : machine.residents) {
    if (block->cluster == issue.block.cluster) blocks.push_back(block.get());
  }
  if (!std::ranges::all_of(blocks,
                           [&](const Block* block) { return nobody_has_gone_on(issue, *block); }))
    return BlockOrder::complete_phase(barrier);
  const hazards::Time time = now(machine);
  hazards::ClockPtr known;
  for (const Block* block : blocks) known = join(known, order_of(machine, *block).all_known(time));
  for (const Block* block : blocks) order_of(machine, *block).meet(known, time);
  barrier = {};
}

void order_cluster_wait(Machine& machine, const Block& block, std::uint32_t warp) {
  order_of(machine, block).wait_for(machine.races->clusters[block.cluster], warp, kOneThread);
}

void order_mbarrier(Issue& issue, std::uint64_t place, MbarrierDeed deed) {
  const Block& owner = *block_of(issue, place);
  BlockOrder& order = order_of(issue.machine, issue.block);
  BlockOrder& of_owner = order_of(issue.machine, owner);
  const auto at =
      static_cast<std::uint32_t>(events::names_block(place) ? events::offset_of(place) : place);
  const std::uint32_t warp = issue.warp.index;
  switch (deed) {
    case MbarrierDeed::Begins:
      return of_owner.begin_mbarrier(at);
    case MbarrierDeed::Arrives:
      return order.arrive_at(of_owner.mbarrier(at),
                             {warp, kOneThread, kOneThread, false, &owner != &issue.block},
                             now(issue.machine));
    case MbarrierDeed::CopiesArrive:
      return order.copies_arrive_at(of_owner.mbarrier(at), warp, kOneThread, now(issue.machine));
    case MbarrierDeed::Waits:
      return order.wait_for(of_owner.mbarrier(at), warp, kOneThread);
  }
}

void order_phase(Issue& issue, std::uint64_t place) {
  const Block& owner = *block_of(issue, place);
  const auto at =
      static_cast<std::uint32_t>(events::names_block(place) ? events::offset_of(place) : place);
  BlockOrder::complete_phase(order_of(issue.machine, owner).mbarrier(at));
}

}  // namespace lanescope::sass::machine::races
