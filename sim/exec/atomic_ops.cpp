#include <array>

#include "sim/exec/access.hpp"
#include "sim/exec/lane_file.hpp"
#include "sim/exec/memory_ops.hpp"

namespace lanescope::exec {
namespace {

using events::SharedAccess;

// Float and 64-bit adds are compare-and-swap loops in the hardware's code (design, section 3).
SharedAccess shared_access(const AtomicOp& atomic) {
  if (atomic.adds_one) return SharedAccess::AtomicAddOne;
  const bool loop =
      atomic.kind == AtomicKind::Cas || ptx::is_float(atomic.type) || atomic.bytes == 8;
  return loop ? SharedAccess::AtomicCas : SharedAccess::Atomic;
}

// Lane by lane, lowest first: the order in which lanes that meet at one address take effect.
void apply(const Issue& issue, const AtomicOp& atomic, const Place& place, LaneMask lanes) {
  for_lanes(lanes, [&](int lane) {
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

}  // namespace

template <Recording R>
Next do_atomic(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const AtomicOp& atomic = issue.machine.code->atomics[issue.op().detail];
  Addresses addresses, scratch;
  const Request request{events::Access::Atomic, shared_access(atomic), atomic.bytes * atomic.count,
                        true};
  if (const Place place = open_at_once<R>(issue, atomic.address, request, addresses); place.ok()) {
    apply(issue, atomic, place, issue.executed);
    return Next::Advance;
  }
  std::array<SpaceLanes, 4> parts;
  const std::size_t count = resolve_spaces(atomic.address.space, issue.executed, addresses, parts);
  for (std::size_t i = 0; i < count; ++i) {
    const Place place =
        open_request<R>(issue, parts[i].space, parts[i].lanes, request, addresses, scratch);
    if (!place.ok()) return Next::Stop;
    apply(issue, atomic, place, parts[i].lanes);
  }
  return Next::Advance;
}

template Next do_atomic<Recording::None>(Issue&);
template Next do_atomic<Recording::Counters>(Issue&);
template Next do_atomic<Recording::Full>(Issue&);

}  // namespace lanescope::exec
