#include "sim/sass/machine/instructions/earlier_mbarriers.hpp"

#include <cstring>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"
#include "sim/sass/machine/races/races.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

constexpr U32 kOdd = U32{1} << 31U, kOfHalf = U32{1} << 30U;

// One arrival. The last one of a phase runs over into the bit that tells the next.
U64 arrived(U64 word) {
  const auto expected = static_cast<U32>(word);
  auto current = static_cast<U32>(word >> 32U) + 1;
  if ((current & ~kOdd) == 0) current |= expected | kOfHalf;
  return U64{current} << 32U | expected;
}

bool is_of_copies(const Op& op) { return op.number[0] != 0; }

bool ends_phase(U64 before, U64 after) { return ((before ^ after) >> 63U) != 0; }

void end_phase(Issue& issue, U64 place) {
  if (issue.machine.races) races::order_phase(issue, place);
  issue.block.listeners.tell(events::BarrierRelease{issue.block.index, number_of_mbarrier(place)});
}

U64 arrive_one(Issue& issue, const Request& request, U32 lane) {
  const U64 place = request.addresses[lane];
  if (issue.machine.races)
    races::order_mbarrier(
        issue, place,
        is_of_copies(issue.op) ? races::MbarrierDeed::CopiesArrive : races::MbarrierDeed::Arrives);
  U64 before = 0;
  std::byte* at = bytes_at(issue, request, lane);
  std::memcpy(&before, at, sizeof before);
  const U64 after = arrived(before);
  std::memcpy(at, &after, sizeof after);
  ++issue.warp.changes;
  if (ends_phase(before, after)) end_phase(issue, place);
  return before;
}

Next arrive(Issue& issue) {
  const Op& op = issue.op;
  Addresses addresses;
  read_addresses(issue, op.address[0], addresses);
  auto requests = requests_of(issue, static_cast<Naming>(op.number[1]), addresses, 8);
  Request& request = requests[1];
  if (request.lanes != issue.executed) return stop_unsupported(issue);  // not in shared memory
  request.access = events::Access::Atomic;
  request.rule = events::SharedAccess::Atomic;
  if (!check(issue, request)) return Next::Stop;
  if (issue.machine.races) races::order_access(issue, request, races::Manner::OfMbarrier);
  WideRow before{};
  for_lanes(request.lanes, [&](U32 lane) { before[lane] = arrive_one(issue, request, lane); });
  mark_written(issue, request);
  if (!is_of_copies(op)) tell(issue, request);
  write(issue, op.dst_predicates[0], ~0U);  // as atomic operations do
  write_wide(issue, op.dst, before);
  return Next::Advance;
}

}  // namespace

bool bind_earlier_arrival(const Instruction& i, Op& op) {
  op.number[0] = i.name == "ARRIVES" ? 1 : 0;
  op.number[1] = static_cast<U32>(i.name == "ATOM" ? Naming::Generic : Naming::Shared);
  op.handler = arrive;
  return i.has("64") && op.addresses == 1;
}

}  // namespace lanescope::sass::machine::instructions
