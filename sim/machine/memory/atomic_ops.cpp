#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/machine/control/mbarriers.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/memory/memory_ops.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using events::SharedAccess;

// Float and 64-bit operations but for exchanges are compare-and-swap loops in the hardware's code
// (docs/CONTRACT.md, "Shared atomics").
SharedAccess shared_access(const code::AtomicOp& atomic) {
  if (atomic.adds_one) return SharedAccess::AtomicAddOne;
  const bool loop = atomic.kind == code::AtomicKind::Cas || ptx::is_float(atomic.type) ||
                    (atomic.bytes == 8 && atomic.kind != code::AtomicKind::Exch);
  return loop ? SharedAccess::AtomicCas : SharedAccess::Atomic;
}

// 16 bytes as one.
void apply_wide(const Issue& issue, const code::AtomicOp& atomic, std::byte* memory, int lane) {
  const std::array<std::uint64_t, 2> old{load_bytes(memory, 8), load_bytes(memory + 8, 8)};
  const std::array<std::uint64_t, 2> b{read_lane(issue, atomic.b[0], lane),
                                       read_lane(issue, atomic.b[1], lane)};
  const bool exchanges = atomic.kind == code::AtomicKind::Exch;
  if (exchanges || old == b) {
    store_bytes(memory, exchanges ? b[0] : read_lane(issue, atomic.c, lane), 8);
    store_bytes(memory + 8, exchanges ? b[1] : read_lane(issue, atomic.c_upper, lane), 8);
  }
  for (std::size_t e = 0; e < 2; ++e) write_lane(issue, atomic.result[e], lane, old[e]);
}

// Lane by lane, lowest first: the order in which lanes that meet at one address take effect.
void apply(Issue& issue, const code::AtomicOp& atomic, const HostLanes& place, LaneMask lanes) {
  if (issue.block.definedness != nullptr) watch_atomic(issue, atomic, place, lanes);
  for_lanes(lanes, [&](int lane) {
    if (atomic.wide) return apply_wide(issue, atomic, place.at(lane), lane);
    for (std::uint8_t e = 0; e < atomic.count; ++e) {
      std::byte* memory = place.at(lane) + e * atomic.bytes;
      const std::uint64_t old = load_bytes(memory, atomic.bytes);
      std::uint64_t b = read_lane(issue, atomic.b[e], lane);
      if (atomic.bytes < 8) b &= (std::uint64_t{1} << (8 * atomic.bytes)) - 1;
      const std::uint64_t c = atomic.c.used() ? read_lane(issue, atomic.c, lane) : 0;
      store_bytes(memory, atomic.function(old, b, c), atomic.bytes);
      write_lane(issue, atomic.result[e], lane, old);
    }
  });
}

void watch(Issue& issue, const code::AtomicOp& atomic, const Request& request,
           const SpaceLanes& part, const Addresses& addresses) {
  if (!issue.machine.races) return;
  order_access(issue, {part.space, part.lanes, addresses.at.data(), request.bytes, false,
                       hazards::What::Atomic, atomic.order, atomic.tells_barrier, nullptr});
}

Next tell(Issue& issue, const code::AtomicOp& atomic) {
  return atomic.tells_barrier ? tell_stored(issue, atomic.barrier, atomic.bytes * atomic.count)
                              : Next::Advance;
}

}  // namespace

template <Recording R>
Next do_atomic(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const code::AtomicOp& atomic = issue.machine.code->atomics[issue.op().detail];
  Addresses addresses, scratch;
  const Request request{events::Access::Atomic, shared_access(atomic), atomic.bytes * atomic.count,
                        true};
  if (const HostLanes place = open_at_once<R>(issue, atomic.address, request, addresses);
      place.ok()) {
    watch(issue, atomic, request, {atomic.address.space, issue.executed}, addresses);
    apply(issue, atomic, place, issue.executed);
    return tell(issue, atomic);
  }
  SpaceParts parts;
  const std::size_t count =
      resolve_spaces(issue, atomic.address.space, issue.executed, addresses, parts);
  for (std::size_t i = 0; i < count; ++i) {
    const HostLanes place =
        open_request<R>(issue, parts[i].space, parts[i].lanes, request, addresses, scratch);
    if (!place.ok()) return Next::Stop;
    watch(issue, atomic, request, parts[i], addresses);
    apply(issue, atomic, place, parts[i].lanes);
  }
  return tell(issue, atomic);
}

template Next do_atomic<Recording::None>(Issue&);
template Next do_atomic<Recording::Counters>(Issue&);
template Next do_atomic<Recording::Full>(Issue&);

}  // namespace lanescope::machine
