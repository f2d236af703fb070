#include "sim/machine/control/mbarriers.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/core.h>

#include "sim/machine/control/divergence.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using code::MbarrierOp;
using MbarrierWhat = MbarrierOp::What;

constexpr int kBytes = 8;

struct Mbarrier {
  std::uint32_t expected = 0;  // arrivals of the next phase; 0: no mbarrier
  std::uint32_t pending = 0;   // arrivals that the current phase waits for
  std::int32_t bytes = 0;      // bytes that it waits for
  bool odd = false;            // the current phase
};

constexpr std::uint64_t kCount = (1U << 20U) - 1, kByteCount = (1U << 21U) - 1;

Mbarrier unpacked(std::uint64_t word) {
  const auto bytes = static_cast<std::uint32_t>(word >> 40U & kByteCount);
  return {static_cast<std::uint32_t>(word & kCount),
          static_cast<std::uint32_t>(word >> 20U & kCount),
          static_cast<std::int32_t>(bytes << 11U) >> 11U, word >> 63U != 0};
}

std::uint64_t packed(const Mbarrier& barrier) {
  return (barrier.expected & kCount) | (barrier.pending & kCount) << 20U |
         (static_cast<std::uint64_t>(barrier.bytes) & kByteCount) << 40U |
         static_cast<std::uint64_t>(barrier.odd) << 63U;
}

// Whether the phase that a wait names is complete.
bool is_over(const Mbarrier& barrier, const MbarrierOp& op, std::uint64_t value) {
  const bool odd = op.by_parity ? (value & 1U) != 0 : unpacked(value).odd;
  return barrier.odd != odd;
}

bool is_wait(MbarrierWhat what) {
  return what == MbarrierWhat::TestWait || what == MbarrierWhat::TryWait;
}

// Places in shared memory, also of generic addresses: of each part in one block's, the issuing
// one's first. Nothing: the launch has ended.
std::size_t read_places(Issue& issue, const MbarrierOp& op, Addresses& places, SpaceParts& parts) {
  read_addresses(issue, op.address, issue.executed, places);
  const std::size_t count = resolve_spaces(issue, op.address.space, issue.executed, places, parts);
  for (std::size_t i = 0; i < count; ++i) {
    if (parts[i].space == ptx::Space::Shared) continue;
    fault(issue, parts[i].lanes, events::HazardKind::Trap,
          "uses an mbarrier at an address that is not in shared memory");
    return 0;
  }
  return count;
}

// Only its own block's threads make, end or wait for an mbarrier. False: the launch has ended.
bool may_act(Issue& issue, MbarrierWhat what, LaneMask lanes, std::uint64_t place) {
  const bool elsewhere = names_block_of_cluster(issue.machine, place);
  if (!elsewhere ||
      !(is_wait(what) || what == MbarrierWhat::Init || what == MbarrierWhat::Invalidate))
    return true;
  fault(issue, lanes, events::HazardKind::Trap,
        fmt::format("{} an mbarrier of another block of the cluster; others may only arrive at it",
                    is_wait(what)                ? "waits for"
                    : what == MbarrierWhat::Init ? "makes"
                                                 : "ends"));
  return false;
}

events::Access access_of(MbarrierWhat what) {
  if (is_wait(what)) return events::Access::Load;
  return what == MbarrierWhat::Init || what == MbarrierWhat::Invalidate ? events::Access::Store
                                                                        : events::Access::Atomic;
}

void watch(Issue& issue, MbarrierWhat what, const Addresses& places, LaneMask lanes) {
  const events::Access access = access_of(what);
  Watched seen;
  seen.space = ptx::Space::Shared;
  seen.lanes = lanes;
  seen.addresses = places.at.data();
  seen.bytes = kBytes;
  seen.what = access == events::Access::Load    ? hazards::What::Load
              : access == events::Access::Store ? hazards::What::Store
                                                : hazards::What::Atomic;
  seen.order.strong = access != events::Access::Store;
  seen.order.cta_scope = seen.order.strong && issue.machine.cluster_size == 1;
  seen.mbarrier = true;
  order_access(issue, seen);
}

// MbarrierWhat the lanes of one instruction do, one after the other.
class Lanes {
 public:
  Lanes(Issue& issue, const MbarrierOp& op, const Addresses& places, const HostLanes& host)
      : issue_(issue), op_(op), places_(places), host_(host) {}

  // False: the launch has ended.
  bool act(int lane) {
    switch (op_.what) {
      case MbarrierWhat::Init:
        begin(lane);
        return true;
      case MbarrierWhat::Invalidate:
        end(lane);
        return true;
      case MbarrierWhat::ExpectBytes:
        expect(lane);
        return true;
      case MbarrierWhat::CompleteBytes:
        come(lane, value(lane));
        return true;
      default:
        return arrive(lane);
    }
  }

  // A copy of the lane is there.
  void receive(int lane, std::uint32_t bytes) {
    order(lane, MbarrierDeed::CopiesArrive);
    come(lane, bytes);
  }

 private:
  [[nodiscard]] Mbarrier at(int lane) const { return unpacked(load_bytes(host_.at(lane), kBytes)); }
  void put(int lane, const Mbarrier& barrier) const {
    store_bytes(host_.at(lane), packed(barrier), kBytes);
  }
  [[nodiscard]] std::uint64_t place(int lane) const {
    return places_.at[static_cast<std::size_t>(lane)];
  }
  // The block whose mbarrier it is: open_request has seen that it is there.
  [[nodiscard]] Block& owner(int lane) const {
    return *shared_memory_at(issue_, place(lane)).block;
  }
  [[nodiscard]] std::uint32_t value(int lane) const {
    return static_cast<std::uint32_t>(read_lane(issue_, op_.value, lane));
  }
  void order(int lane, MbarrierDeed deed) const {
    if (issue_.machine.races)
      order_mbarrier(issue_, place(lane), deed, LaneMask{1} << static_cast<unsigned>(lane));
  }

  void begin(int lane) {
    const std::uint32_t count = value(lane);
    put(lane, {count, count, 0, false});
    order(lane, MbarrierDeed::Begins);
    if (issue_.block.definedness != nullptr) watch_defined(issue_, host_.at(lane), kBytes);
  }

  void end(int lane) {
    put(lane, {});
    order(lane, MbarrierDeed::Begins);
    if (issue_.block.definedness != nullptr) watch_undefined(issue_, host_.at(lane), kBytes);
  }

  void expect(int lane) {
    Mbarrier barrier = at(lane);
    barrier.bytes += static_cast<std::int32_t>(value(lane));
    put(lane, barrier);
  }

  void come(int lane, std::uint32_t bytes) {
    Mbarrier barrier = at(lane);
    barrier.bytes -= static_cast<std::int32_t>(bytes);
    settle(lane, barrier);
  }

  bool arrive(int lane) {
    Mbarrier barrier = at(lane);
    write_lane(issue_, op_.result, lane, packed(barrier));
    if (op_.what == MbarrierWhat::CopiesArrive) order(lane, MbarrierDeed::CopiesArrive);
    // The copies are there already: what one more arrival waits for has come.
    if (op_.what == MbarrierWhat::CopiesArrive && !op_.counted) return true;
    if (barrier.expected == 0 && barrier.pending == 0) return true;  // nobody has made one here
    if (op_.expects) barrier.bytes += static_cast<std::int32_t>(value(lane));
    const std::uint32_t count = op_.value.used() && !op_.expects ? value(lane) : 1;
    if (count > barrier.pending) return too_many(lane, count, barrier.pending);
    if (op_.what == MbarrierWhat::Drop) barrier.expected -= std::min(count, barrier.expected);
    barrier.pending -= count;
    if (op_.no_complete && barrier.pending == 0 && barrier.bytes == 0) return completes(lane);
    if (op_.what != MbarrierWhat::CopiesArrive)
      order(lane, op_.relaxed ? MbarrierDeed::ArrivesRelaxed : MbarrierDeed::Arrives);
    settle(lane, barrier);
    return true;
  }

  bool too_many(int lane, std::uint32_t count, std::uint32_t pending) {
    fault(issue_, LaneMask{1} << static_cast<unsigned>(lane), events::HazardKind::Trap,
          fmt::format("arrives {} times at an mbarrier whose phase waits for {} more", count,
                      pending));
    return false;
  }

  bool completes(int lane) {
    fault(issue_, LaneMask{1} << static_cast<unsigned>(lane), events::HazardKind::Trap,
          "completes a phase of an mbarrier with .noComplete");
    return false;
  }

  void settle(int lane, Mbarrier barrier) {
    const bool over = barrier.pending == 0 && barrier.bytes == 0;
    if (over) {
      barrier.odd = !barrier.odd;
      barrier.pending = barrier.expected;
    }
    put(lane, barrier);
    if (over) complete(lane);
  }

  // The lanes that waited for the phase go on.
  void complete(int lane) {
    Machine& machine = issue_.machine;
    Block& block = owner(lane);
    if (machine.races) order_phase(machine, block, events::offset_of(place(lane)));
    const std::uint32_t number = number_of_mbarrier(events::offset_of(place(lane)));
    for (Warp& warp : block.warps) {
      for (LaneGroup& group : warp.groups) {
        if (group.status == Group::Status::AtBarrier && group.barrier == number)
          wake(block, warp, group);
      }
    }
    block.waits_for_all = false;
    block.listeners.tell(events::BarrierRelease{block.index, number});
  }

  // Its other lanes may wait for other mbarriers: they come again.
  void wake(Block& block, Warp& warp, LaneGroup& group);

  Issue& issue_;
  const MbarrierOp& op_;
  const Addresses& places_;
  const HostLanes& host_;
};

// Those of the issue's lanes whose phase is over; they know what happened before.
LaneMask find_over(const Issue& issue, const MbarrierOp& op, const Addresses& places,
                   const HostLanes& host) {
  LaneMask over = 0;
  for_lanes(issue.executed, [&](int lane) {
    const Mbarrier barrier = unpacked(load_bytes(host.at(lane), kBytes));
    if (is_over(barrier, op, read_lane(issue, op.value, lane)))
      over |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  if (!issue.machine.races) return over;
  for (LaneMask rest = over; rest != 0;) {
    const std::uint64_t place = places.at[static_cast<std::size_t>(std::countr_zero(rest))];
    LaneMask same = 0;
    for_lanes(rest, [&](int lane) {
      if (places.at[static_cast<std::size_t>(lane)] == place)
        same |= LaneMask{1} << static_cast<unsigned>(lane);
    });
    order_mbarrier(issue, place, MbarrierDeed::Waits, same);
    rest &= ~same;
  }
  return over;
}

void answer(const Issue& issue, const MbarrierOp& op, LaneMask over) {
  for_lanes(issue.executed, [&](int lane) {
    write_lane(issue, op.result, lane, over >> static_cast<unsigned>(lane) & 1U);
  });
}

void Lanes::wake(Block& block, Warp& warp, LaneGroup& group) {
  Machine& machine = issue_.machine;
  Issue waiting{machine, block,    warp,        machine.file_of(block, warp),
                &group,  group.pc, group.lanes, group.lanes};
  const MbarrierOp& op = machine.code->mbarriers[waiting.op().detail];
  Addresses places;
  SpaceParts parts;
  if (read_places(waiting, op, places, parts) == 0) return;
  const HostLanes host{reinterpret_cast<std::uintptr_t>(block.shared.data()), places.at.data()};
  answer(waiting, op, find_over(waiting, op, places, host));
  group.status = Group::Status::Ready;
  group.spin = {};
  ++group.pc;
  warp.spinning = false;
}

// Waits, if all lanes would: else some of them could not go on with the others.
Next wait(Issue& issue, const MbarrierOp& op, const Addresses& places, const HostLanes& host) {
  const LaneMask over = find_over(issue, op, places, host);
  const bool blocks = op.what == MbarrierWhat::TryWait && !op.timed && over == 0 &&
                      issue.executed == issue.group->lanes;
  if (blocks) {
    const auto first = static_cast<std::size_t>(std::countr_zero(issue.executed));
    issue.group->status = Group::Status::AtBarrier;
    issue.group->barrier = number_of_mbarrier(places.at[first]);
    tell_wait(issue.block, issue.warp, issue.executed, events::WaitReason::Barrier,
              issue.group->barrier);
    return Next::Reselect;
  }
  answer(issue, op, over);
  // A loop around this is looked at at once: most only wait.
  SpinWatch& spin = issue.group->spin;
  if (over == 0) spin.branches = std::max(spin.branches, spin.next_check - 1);
  return Next::Advance;
}

// Lanes whose mbarriers lie in one block: for a wait, all that execute it.
Next act(Issue& issue, const MbarrierOp& op, const Addresses& places, LaneMask lanes) {
  Addresses scratch;
  const Request request{access_of(op.what), events::SharedAccess::Load, kBytes, false};
  const HostLanes host =
      open_request<Recording::None>(issue, ptx::Space::Shared, lanes, request, places, scratch);
  if (!host.ok()) return Next::Stop;
  // cuda::pipeline ends its barriers when each warp's leader says that the warp is done, with a
  // match.any before that: no race.
  if (issue.machine.races && op.what != MbarrierWhat::Invalidate)
    watch(issue, op.what, places, lanes);
  const bool begins = op.what == MbarrierWhat::Init;
  if (issue.block.definedness != nullptr && !begins && op.what != MbarrierWhat::Invalidate)
    watch_used(issue, host, lanes, kBytes, kBytes);
  if (is_wait(op.what)) return wait(issue, op, places, host);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    if (!Lanes(issue, op, places, host).act(std::countr_zero(rest))) return Next::Stop;
  }
  return Next::Advance;
}

}  // namespace

bool bytes_have_come(Issue& issue, int lane, std::uint64_t place, std::uint32_t bytes) {
  MbarrierOp op;
  op.what = MbarrierWhat::CompleteBytes;
  Addresses places, scratch;
  places.at.fill(place);
  const Request request{events::Access::Atomic, events::SharedAccess::Load, kBytes, false};
  const HostLanes host = open_request<Recording::None>(issue, ptx::Space::Shared,
                                                       LaneMask{1} << static_cast<unsigned>(lane),
                                                       request, places, scratch);
  if (!host.ok()) return false;
  Lanes(issue, op, places, host).receive(lane, bytes);
  return true;
}

Next tell_stored(Issue& issue, const code::AddressOperand& barrier, int bytes) {
  Addresses places;
  read_addresses(issue, barrier, issue.executed, places);
  for (LaneMask rest = issue.executed; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (!bytes_have_come(issue, lane, places.at[static_cast<std::size_t>(lane)],
                         static_cast<std::uint32_t>(bytes)))
      return Next::Stop;
  }
  return Next::Advance;
}

Next do_mbarrier(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const MbarrierOp& op = issue.machine.code->mbarriers[issue.op().detail];
  if (op.what == MbarrierWhat::PendingCount) {
    for_lanes(issue.executed, [&](int lane) {
      write_lane(issue, op.result, lane, unpacked(read_lane(issue, op.value, lane)).pending);
    });
    return Next::Advance;
  }
  Addresses places;
  SpaceParts parts;
  const std::size_t count = read_places(issue, op, places, parts);
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = static_cast<std::size_t>(std::countr_zero(parts[i].lanes));
    if (!may_act(issue, op.what, parts[i].lanes, places.at[first])) return Next::Stop;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Next next = act(issue, op, places, parts[i].lanes);
    if (next != Next::Advance) return next;
  }
  return count == 0 ? Next::Stop : Next::Advance;
}

}  // namespace lanescope::machine
