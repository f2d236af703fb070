#include <algorithm>
#include <bit>

#include "sim/events/count_access.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"

namespace lanescope::machine {
namespace {

using events::Access;
using Space = ptx::Space;

// Addresses that a request may use without a closer look.
struct Bounds {
  bool known = false;
  std::uint64_t begin = 0, last = 0;
  events::Space space = events::Space::Global;
};

Bounds bounds_of(const Issue& issue, Space space, const Request& request) {
  const auto bytes = static_cast<std::uint64_t>(request.bytes);
  if (space == Space::Shared) {
    const std::uint64_t size = issue.block.shared.size();
    return {size >= bytes, 0, size - bytes, events::Space::Shared};
  }
  if (space != Space::Global && space != Space::Generic && space != Space::Const) return {};
  const RangeCache& range = issue.machine.ranges[issue.pc];
  const bool usable = range.end >= range.begin + bytes &&
                      (request.access == Access::Load || range.writable) &&
                      (space != Space::Const || range.constant);
  return {usable, range.begin, range.end - bytes,
          range.constant ? events::Space::Constant : events::Space::Global};
}

// The usual one of the requests that are not consecutive: counted without a look at each lane.
bool count_halves(Issue& issue, const Request& request, const AddressQuery& query, bool wide,
                  events::Space space) {
  const bool words = request.bytes == 4 && issue.executed == 0xffffffffU &&
                     request.access != Access::Atomic && request.fetchers == 0;
  if (!words || (space != events::Space::Shared && space != events::Space::Global)) return false;
  events::HalfRows rows{};
  const LaneRequests& lanes = *issue.machine.requests;
  if (!(wide ? lanes.wide_halves : lanes.narrow_halves)(query, rows)) return false;
  events::Counters& to = issue.counts().by_pc[issue.pc];
  const bool load = request.access == Access::Load;
  if (space == events::Space::Shared) {
    (load ? to.shared_load : to.shared_store) += events::banks_of(rows);
  } else {
    (load ? to.global_load : to.global_store) += events::sectors_of(rows);
  }
  return true;
}

template <Recording R>
void count_and_tell(Issue& issue, const Request& request, const Addresses& addresses,
                    events::Space space, bool consecutive, bool counted) {
  events::MemoryAccess event{};
  event.space = space;
  event.access = request.access;
  event.bytes = static_cast<std::uint8_t>(request.bytes);
  event.lanes = issue.executed;
  event.addresses = addresses.at.data();
  event.rule = request.shared;
  if (!counted)
    events::count_access(event, issue.counts().by_pc[issue.pc],
                         consecutive ? events::Placement::Consecutive : events::Placement::Any);
  if constexpr (R == Recording::Full) issue.block.listeners.tell(event);
}

void mark_written(Issue& issue, const Request& request, const Addresses& addresses,
                  bool consecutive) {
  GlobalMemory& memory = issue.machine.memory;
  const auto bytes = static_cast<std::uint64_t>(request.bytes);
  const std::uint64_t* at = addresses.at.data();
  if (consecutive) {
    const std::uint64_t first = at[std::countr_zero(issue.executed)];
    memory.mark_written(first, at[63 - std::countl_zero(issue.executed)] + bytes - first);
  } else {
    for_lanes(issue.executed, [&](int lane) { memory.mark_written(at[lane], bytes); });
  }
}

}  // namespace

template <Recording R>
HostLanes open_at_once(Issue& issue, const code::AddressOperand& operand, const Request& request,
                       Addresses& addresses) {
  const Bounds bounds = bounds_of(issue, operand.space, request);
  if (!bounds.known || issue.machine.files != 1 ||
      operand.base != code::AddressOperand::Base::Slot) {
    read_addresses(issue, operand, issue.executed, addresses);
    return {};
  }
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  const AddressQuery query{issue.file + operand.slot.offset,
                           static_cast<std::uint64_t>(operand.offset),
                           static_cast<std::uint32_t>(issue.executed),
                           bounds.begin,
                           bounds.last,
                           bytes - 1,
                           bytes};
  const LaneRequests& lanes = *issue.machine.requests;
  const bool wide = operand.slot.lane_bytes == 8;
  const AddressAnswer answer =
      wide ? lanes.wide(query, addresses.at.data()) : lanes.narrow(query, addresses.at.data());
  if (answer.bad != 0) return {};
  if constexpr (R != Recording::None) {
    const bool counted =
        !answer.consecutive && count_halves(issue, request, query, wide, bounds.space);
    count_and_tell<R>(issue, request, addresses, bounds.space, answer.consecutive, counted);
  }
  if (bounds.space == events::Space::Shared) {
    return {reinterpret_cast<std::uintptr_t>(issue.block.shared.data()), addresses.at.data(),
            answer.consecutive};
  }
  if (issue.machine.footprint != nullptr)
    note_touch(issue, request, addresses.at.data(), issue.executed, answer.consecutive);
  if (request.access != Access::Load) mark_written(issue, request, addresses, answer.consecutive);
  return {reinterpret_cast<std::uintptr_t>(issue.machine.memory.host(engine::kGlobalBase)) -
              engine::kGlobalBase,
          addresses.at.data(), answer.consecutive};
}

template HostLanes open_at_once<Recording::None>(Issue&, const code::AddressOperand&,
                                                 const Request&, Addresses&);
template HostLanes open_at_once<Recording::Counters>(Issue&, const code::AddressOperand&,
                                                     const Request&, Addresses&);
template HostLanes open_at_once<Recording::Full>(Issue&, const code::AddressOperand&,
                                                 const Request&, Addresses&);

}  // namespace lanescope::machine
