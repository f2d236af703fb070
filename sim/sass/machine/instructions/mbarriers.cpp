#include "sim/sass/machine/instructions/mbarriers.hpp"

#include <cstring>

#include "sim/events/shared_place.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/groups.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/earlier_mbarriers.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/races/races.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

constexpr U64 kCount = (U64{1} << 20U) - 1, kOdd = U64{1} << 63U;
constexpr unsigned kExpectedAt = 1, kBytesAt = 21, kPendingAt = 43, kByteBits = 22;

struct Mbarrier {
  U64 expected = 0, pending = 0;  // as they lie in memory: 2^20 less what is missing
  std::int64_t bytes = 0;
  bool odd = false;
};

Mbarrier unpacked(U64 word) {
  const auto bytes = static_cast<std::int64_t>(word << (64 - kBytesAt - kByteBits));
  return {word >> kExpectedAt & kCount, word >> kPendingAt & kCount, bytes >> (64 - kByteBits),
          (word & kOdd) != 0};
}
U64 packed(const Mbarrier& barrier) {
  const U64 bytes = static_cast<U64>(barrier.bytes) & ((U64{1} << kByteBits) - 1);
  return barrier.expected << kExpectedAt | bytes << kBytesAt | barrier.pending << kPendingAt |
         (barrier.odd ? kOdd : 0);
}

U64 load(const std::byte* at) {
  U64 word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

Request request_of(const Issue& issue, events::Access access) {
  Addresses addresses;
  read_addresses(issue, issue.op.address[0], addresses);
  Request request = requests_of(issue, Naming::Shared, addresses, 8)[1];
  request.access = access;
  return request;
}

// Those who have seen the phase complete know what happened before.
void order_waits(Issue& issue, const Request& request, U32 over) {
  for (U32 rest = over; rest != 0;) {
    const U64 place = request.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    races::order_mbarrier(issue, place, races::MbarrierDeed::Waits);
    for_lanes(rest, [&](U32 lane) {
      if (request.addresses[lane] == place) rest &= ~(1U << lane);
    });
  }
}

// Lanes whose phase is over: the barrier's is another one than that which they have.
U32 find_over(Issue& issue, const Request& request) {
  Row room;
  const Row& phase = read(issue, issue.op.src[0], room);
  U32 over = 0;
  for_lanes(request.lanes, [&](U32 lane) {
    const bool odd = unpacked(load(bytes_at(issue, request, lane))).odd;
    over |= static_cast<U32>(odd != (phase.lane[lane] >> 31U != 0)) << lane;
  });
  if (issue.machine.races) order_waits(issue, request, over);
  return over;
}

void answer(Issue& issue, U32 over) { write(issue, issue.op.dst_predicates[0], over); }

// Groups that wait for a barrier of the block go on; lanes that wait for others come again.
void wake(Issue& issue, Block& block, U32 number) {
  for (Warp& warp : block.warps) {
    for (std::size_t n = 0; n < warp.groups.size(); ++n) {
      Group& group = warp.groups[n];
      if (group.status != Status::AtMbarrier || group.barrier != number) continue;
      const Op& op = issue.machine.code->ops[group.pc];
      Issue waiting{issue.machine, block, warp, op, group.pc, group.lanes, group.lanes};
      answer(waiting, find_over(waiting, request_of(waiting, events::Access::Load)));
      group.status = Status::Ready;
      ++group.pc;
    }
  }
  block.listeners.tell(events::BarrierRelease{block.index, number});
}

Next exchange(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  Issue one = issue;
  one.executed = issue.executed & (0 - issue.executed);
  const auto lane = static_cast<U32>(std::countr_zero(one.executed));
  const Request request = request_of(one, events::Access::Store);
  if (!check(one, request)) return Next::Stop;
  if (issue.machine.races) {
    races::order_access(one, request, races::Manner::OfMbarrier);
    races::order_mbarrier(one, request.addresses[lane], races::MbarrierDeed::Begins);
  }
  WideRow value;
  read_wide(one, issue.op.src[0], value);
  std::memcpy(bytes_at(one, request, lane), &value[lane], sizeof value[lane]);
  return Next::Advance;
}

Next invalidate(Issue& issue) {
  const Request request = request_of(issue, events::Access::Store);
  if (!check(issue, request)) return Next::Stop;
  for_lanes(request.lanes, [&](U32 lane) {
    if (issue.machine.races)
      races::order_mbarrier(issue, request.addresses[lane], races::MbarrierDeed::Begins);
    std::memset(bytes_at(issue, request, lane), 0, 8);
  });
  return Next::Advance;
}

// How many arrivals and bytes a form brings: of its operand (Operand, Less) or by itself.
enum class Brings : U32 { Nothing, One, Operand, Less, MinusOne };

std::int64_t brought(Brings what, U32 operand) {
  switch (what) {
    case Brings::One:
      return 1;
    case Brings::Operand:
      return operand;
    case Brings::Less:
      return -std::int64_t{operand};
    case Brings::MinusOne:
      return -1;
    default:
      return 0;
  }
}

void order_arrival_at(Issue& issue, U64 place) {
  if (issue.op.text->name == "ARRIVES")
    races::order_mbarrier(issue, place, races::MbarrierDeed::CopiesArrive);
  else if (issue.op.number[0] != static_cast<U32>(Brings::Nothing))
    races::order_mbarrier(issue, place, races::MbarrierDeed::Arrives);
}

U64 arrive_one(Issue& issue, const Request& request, U32 lane, U32 operand) {
  const Op& op = issue.op;
  if (issue.machine.races) order_arrival_at(issue, request.addresses[lane]);
  return arrive(issue, request, lane,
                {static_cast<U32>(brought(static_cast<Brings>(op.number[0]), operand)),
                 brought(static_cast<Brings>(op.number[1]), operand), op.number[2] != 0});
}

// With TMASK, lanes that bring the same to one place do so together. Each gets the upper word from
// before all of them, and in the lower one which they are: the code that ptxas puts behind it makes
// of these what each lane would have found.
Next arrive_all(Issue& issue) {
  const Op& op = issue.op;
  const Request request = request_of(issue, events::Access::Atomic);
  if (!check(issue, request)) return Next::Stop;
  if (issue.machine.races) races::order_access(issue, request, races::Manner::OfMbarrier);
  Row room;
  room.lane.fill(0);
  const Row operand = op.sources > 0 ? read(issue, op.src[0], room) : room;
  WideRow before{};
  for (U32 rest = request.lanes; rest != 0;) {
    const auto first = static_cast<U32>(std::countr_zero(rest));
    U32 together = 1U << first;
    for_lanes(op.number[3] != 0 ? rest : 0, [&](U32 lane) {
      const bool same = request.addresses[lane] == request.addresses[first] &&
                        operand.lane[lane] == operand.lane[first];
      together |= static_cast<U32>(same) << lane;
    });
    for_lanes(together, [&](U32 lane) {
      before[lane] = arrive_one(issue, request, lane, operand.lane[lane]);
    });
    const U64 upper = before[first] >> 32U << 32U;
    for_lanes(op.number[3] != 0 ? together : 0, [&](U32 lane) { before[lane] = upper | together; });
    rest &= ~together;
  }
  write_wide(issue, op.dst, before);
  return Next::Advance;
}

// TRYWAIT waits, if all lanes would and no time is told (then ptxas lets NANOSLEEP follow): else
// some of them could not go on with the others.
Next check_phase(Issue& issue) {
  const Request request = request_of(issue, events::Access::Load);
  if (!check(issue, request)) return Next::Stop;
  if (issue.machine.races) races::order_access(issue, request, races::Manner::OfMbarrier);
  const U32 over = find_over(issue, request);
  const auto& ops = issue.machine.code->ops;
  const bool timed = issue.pc + 1 < ops.size() && ops[issue.pc + 1].text->name == "NANOSLEEP";
  if (issue.op.number[0] == 0 || timed || over != 0 || issue.executed != issue.active) {
    answer(issue, over);
    return Next::Advance;
  }
  const auto first = static_cast<std::size_t>(std::countr_zero(issue.executed));
  wait(issue, Status::AtMbarrier, number_of_mbarrier(events::offset_of(request.addresses[first])),
       issue.pc);
  issue.block.listeners.tell(events::Wait{issue.block.index, WarpIndex{issue.warp.index},
                                          issue.group().lanes, events::WaitReason::Barrier,
                                          issue.group().barrier});
  return Next::Reselect;
}

bool bind_arrival(const Instruction& i, Op& op) {
  Brings count = Brings::One, bytes = Brings::Operand;
  const auto form = [&](std::string_view name, Brings arrivals, Brings awaited) {
    if (!i.has(name)) return;
    count = arrivals;
    bytes = awaited;
  };
  form("A1T0", Brings::One, Brings::Nothing);
  form("ART0", Brings::Operand, Brings::Nothing);
  form("A0T1", Brings::Nothing, Brings::One);
  form("A0TR", Brings::Nothing, Brings::Operand);
  form("A0TX", Brings::Nothing, Brings::Less);
  op.number = {static_cast<U32>(count), static_cast<U32>(bytes), i.has("OPTOUT") ? 1U : 0U,
               i.has("TMASK") ? 1U : 0U};
  op.handler = arrive_all;
  return i.has("TRANS64") && op.addresses == 1 && op.sources == 1;
}

bool bind_syncs(const Instruction& i, Op& op) {
  if (i.has("ARRIVE")) return bind_arrival(i, op);
  op.number[0] = i.has("TRYWAIT") ? 1 : 0;
  if (i.has("EXCH") && i.has("64") && op.dst == kNoRow) op.handler = exchange;
  if (i.has("CCTL") && i.has("IV")) op.handler = invalidate;
  if (i.has("PHASECHK") && i.has("TRANS64")) op.handler = check_phase;
  return op.addresses == 1 && (op.sources == 1 || i.has("CCTL"));
}

// The copies of LDGSTS are there already: what ARRIVE.A0T1 made the phase wait for, or an arrival.
bool bind_copies_arrive(const Instruction& i, Op& op) {
  const bool counts = i.has("ARVCNT");
  if (!counts && !i.has("TRANSCNT")) return i.has("LDGSTSBAR") && bind_earlier_arrival(i, op);
  op.number = {static_cast<U32>(counts ? Brings::One : Brings::Nothing),
               static_cast<U32>(counts ? Brings::Nothing : Brings::MinusOne), 0, 0};
  op.handler = arrive_all;
  return i.has("LDGSTSBAR") && i.has("64") && op.addresses == 1;
}

constexpr BinderRow kRows[]{{"SYNCS", bind_syncs}, {"ARRIVES", bind_copies_arrive}};

}  // namespace

std::uint64_t arrive(Issue& issue, const Request& request, std::uint32_t lane,
                     const Arrival& arrival) {
  std::byte* at = bytes_at(issue, request, lane);
  const U64 before = load(at);
  if (before == 0) return before;  // nobody has made one here
  Mbarrier barrier = unpacked(before);
  barrier.bytes += arrival.expected_bytes;
  if (arrival.drops) barrier.expected = (barrier.expected + arrival.count) & kCount;
  // The count that has run over stays 0 until the bytes are there.
  const U64 pending = barrier.pending + arrival.count;
  const bool over = (pending > kCount || barrier.pending == 0) && barrier.bytes == 0;
  barrier.pending = barrier.pending == 0 ? 0 : pending & kCount;
  if (over) {
    barrier.odd = !barrier.odd;
    barrier.pending = barrier.expected;
  }
  const U64 after = packed(barrier);
  std::memcpy(at, &after, sizeof after);
  if (over) {
    const U64 place = request.addresses[lane];
    if (issue.machine.races) races::order_phase(issue, place);
    wake(issue, *block_of(issue, place), number_of_mbarrier(events::offset_of(place)));
  }
  return before;
}

bool bytes_have_come(Issue& issue, std::uint32_t lane, std::uint64_t address, std::uint64_t bytes) {
  Issue one = issue;
  one.executed = 1U << lane;
  Addresses addresses{};
  addresses[lane] = address;
  Request request = requests_of(one, Naming::Shared, addresses, 8)[1];
  request.access = events::Access::Atomic;
  if (!check(one, request)) return false;
  if (issue.machine.races)
    races::order_mbarrier(one, request.addresses[lane], races::MbarrierDeed::CopiesArrive);
  arrive(one, request, lane, {0, -static_cast<std::int64_t>(bytes), false});
  return true;
}

std::span<const BinderRow> mbarrier_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
