#include "sim/machine/races.hpp"

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/races_state.hpp"

namespace lanescope::machine {

using events::Hazard;
using hazards::Finding;

namespace {

class Telling final : public RaceTelling {
 public:
  // owner: the block whose shared memory it is.
  Telling(Issue& issue, const Watched& access, const Block& owner, hazards::Time now)
      : RaceTelling(run_of(issue.machine),
                    {issue.pc, issue.warp.index, issue.block.index.value, issue.block.coordinates,
                     owner.coordinates, now, access.what, access.order.strong, access.async,
                     access.space == ptx::Space::Shared}),
        issue_(issue),
        access_(access),
        owner_(owner) {}

 private:
  [[nodiscard]] std::byte stored_byte(std::uint32_t lane, std::uint64_t address) const {
    const code::MemoryOp& store = *access_.store;
    const std::uint64_t offset = address - access_.addresses[lane];
    const std::uint64_t value =
        read_lane(issue_, store.data[offset / store.bytes], static_cast<int>(lane));
    return static_cast<std::byte>(value >> (8 * (offset % store.bytes)));
  }

  [[nodiscard]] bool is_same_value(const Finding& finding) const override {
    if (access_.store == nullptr || finding.other_what != hazards::What::Store) return false;
    for (std::uint32_t i = 0; i < finding.bytes; ++i) {
      const std::uint64_t at = finding.address + i;
      const std::byte other = finding.same_instruction ? stored_byte(finding.other_lane, at)
                              : request().shared       ? owner_.shared[at]
                                                       : *issue_.machine.memory.host(at);
      if (stored_byte(finding.lane, at) != other) return false;
    }
    return true;
  }

  [[nodiscard]] std::string address_of(const Finding& finding) const override {
    return describe_address(issue_.machine,
                            request().shared ? events::Space::Shared : events::Space::Global,
                            finding.address, static_cast<int>(finding.bytes));
  }

  void report(Hazard hazard) override {
    machine::report(issue_.machine, issue_.block, std::move(hazard));
  }

  Issue& issue_;
  const Watched& access_;
  const Block& owner_;
};

// Once: from here on some accesses are not looked at.
void tell_incomplete(Issue& issue) {
  Races& races = *issue.machine.races;
  if (races.incomplete_told || !races.detector.incomplete()) return;
  races.incomplete_told = true;
  report(issue.machine, issue.block, incomplete_hazard(issue.pc));
}

}  // namespace

RaceRun run_of(Machine& machine) {
  Races& races = *machine.races;
  return {*machine.launch,
          *machine.program,
          "PTX",
          machine.launch_index,
          static_cast<std::uint32_t>(machine.warp_size),
          races.detector,
          races.pairs,
          machine.hazards,
          machine.options.listeners};
}

std::shared_ptr<Races> make_races(std::uint64_t budget) { return std::make_shared<Races>(budget); }

void order_access(Issue& issue, const Watched& access) {
  order_access_at(issue, access, issue.machine.step);
}

void order_access_at(Issue& issue, const Watched& access, std::uint64_t step) {
  const bool shared = access.space == ptx::Space::Shared;
  if (!shared && access.space != ptx::Space::Global && access.space != ptx::Space::Generic) return;
  Watched seen = access;
  if (!shared) seen.space = ptx::Space::Global;
  if (!shared && access.order.strong && issue.machine.footprint != nullptr)
    issue.machine.footprint->need_order();
  hazards::Request request;
  request.time = issue.machine.races->detector.time_at(step);
  request.pc = issue.pc;
  request.warp = issue.warp.index;
  request.lanes = access.lanes;
  const SharedMemory memory =
      shared ? shared_memory_at(issue, access.addresses[std::countr_zero(access.lanes)])
             : SharedMemory{&issue.block, 0};
  if (memory.block == nullptr) return;  // a load that was held, from a block that has ended since
  Addresses offsets;
  if (memory.begin != 0) {
    for_lanes(access.lanes, [&](int lane) {
      const auto at = static_cast<std::size_t>(lane);
      offsets.at[at] = access.addresses[at] - memory.begin;
    });
    seen.addresses = offsets.at.data();
    request.owner = memory.block->index.value;
  }
  request.addresses = seen.addresses;
  request.bytes = static_cast<std::uint32_t>(access.bytes);
  request.consecutive = access.consecutive;
  request.what = access.what;
  request.order = access.order;
  request.order.cta_scope |= access.order.cluster_scope && issue.machine.cluster_size == 1;
  request.shared = shared;
  request.async = access.async;
  request.mbarrier = access.mbarrier;
  Telling telling(issue, seen, *memory.block, request.time);
  issue.machine.races->detector.access(issue.block.index.value, request,
                                       [&](const Finding& finding) { telling.tell(finding); });
  tell_incomplete(issue);
}

HeldReads& held_reads(Machine& machine) { return machine.races->held; }

void order_launch(Machine& machine) {
  machine.races->pairs.clear();
  machine.races->held.clear();
  machine.races->clusters.clear();
  const std::uint32_t reserved = machine.code->uses_reserved_shared ? 1040 : 0;
  machine.races->detector.begin_launch(
      {machine.warps_per_block, static_cast<std::uint32_t>(machine.warp_size),
       machine.shared_bytes() + reserved, machine.cluster_size > 1},
      now(machine));
}

void order_block(Machine& machine, BlockIndex block) {
  machine.races->detector.begin_block(block.value, now(machine));
}

void order_allocation(Machine& machine, std::uint64_t address, std::uint64_t bytes) {
  if (address != 0) machine.races->detector.forget(address, bytes);
}

void order_cells(Machine& machine, std::uint64_t page, std::uint32_t bytes) {
  machine.races->detector.refine(page, bytes);
}

void order_meeting(const Issue& issue, const code::WarpSyncOp& op, LaneMask lanes,
                   LaneMask meeting) {
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const hazards::Time time = now(issue.machine);
  for (LaneMask rest = lanes; rest != 0;) {
    const int first = std::countr_zero(rest);
    const std::uint64_t mask = op.has_mask ? read_lane(issue, op.mask, first) : lanes;
    LaneMask same = 0;
    for_lanes(rest, [&](int lane) {
      if (!op.has_mask || read_lane(issue, op.mask, lane) == mask)
        same |= LaneMask{1} << static_cast<unsigned>(lane);
    });
    rest &= ~same;
    const LaneMask members = (mask & meeting & 0xffffffffU) | same;
    if (op.what == code::WarpSyncOp::What::Barrier) {
      order.warp_barrier(issue.warp.index, members, issue.warp.live, time);
    } else {
      order.exchange(issue.warp.index, members, issue.warp.live, time);
    }
  }
}

void order_arrival(const Issue& issue, std::uint32_t barrier, LaneMask lanes, bool waits) {
  order_of(issue.machine, issue.block)
      .arrive(barrier, issue.warp.index, lanes, waits, now(issue.machine));
}

void order_release(Machine& machine, const Block& block, std::uint32_t barrier) {
  // Threads that have exited are not missed, unless the barrier counts.
  const bool counts = block.barriers[barrier].expected != 0;
  std::vector<LaneMask> awaited;
  awaited.reserve(block.warps.size());
  for (const Warp& warp : block.warps) awaited.push_back(counts ? warp.existing : warp.live);
  order_of(machine, block).release(barrier, awaited, now(machine));
}

void order_mbarrier(const Issue& issue, std::uint64_t place, MbarrierDeed deed, LaneMask lanes) {
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const SharedMemory memory = shared_memory_at(issue, place);
  hazards::BlockOrder& owner = order_of(issue.machine, *memory.block);
  const auto at = static_cast<std::uint32_t>(place - memory.begin);
  const std::uint32_t warp = issue.warp.index;
  const bool elsewhere = memory.block != &issue.block;
  switch (deed) {
    case MbarrierDeed::Begins:
      return order.begin_mbarrier(at);
    case MbarrierDeed::Arrives:
    case MbarrierDeed::ArrivesRelaxed:
      return order.arrive_at(
          owner.mbarrier(at),
          {warp, lanes, issue.warp.existing, deed == MbarrierDeed::ArrivesRelaxed, elsewhere},
          now(issue.machine));
    case MbarrierDeed::CopiesArrive:
      return order.copies_arrive_at(owner.mbarrier(at), warp, lanes, now(issue.machine));
    case MbarrierDeed::Waits:
      return order.wait_for(owner.mbarrier(at), warp, lanes);
  }
}

void order_phase(Machine& machine, const Block& block, std::uint64_t offset) {
  hazards::BlockOrder::complete_phase(
      order_of(machine, block).mbarrier(static_cast<std::uint32_t>(offset)));
}

Next do_fence(Issue& issue) {
  const std::uint32_t detail = issue.op().detail;
  const bool wide = detail == code::kFenceOfCluster
                        ? issue.machine.cluster_size > 1
                        : detail == static_cast<std::uint32_t>(hazards::Scope::Gpu);
  const hazards::Scope scope = wide ? hazards::Scope::Gpu : hazards::Scope::Cta;
  if (issue.machine.races && issue.executed != 0) {
    order_of(issue.machine, issue.block)
        .fence(issue.warp.index, issue.executed, scope, now(issue.machine));
  }
  return Next::Advance;
}

Next do_copy_group(Issue& issue) {
  if (!issue.machine.races || issue.executed == 0) return Next::Advance;
  hazards::BlockOrder& order = order_of(issue.machine, issue.block);
  const std::uint32_t detail = issue.op().detail;
  if (detail == code::kCommitCopies) {
    order.commit_copies(issue.warp.index, issue.executed, now(issue.machine));
  } else {
    order.wait_for_copies(issue.warp.index, issue.executed, detail, now(issue.machine));
  }
  return Next::Advance;
}

}  // namespace lanescope::machine
