#include "sim/machine/memory/memory_ops.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/machine/control/mbarriers.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/memory/row_access.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

[[nodiscard]] std::byte* slot_data(const Issue& issue, const code::Slot& slot) {
  return issue.file + slot.offset;
}

// Words of 4 bytes into or out of slots of 4-byte lanes, all 32 lanes: the usual case.
void load_words(const Issue& issue, const code::MemoryOp& memory, const HostLanes& place) {
  for (std::uint8_t e = 0; e < memory.count; ++e) {
    if (!memory.data[e].used()) continue;
    auto* words = reinterpret_cast<std::uint32_t*>(slot_data(issue, memory.data[e]));
    for (int lane = 0; lane < 32; ++lane) std::memcpy(words + lane, place.at(lane) + 4 * e, 4);
  }
}

void store_words(const Issue& issue, const code::MemoryOp& memory, const HostLanes& place) {
  std::array<const std::uint32_t*, code::kMaxVector> words{};
  for (std::uint8_t e = 0; e < memory.count; ++e) {
    words[e] = reinterpret_cast<const std::uint32_t*>(slot_data(issue, memory.data[e]));
  }
  for (int lane = 0; lane < 32; ++lane) {
    for (std::uint8_t e = 0; e < memory.count; ++e)
      std::memcpy(place.at(lane) + 4 * e, words[e] + lane, 4);
  }
}

bool only_words(const code::MemoryOp& memory) {
  if (memory.bytes != 4) return false;
  return std::all_of(memory.data.begin(), memory.data.begin() + memory.count,
                     [](const code::Slot& slot) {
                       return !slot.used() || (slot.lane_bytes == 4 && slot.bits == 32);
                     });
}

// Where lane 0's word of a consecutive request lies, whether lane 0 takes part or not.
std::uintptr_t start_of(const HostLanes& place, LaneMask lanes) {
  const int first = std::countr_zero(lanes);
  return place.base + place.offsets[first] - 4 * static_cast<std::uintptr_t>(first);
}

void load_lanes(const Issue& issue, const code::MemoryOp& memory, const HostLanes& place,
                LaneMask lanes) {
  if (place.consecutive && memory.words) {
    issue.machine.requests->load_words(slot_data(issue, memory.data[0]), start_of(place, lanes),
                                       static_cast<std::uint32_t>(lanes));
    return;
  }
  if (lanes == 0xffffffffU && only_words(memory)) return load_words(issue, memory, place);
  for (std::uint8_t e = 0; e < memory.count; ++e) {
    const code::Slot& slot = memory.data[e];
    if (!slot.used()) continue;
    for_lanes(lanes, [&](int lane) {
      const std::uint64_t value = load_bytes(place.at(lane) + e * memory.bytes, memory.bytes);
      write_lane(issue, slot, lane, extend(value, memory.bytes, memory.sign));
    });
  }
}

// In lane order: of several lanes that write one address, the highest wins.
void store_lanes(const Issue& issue, const code::MemoryOp& memory, const HostLanes& place,
                 LaneMask lanes) {
  if (place.consecutive && memory.words) {
    issue.machine.requests->store_words(slot_data(issue, memory.data[0]), start_of(place, lanes),
                                        static_cast<std::uint32_t>(lanes));
    return;
  }
  if (lanes == 0xffffffffU && only_words(memory)) return store_words(issue, memory, place);
  for_lanes(lanes, [&](int lane) {
    for (std::uint8_t e = 0; e < memory.count; ++e) {
      store_bytes(place.at(lane) + e * memory.bytes, read_lane(issue, memory.data[e], lane),
                  memory.bytes);
    }
  });
}

void watch(Issue& issue, const code::MemoryOp& memory, const Request& request,
           const SpaceLanes& part, const Addresses& addresses, const HostLanes& place) {
  const bool loads = request.access == events::Access::Load;
  const Watched access{
      part.space,    part.lanes,           addresses.at.data(),
      request.bytes, place.consecutive,    loads ? hazards::What::Load : hazards::What::Store,
      memory.order,  memory.tells_barrier, loads ? nullptr : &memory};
  if (memory.fate != code::kNoSlot) return hold_read(issue, access);
  order_access(issue, access);
}

template <Recording R, typename Move>
Next access(Issue& issue, const code::MemoryOp& memory, const Request& request, Move&& move) {
  Addresses addresses, scratch;
  if (const HostLanes place = open_at_once<R>(issue, memory.address, request, addresses);
      place.ok()) {
    if (issue.machine.races)
      watch(issue, memory, request, {memory.address.space, issue.executed}, addresses, place);
    move(place, issue.executed);
    return Next::Advance;
  }
  const bool may_part =
      memory.address.space == ptx::Space::Generic ||
      (memory.address.space == ptx::Space::Shared && issue.machine.cluster_size > 1);
  if (!may_part) {
    const HostLanes place =
        open_request<R>(issue, memory.address.space, issue.executed, request, addresses, scratch);
    if (!place.ok()) return Next::Stop;
    if (issue.machine.races)
      watch(issue, memory, request, {memory.address.space, issue.executed}, addresses, place);
    move(place, issue.executed);
    return Next::Advance;
  }
  SpaceParts parts;
  const std::size_t count =
      resolve_spaces(issue, memory.address.space, issue.executed, addresses, parts);
  for (std::size_t i = 0; i < count; ++i) {
    Request part = request;
    if (parts[i].space == ptx::Space::Param) part.counted = false;
    const HostLanes place =
        open_request<R>(issue, parts[i].space, parts[i].lanes, part, addresses, scratch);
    if (!place.ok()) return Next::Stop;
    if (issue.machine.races) watch(issue, memory, request, parts[i], addresses, place);
    move(place, parts[i].lanes);
  }
  return Next::Advance;
}

}  // namespace

template <Recording R>
Next do_load(Issue& issue) {
  const code::MemoryOp& memory = issue.machine.code->memory[issue.op().detail];
  const bool row = issue.executed != 0 && is_unwatched(issue) && load_row<R>(issue, memory);
  return row ? Next::Advance : load_any<R>(issue);
}

template <Recording R>
Next do_store(Issue& issue) {
  const code::MemoryOp& memory = issue.machine.code->memory[issue.op().detail];
  const bool row = issue.executed != 0 && is_unwatched(issue) && store_row<R>(issue, memory);
  return row ? Next::Advance : store_any<R>(issue);
}

template <Recording R>
Next load_any(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::MemoryOp& memory = issue.machine.code->memory[issue.op().detail];
  const Request request{events::Access::Load, events::SharedAccess::Load, memory.request_bytes(),
                        memory.counted};
  return access<R>(issue, memory, request, [&](const HostLanes& place, LaneMask lanes) {
    load_lanes(issue, memory, place, lanes);
    if (issue.block.definedness != nullptr) watch_loaded(issue, memory, place, lanes);
  });
}

template <Recording R>
Next store_any(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::MemoryOp& memory = issue.machine.code->memory[issue.op().detail];
  const Request request{events::Access::Store, events::SharedAccess::Store, memory.request_bytes(),
                        memory.counted};
  const Next next = access<R>(issue, memory, request, [&](const HostLanes& place, LaneMask lanes) {
    store_lanes(issue, memory, place, lanes);
    if (issue.block.definedness != nullptr) watch_stored(issue, memory, place, lanes);
  });
  if (!memory.tells_barrier || next != Next::Advance) return next;
  return tell_stored(issue, memory.barrier, memory.request_bytes());
}

// A global load as far as counting goes; the store to shared memory is not one (docs/CONTRACT.md,
// "Words and counting rules").
template <Recording R>
Next do_async_copy(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::AsyncCopyOp& copy = issue.machine.code->copies[issue.op().detail];
  Addresses from, to, scratch;
  read_addresses(issue, copy.from, issue.executed, from);
  read_addresses(issue, copy.to, issue.executed, to);
  Request load{events::Access::Load, events::SharedAccess::Load, copy.bytes, true};
  const Request store{events::Access::Store, events::SharedAccess::Store, copy.bytes, false};
  const HostLanes target =
      open_request<Recording::None>(issue, ptx::Space::Shared, issue.executed, store, to, scratch);
  if (!target.ok()) return Next::Stop;
  if (issue.machine.races)
    order_access(issue, {ptx::Space::Shared,
                         issue.executed,
                         to.at.data(),
                         copy.bytes,
                         false,
                         hazards::What::Store,
                         {},
                         true,
                         nullptr});
  LaneMask reading = issue.executed;
  if (copy.source_bytes.used()) {
    for_lanes(issue.executed, [&](int lane) {
      if (read_lane(issue, copy.source_bytes, lane) == 0)
        reading &= ~(LaneMask{1} << static_cast<unsigned>(lane));
    });
  }
  if (copy.ignores.used())
    reading &= ~predicate_mask(issue.machine, issue.file, copy.ignores.offset, false);
  for_lanes(issue.executed & ~reading,
            [&](int lane) { std::memset(target.at(lane), 0, copy.bytes); });
  if (issue.block.definedness != nullptr) {
    for_lanes(issue.executed, [&](int lane) { watch_defined(issue, target.at(lane), copy.bytes); });
  }
  if (reading == 0) return Next::Advance;
  if (R != Recording::None && copy.past_l1)
    load.fetchers = events::fetchers_past_l1(from.at.data(), to.at.data(), reading);
  const HostLanes source = open_request<R>(issue, ptx::Space::Global, reading, load, from, scratch);
  if (!source.ok()) return Next::Stop;
  if (issue.machine.races)
    order_access(issue, {ptx::Space::Global,
                         reading,
                         from.at.data(),
                         copy.bytes,
                         false,
                         hazards::What::Load,
                         {},
                         true,
                         nullptr});
  for_lanes(reading, [&](int lane) {
    std::uint64_t bytes = copy.bytes;
    if (copy.source_bytes.used())
      bytes = std::min(bytes, read_lane(issue, copy.source_bytes, lane));
    std::memset(target.at(lane), 0, copy.bytes);
    std::memcpy(target.at(lane), source.at(lane), bytes);
    if (issue.block.definedness != nullptr)
      watch_copied(issue, target.at(lane), source.at(lane), bytes);
  });
  return Next::Advance;
}

std::uint64_t kernel_parameter(const engine::Launch& launch, std::size_t offset, int bytes,
                               bool sign) {
  const std::vector<std::byte>& all = launch.parameters;
  if (offset + static_cast<std::size_t>(bytes) > all.size()) return 0;
  return extend(load_bytes(all.data() + offset, bytes), bytes, sign);
}

Next do_kernel_parameter(Issue& issue) {
  const code::MemoryOp& memory = issue.machine.code->memory[issue.op().detail];
  for (std::uint8_t e = 0; e < memory.count; ++e) {
    const std::size_t at =
        static_cast<std::size_t>(memory.address.offset) + std::size_t{e} * memory.bytes;
    write_lanes(issue, memory.data[e], issue.executed,
                kernel_parameter(*issue.machine.launch, at, memory.bytes, memory.sign));
  }
  return Next::Advance;
}

Next do_frame_address(Issue& issue) {
  const code::FrameAddressOp& op = issue.machine.code->frame_addresses[issue.op().detail];
  write_lanes(
      issue, op.result, issue.executed,
      std::uint64_t{issue.group->local} + op.offset + (op.generic ? code::kLocalWindow : 0));
  return Next::Advance;
}

namespace {

// Where the generic window of a space begins; global and constant addresses are generic ones.
std::uint64_t window_of(const code::SpaceOp& op) {
  switch (op.space) {
    case ptx::Space::Shared:
      return code::kSharedWindow;
    case ptx::Space::Local:
      return code::kLocalWindow;
    case ptx::Space::Param:
      return op.in_function ? code::kLocalWindow : code::kParamWindow;
    default:
      return 0;
  }
}

}  // namespace

Next do_change_space(Issue& issue) {
  const code::SpaceOp& op = issue.machine.code->spaces[issue.op().detail];
  const std::uint64_t window = window_of(op);
  for_lanes(issue.executed, [&](int lane) {
    std::uint64_t address = read_lane(issue, op.value, lane);
    if (op.to_space) address -= window;
    if (op.space == ptx::Space::Shared)
      address = op.to_space ? own_if_named(issue, address) : named_if_own(issue, address);
    write_lane(issue, op.result, lane, op.to_space ? address : address + window);
  });
  return Next::Advance;
}

Next do_is_space(Issue& issue) {
  const code::SpaceOp& op = issue.machine.code->spaces[issue.op().detail];
  const std::uint64_t window = window_of(op);
  for_lanes(issue.executed, [&](int lane) {
    const std::uint64_t address = read_lane(issue, op.value, lane);
    bool inside = window != 0 && address >= window && address - window < code::kWindowBytes;
    if (op.space == ptx::Space::Shared)
      inside = is_in_shared(issue, address - window, op.of_cluster);
    if (window == 0) {
      const Allocation* allocation = issue.machine.memory.find(address);
      const bool constant = allocation != nullptr && allocation->constant;
      const bool windowed =
          address >= code::kParamWindow && address < code::kSharedWindow + code::kSharedWindowBytes;
      inside = op.space == ptx::Space::Const ? constant : !constant && !windowed;
    }
    write_lane(issue, op.result, lane, inside ? 1 : 0);
  });
  return Next::Advance;
}

template Next do_load<Recording::None>(Issue&);
template Next do_load<Recording::Counters>(Issue&);
template Next do_load<Recording::Full>(Issue&);
template Next do_store<Recording::None>(Issue&);
template Next load_any<Recording::None>(Issue&);
template Next store_any<Recording::None>(Issue&);
template Next do_store<Recording::Counters>(Issue&);
template Next load_any<Recording::Counters>(Issue&);
template Next store_any<Recording::Counters>(Issue&);
template Next do_store<Recording::Full>(Issue&);
template Next load_any<Recording::Full>(Issue&);
template Next store_any<Recording::Full>(Issue&);
template Next do_async_copy<Recording::None>(Issue&);
template Next do_async_copy<Recording::Counters>(Issue&);
template Next do_async_copy<Recording::Full>(Issue&);

}  // namespace lanescope::machine
