#include "sim/machine/memory/access.hpp"

#include <algorithm>
#include <bit>

#include "sim/events/count_access.hpp"
#include "sim/machine/call_ops.hpp"
#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/cluster_places.hpp"

namespace lanescope::machine {
namespace {

using events::Access;
using Space = ptx::Space;

// Smallest and largest address of a request, and all its bits.
struct Extent {
  std::uint64_t low = ~std::uint64_t{0}, high = 0, bits = 0;
};

Extent extent_of(const std::uint64_t* addresses, LaneMask lanes) {
  Extent extent;
  if (lanes == 0xffffffffU) {
    for (int lane = 0; lane < 32; ++lane) {
      extent.low = std::min(extent.low, addresses[lane]);
      extent.high = std::max(extent.high, addresses[lane]);
      extent.bits |= addresses[lane];
    }
    return extent;
  }
  for_lanes(lanes, [&](int lane) {
    extent.low = std::min(extent.low, addresses[lane]);
    extent.high = std::max(extent.high, addresses[lane]);
    extent.bits |= addresses[lane];
  });
  return extent;
}

template <typename F>
LaneMask lanes_where(LaneMask lanes, F&& f) {
  LaneMask result = 0;
  for_lanes(lanes, [&](int lane) {
    if (f(lane)) result |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return result;
}

events::Space event_space(Space space, bool constant) {
  switch (space) {
    case Space::Shared:
      return events::Space::Shared;
    case Space::Local:
      return events::Space::Local;
    case Space::Const:
      return events::Space::Constant;
    default:
      return constant ? events::Space::Constant : events::Space::Global;
  }
}

template <Recording R>
class Opening {
 public:
  Opening(Issue& issue, Space space, LaneMask lanes, const Request& request,
          const Addresses& addresses)
      : issue_(issue),
        space_(space),
        lanes_(lanes),
        request_(request),
        addresses_(addresses.at.data()),
        extent_(extent_of(addresses_, lanes)) {}

  HostLanes open(Addresses& scratch) {
    if ((extent_.bits & static_cast<std::uint64_t>(request_.bytes - 1)) != 0) return misaligned();
    switch (space_) {
      case Space::Shared:
        return shared();
      case Space::Local:
        return local(scratch);
      case Space::Param:
        return parameters();
      default:
        return arena(scratch);
    }
  }

 private:
  HostLanes fail(BadAccess why, LaneMask lanes) {
    fault_access(issue_, event_space(space_, false), request_.access, why, lanes, request_.bytes,
                 addresses_);
    return {};
  }

  HostLanes misaligned() {
    const auto mask = static_cast<std::uint64_t>(request_.bytes - 1);
    return fail(BadAccess::Misaligned,
                lanes_where(lanes_, [&](int lane) { return (addresses_[lane] & mask) != 0; }));
  }

  [[nodiscard]] bool within(std::uint64_t begin, std::uint64_t end) const {
    return extent_.low >= begin && extent_.high < end && end - extent_.high >= bytes();
  }
  [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(request_.bytes); }

  HostLanes outside(std::uint64_t end) {
    return fail(BadAccess::OutOfBounds, lanes_where(lanes_, [&](int lane) {
                  return addresses_[lane] >= end || end - addresses_[lane] < bytes();
                }));
  }

  // All lanes go to one block.
  HostLanes shared() {
    const SharedMemory memory = shared_memory_at(issue_, addresses_[std::countr_zero(lanes_)]);
    if (memory.block == nullptr) return fail(BadAccess::Ended, lanes_);
    const std::uint64_t end = memory.begin + memory.block->shared.size();
    if (!within(memory.begin, end)) return outside(end);
    count(events::Space::Shared, lanes_);
    tell(events::Space::Shared);
    return {reinterpret_cast<std::uintptr_t>(memory.block->shared.data()) - memory.begin,
            addresses_};
  }

  HostLanes parameters() {
    const std::uint64_t end = issue_.machine.launch->parameters.size();
    if (request_.access != Access::Load) return fail(BadAccess::ReadOnly, lanes_);
    if (!within(0, end)) return outside(end);
    return {reinterpret_cast<std::uintptr_t>(issue_.machine.launch->parameters.data()), addresses_};
  }

  HostLanes local(Addresses& scratch) {
    const std::uint64_t end = local_end(issue_);
    if (!within(0, end)) return outside(end);
    if (request_.counted) {
      count(events::Space::Local, lanes_);
      tell(events::Space::Local);
    }
    for_lanes(lanes_, [&](int lane) {
      scratch.at[static_cast<std::size_t>(lane)] =
          addresses_[lane] +
          std::uint64_t{issue_.machine.thread_of(issue_.warp, lane)} * issue_.block.local_stride;
    });
    return {reinterpret_cast<std::uintptr_t>(issue_.block.local.data()), scratch.at.data()};
  }

  HostLanes arena(Addresses& scratch) {
    RangeCache& range = issue_.machine.ranges[issue_.pc];
    if ((range.end == 0 || !within(range.begin, range.end)) && !find_range(range))
      return scattered(scratch);
    if (request_.access != Access::Load && !range.writable)
      return fail(BadAccess::ReadOnly, lanes_);
    if (space_ == Space::Const && !range.constant) return fail(BadAccess::NotConstant, lanes_);
    if (request_.access != Access::Load) mark_written();
    count(event_space(Space::Global, range.constant), lanes_);
    tell(event_space(space_, range.constant));
    return arena_place();
  }

  HostLanes arena_place() {
    note_touch(issue_, request_, addresses_, lanes_, false);
    return {reinterpret_cast<std::uintptr_t>(issue_.machine.memory.host(engine::kGlobalBase)) -
                engine::kGlobalBase,
            addresses_};
  }

  bool find_range(RangeCache& range) {
    const Allocation* allocation = issue_.machine.memory.find(extent_.low);
    if (allocation == nullptr || !within(allocation->begin, allocation->end)) return false;
    range = {allocation->begin, allocation->end, !allocation->read_only, allocation->constant};
    return true;
  }

  // Lanes in several allocations, or outside of all.
  HostLanes scattered(Addresses&) {
    LaneMask bad = 0, read_only = 0, constant = 0;
    for_lanes(lanes_, [&](int lane) {
      const LaneMask bit = LaneMask{1} << static_cast<unsigned>(lane);
      const Allocation* allocation = issue_.machine.memory.find(addresses_[lane]);
      if (allocation == nullptr || allocation->end - addresses_[lane] < bytes()) {
        bad |= bit;
        return;
      }
      if (allocation->read_only) read_only |= bit;
      if (allocation->constant) constant |= bit;
    });
    if (bad != 0) {
      const LaneMask null =
          lanes_where(bad, [&](int lane) { return addresses_[lane] < code::kNullPage; });
      return null != 0 ? fail(BadAccess::Null, null) : fail(BadAccess::OutOfBounds, bad);
    }
    if (request_.access != Access::Load && read_only != 0)
      return fail(BadAccess::ReadOnly, read_only);
    if (space_ == Space::Const && constant != lanes_)
      return fail(BadAccess::NotConstant, lanes_ & ~constant);
    if (request_.access != Access::Load) mark_written();
    count(events::Space::Constant, constant);
    count(events::Space::Global, lanes_ & ~constant);
    tell(event_space(space_, constant == lanes_));
    return arena_place();
  }

  void mark_written() {
    GlobalMemory& memory = issue_.machine.memory;
    if (extent_.high - extent_.low < 4 * kPageBytes) {
      memory.mark_written(extent_.low, extent_.high - extent_.low + bytes());
    } else {
      for_lanes(lanes_, [&](int lane) { memory.mark_written(addresses_[lane], bytes()); });
    }
  }

  [[nodiscard]] events::Counters& counters() const { return issue_.counts().by_pc[issue_.pc]; }

  [[nodiscard]] events::MemoryAccess event(events::Space space, LaneMask lanes) const {
    events::MemoryAccess event{};
    event.space = space;
    event.access = request_.access;
    event.bytes = static_cast<std::uint8_t>(request_.bytes);
    event.lanes = lanes;
    event.addresses = addresses_;
    event.rule = request_.shared;
    event.fetchers = request_.fetchers;
    return event;
  }
  void count(events::Space space, LaneMask lanes) {
    if constexpr (R != Recording::None) {
      if (lanes != 0) events::count_access(event(space, lanes), counters());
    }
  }
  void tell(events::Space space) {
    if constexpr (R == Recording::Full) issue_.block.listeners.tell(event(space, lanes_));
  }

  Issue& issue_;
  Space space_;
  LaneMask lanes_;
  const Request& request_;
  const std::uint64_t* addresses_;
  Extent extent_;
};

bool in_window(std::uint64_t address, std::uint64_t window) {
  return address >= window && address < window + code::kWindowBytes;
}

}  // namespace

void note_touch(Issue& issue, const Request& request, const std::uint64_t* addresses,
                LaneMask lanes, bool consecutive) {
  Footprint* footprint = issue.machine.footprint;
  if (footprint == nullptr) return;
  if (request.access == Access::Atomic) footprint->need_order();
  footprint->touch({addresses, lanes, static_cast<std::uint64_t>(request.bytes), consecutive,
                    request.access != Access::Load});
}

void read_addresses(const Issue& issue, const code::AddressOperand& operand, LaneMask lanes,
                    Addresses& addresses) {
  const auto offset = static_cast<std::uint64_t>(operand.offset);
  if (operand.base != code::AddressOperand::Base::Slot) {
    const std::uint64_t start =
        operand.base == code::AddressOperand::Base::Frame ? issue.group->local : 0;
    addresses.at.fill(start + offset);
    return;
  }
  const bool wide = operand.slot.lane_bytes == 8;
  for (std::uint32_t file = 0; file < issue.machine.files; ++file) {
    const std::byte* slot =
        issue.file + std::size_t{file} * issue.machine.code->file_bytes + operand.slot.offset;
    std::uint64_t* out = addresses.at.data() + std::size_t{file} * kFileLanes;
    if (wide) {
      const auto* values = reinterpret_cast<const std::uint64_t*>(slot);
      for (int lane = 0; lane < kFileLanes; ++lane) out[lane] = values[lane] + offset;
    } else {
      const auto* values = reinterpret_cast<const std::uint32_t*>(slot);
      for (int lane = 0; lane < kFileLanes; ++lane)
        out[lane] = static_cast<std::uint32_t>(values[lane] + static_cast<std::uint32_t>(offset));
    }
  }
  static_cast<void>(lanes);
}

std::size_t resolve_spaces(const Issue& issue, Space space, LaneMask lanes, Addresses& addresses,
                           SpaceParts& parts) {
  const bool clustered = issue.machine.cluster_size > 1;
  if (space == Space::Shared && clustered) return part_by_block(issue, lanes, addresses, parts, 0);
  if (space != Space::Generic) {
    parts[0] = {space, lanes};
    return 1;
  }
  struct Window {
    Space space;
    std::uint64_t begin;
  };
  constexpr std::array<Window, 3> kWindows{Window{Space::Shared, code::kSharedWindow},
                                           Window{Space::Local, code::kLocalWindow},
                                           Window{Space::Param, code::kParamWindow}};
  const std::uint64_t shared_bytes = shared_window_bytes(issue.machine);
  std::size_t count = 0;
  LaneMask rest = lanes;
  for (const Window& window : kWindows) {
    const LaneMask here = lanes_where(rest, [&](int lane) {
      const std::uint64_t at = addresses.at[static_cast<std::size_t>(lane)] - window.begin;
      return at < (window.space == Space::Shared ? shared_bytes : code::kWindowBytes);
    });
    if (here == 0) continue;
    for_lanes(here,
              [&](int lane) { addresses.at[static_cast<std::size_t>(lane)] -= window.begin; });
    rest &= ~here;
    if (window.space == Space::Shared && clustered)
      count = part_by_block(issue, here, addresses, parts, count);
    else
      parts[count++] = {window.space, here};
  }
  if (rest != 0) parts[count++] = {Space::Global, rest};
  return count;
}

template <Recording R>
HostLanes open_request(Issue& issue, Space space, LaneMask lanes, const Request& request,
                       const Addresses& addresses, Addresses& scratch) {
  return Opening<R>(issue, space, lanes, request, addresses).open(scratch);
}

template HostLanes open_request<Recording::None>(Issue&, Space, LaneMask, const Request&,
                                                 const Addresses&, Addresses&);
template HostLanes open_request<Recording::Counters>(Issue&, Space, LaneMask, const Request&,
                                                     const Addresses&, Addresses&);
template HostLanes open_request<Recording::Full>(Issue&, Space, LaneMask, const Request&,
                                                 const Addresses&, Addresses&);

std::byte* lane_bytes_at(Issue& issue, int lane, std::uint64_t address, std::uint64_t bytes) {
  Block& block = issue.block;
  if (address - code::kSharedWindow < shared_window_bytes(issue.machine)) {
    const SharedMemory memory = shared_memory_at(issue, address - code::kSharedWindow);
    const std::uint64_t at = address - code::kSharedWindow - memory.begin;
    if (memory.block == nullptr || at + bytes > memory.block->shared.size()) return nullptr;
    return memory.block->shared.data() + at;
  }
  if (in_window(address, code::kLocalWindow)) {
    const std::uint64_t at = address - code::kLocalWindow;
    if (at + bytes > block.local_stride) return nullptr;
    return block.local.data() +
           std::size_t{issue.machine.thread_of(issue.warp, lane)} * block.local_stride + at;
  }
  const Allocation* allocation = issue.machine.memory.find(address);
  if (allocation == nullptr || allocation->end - address < bytes) return nullptr;
  return issue.machine.memory.host(address);
}

}  // namespace lanescope::machine
