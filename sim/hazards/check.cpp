#include "sim/hazards/check.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/hazards/runs.hpp"

namespace lanescope::hazards {
namespace {

constexpr std::array kAllKept{Kept::Latest, Kept::OtherWarp, Kept::OtherBlock, Kept::OtherLane};
// Fewer cells are looked at one by one.
constexpr std::uint32_t kFewCells = 4;

std::uint32_t flags_of(const Request& request) {
  std::uint32_t flags = 0;
  if (request.order.is_volatile) flags |= kVolatile;
  if (request.order.strong && request.order.cta_scope) flags |= kCtaScope;
  if ((request.lanes & (request.lanes - 1)) != 0) flags |= kInStep;
  if (request.async) flags |= kAsync;
  if (request.what == What::Atomic) flags |= kAtomic;
  return flags;
}

Accesses kind_of(const Request& request) {
  if (request.what == What::Load)
    return request.order.strong ? Accesses::StrongReads : Accesses::Reads;
  return request.order.strong ? Accesses::StrongWrites : Accesses::Writes;
}

bool is_strong(Accesses accesses) {
  return accesses == Accesses::StrongWrites || accesses == Accesses::StrongReads;
}

bool changes(Accesses accesses) {
  return accesses == Accesses::Writes || accesses == Accesses::StrongWrites;
}

// Of strong accesses: may not meet all others.
bool is_choosy(std::uint32_t flags) { return (flags & (kVolatile | kCtaScope)) != 0; }

bool same_warp(const Stamp& a, const Stamp& b) {
  return a.block == b.block && warp_of(a.who) == warp_of(b.who);
}

}  // namespace

Check::Check(const Context& context)
    : context_(context),
      request_(context.request),
      flags_(flags_of(context.request)),
      quiet_until_(context.async ? context.floor : context.ordered),
      hands_on_(context.block.has_clocks() || !context.releases.empty() ||
                context.request.order.release) {}

void Check::run(Page& page, std::uint64_t begin, Run run) {
  page.refine(request_.bytes, context_.budget);
  cell_bytes_ = 1U << page.shift();
  // Of lanes at one place, two stand for all.
  if (!run.spread && run.count > 1 && request_.what != What::Store && !hands_on_)
    run = {run.address, run.first, 1, true, 1};
  const auto fits = [&](const Run& part) {
    const CellRow row = row_of(page, begin, part);
    return part.spread && row.count >= kFewCells && at_once(page, row, part);
  };
  if (fits(run)) return;
  for (Run rest = run; rest.count != 0;) {
    Run part = rest;
    if (run.spread) part.count = alike(page, row_of(page, begin, rest));
    if (part.count == run.count || !fits(part)) one_by_one(page, begin, part);
    rest.address += std::uint64_t{part.count} * request_.bytes;
    rest.first += part.count;
    rest.count -= part.count;
  }
}

CellRow Check::row_of(const Page& page, std::uint64_t begin, const Run& run) const {
  const std::uint32_t per_lane = request_.bytes >> page.shift();
  CellRow row;
  row.cell = static_cast<std::uint32_t>((run.address - begin) >> page.shift());
  row.count = run.count * per_lane;
  row.part = static_cast<unsigned>(std::countr_zero(per_lane));
  if (run.twin != 0) row.next = 1 | 1U << kSecondShift;
  return row;
}

// The number of lanes, from the first on, whose cells were last read by one warp. Readers shift by
// some lanes, so that a part of a row was the neighbours'.
std::uint32_t Check::alike(const Page& page, const CellRow& row) const {
  const std::uint32_t lanes = row.count >> row.part;
  const Plane reads = page.plane(Accesses::Reads);
  if (request_.what != What::Load || !reads) return lanes;
  return std::max(of_one_warp(reads, row) >> row.part, 1U);
}

std::uint32_t Check::lanes_of(const Run& run, std::uint32_t lane) const {
  const std::uint32_t who = who_is(request_.warp, lane);
  return run.twin == 0 ? who : who | kSeveral | (lane + run.twin) << kSecondShift;
}

// The usual cases: plain accesses to cells that were last used before the last barrier, or by the
// same threads, or (reading) by other lanes or another warp that only read.
bool Check::at_once(Page& page, const CellRow& row, const Run& run) const {
  if (context_.async || request_.order.strong || page.plane(Accesses::StrongWrites)) return false;
  const bool loads = request_.what == What::Load;
  if (!loads && page.plane(Accesses::StrongReads)) return false;
  const Stamp mine = stamp_of(lanes_of(run, run.first));
  const Time time = context_.ordered;
  const auto clean = [&](const Plane& plane) {
    return !plane || all_older(plane, row, time) ||
           (run.twin == 0 && all_older_or_own(plane, row, time, mine));
  };
  const Plane writes = page.plane(Accesses::Writes), reads = page.plane(Accesses::Reads);
  if (!clean(writes)) return false;
  if (loads) {
    if (!clean(reads)) {
      if (nothing_new(page, Accesses::Reads, row)) return true;
      if (!keep_row(page, reads, row, mine)) return false;
    }
  } else if (!clean(reads) || !std::all_of(kAllKept.begin() + 1, kAllKept.end(), [&](Kept kept) {
               const Plane others = page.plane(Accesses::Reads, kept);
               return !others || all_older(others, row, time);
             })) {
    return false;
  }
  const Plane entered = page.make(kind_of(request_), Kept::Latest, context_.budget);
  if (entered) fill(entered, row, mine);
  return true;
}

// Two blocks, or two warps of this block since its last barrier, have made such accesses to each
// cell: whoever comes, one of them is another one's.
bool Check::nothing_new(const Page& page, Accesses accesses, const CellRow& row) const {
  if (hands_on_) return false;
  const Plane latest = page.plane(accesses);
  if (!latest) return false;
  const Plane warps = page.plane(accesses, Kept::OtherWarp);
  const Time barrier = std::max(context_.ordered, context_.block.barrier());
  if (warps && all_of_two_warps(latest, warps, row, barrier, context_.block.index())) return true;
  if (request_.shared) return false;
  const Plane blocks = page.plane(accesses, Kept::OtherBlock);
  return blocks && all_of_two_blocks(latest, blocks, row, context_.ordered);
}

// Readers of another warp, of other blocks, or other lanes give way to those of this one.
bool Check::keep_row(Page& page, const Plane& reads, const CellRow& row, const Stamp& mine) const {
  Kept kept = Kept::OtherWarp;
  if (!all_of_other_warp(reads, row, context_.ordered, mine)) {
    kept = Kept::OtherBlock;
    if (!all_of_other_blocks(reads, row, context_.ordered, mine)) {
      kept = Kept::OtherLane;
      const BlockOrder& block = context_.block;
      const Time barrier =
          std::max({context_.ordered, block.barrier(), block.barrier(request_.warp)});
      if (hands_on_ || !all_of_other_lanes(reads, row, barrier, mine)) return false;
    }
  }
  const Plane others = page.make(Accesses::Reads, kept, context_.budget);
  if (others) copy(reads, others, row);
  return true;
}

// The same for one cell: plain loads, and atomics where nobody else's access is in question.
bool Check::nothing_new(const Page& page, std::uint32_t cell) const {
  if (context_.async || request_.what == What::Store || page.has_choosy() || is_choosy(flags_))
    return false;
  const auto old = [&](Accesses accesses) {
    const Plane plane = page.plane(accesses);
    return !plane || plane.time[cell] <= context_.ordered;
  };
  const Accesses kind = kind_of(request_);
  const bool quiet = kind == Accesses::Reads
                         ? old(Accesses::StrongWrites)
                         : kind == Accesses::StrongWrites && old(Accesses::Reads);
  return quiet && old(Accesses::Writes) && nothing_new(page, kind, CellRow{cell, 1, 0, 1});
}

void Check::one_by_one(Page& page, std::uint64_t begin, const Run& run) {
  const std::uint32_t per_lane = request_.bytes >> page.shift();
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const std::uint32_t lane = run.first + i;
    const std::uint64_t address =
        run.address + (run.spread ? std::uint64_t{i} * request_.bytes : 0);
    const auto cell = static_cast<std::uint32_t>((address - begin) >> page.shift());
    const std::uint32_t lanes = lanes_of(run, lane);
    if (hands_on_ && !request_.mbarrier) hand_on(page, begin, address, lane);
    for (std::uint32_t part = 0; part < per_lane; ++part) {
      if (!nothing_new(page, cell + part)) visit(page, begin, cell + part, lanes);
    }
  }
}

// A plain store ends what was released at its place. Who reads a word of a wider one reads from it.
void Check::hand_on(const Page& page, std::uint64_t begin, std::uint64_t address,
                    std::uint32_t lane) {
  constexpr std::uint64_t kShared = std::uint64_t{1} << 63U, kWord = 4;
  lane = context_.block.member(lane);
  for (std::uint64_t word = address & ~(kWord - 1); word < address + request_.bytes;
       word += kWord) {
    const std::uint64_t place =
        request_.shared ? kShared | std::uint64_t{context_.owner} << 24U | word : word;
    if (request_.order.strong) {
      in_turn_ = request_.what == What::Store && request_.order.is_volatile &&
                 context_.releases.is_behind(context_.block, request_, lane, place);
      context_.releases.access(context_.block, request_, lane, place);
    } else if (request_.what == What::Store && !context_.releases.empty()) {
      const Plane strong = page.plane(Accesses::StrongWrites);
      if (strong && strong.time[(address - begin) >> page.shift()] != 0)
        context_.releases.overwrite(place);
    }
  }
}

void Check::visit(Page& page, std::uint64_t begin, std::uint32_t cell, std::uint32_t lanes) {
  const std::uint64_t address = begin + (std::uint64_t{cell} << page.shift());
  compare(page.plane(Accesses::Writes), Accesses::Writes, cell, address, lanes);
  if (request_.what != What::Load) compare(page, Accesses::Reads, cell, address, lanes);
  if (!request_.order.strong || page.has_choosy() || is_choosy(flags_)) {
    if (page.plane(Accesses::StrongWrites))
      compare(page, Accesses::StrongWrites, cell, address, lanes);
    if (request_.what != What::Load && page.plane(Accesses::StrongReads))
      compare(page, Accesses::StrongReads, cell, address, lanes);
  }
  enter(page, cell, lanes);
}

void Check::compare(const Page& page, Accesses accesses, std::uint32_t cell, std::uint64_t address,
                    std::uint32_t lanes) {
  for (const Kept kept : kAllKept)
    compare(page.plane(accesses, kept), accesses, cell, address, lanes);
}

void Check::compare(const Plane& plane, Accesses accesses, std::uint32_t cell,
                    std::uint64_t address, std::uint32_t lanes) {
  if (!plane || plane.time[cell] <= quiet_until_) return;
  const Stamp stamp = plane.at(cell);
  if (may_meet(stamp, accesses, lanes) || ordered(stamp, lanes)) return;
  tell(stamp, accesses, address, lanes);
}

bool Check::ordered(const Stamp& stamp, std::uint32_t lanes) const {
  if (stamp.time == request_.time) return false;  // of this very instruction
  const BlockOrder& block = context_.block;
  const std::uint32_t warp = request_.warp;
  return block.ordered(stamp, warp, lane_of(lanes), context_.floor) &&
         ((lanes & kSeveral) == 0 || block.ordered(stamp, warp, second_of(lanes), context_.floor));
}

// Neither of the two is atomic, and both change the memory.
bool Check::are_volatile_stores(const Stamp& stamp, Accesses accesses) const {
  return request_.what == What::Store && request_.order.is_volatile && changes(accesses) &&
         (stamp.who & (kVolatile | kAtomic)) == kVolatile;
}

// Strong accesses may meet, but for those whose scope leaves the other one out, volatile stores,
// and volatile accesses of lanes that are taken to go in step.
bool Check::may_meet(const Stamp& stamp, Accesses accesses, std::uint32_t lanes) const {
  if (stamp.time == request_.time)  // of this very instruction
    return request_.what != What::Store || lane_of(stamp.who) == lane_of(lanes);
  if (!request_.order.strong || !is_strong(accesses)) return false;
  if (are_volatile_stores(stamp, accesses)) return in_turn_;
  if (stamp.block != context_.block.index()) return ((stamp.who | flags_) & kCtaScope) == 0;
  const std::uint32_t in_step = kVolatile | kInStep;
  return warp_of(stamp.who) != request_.warp || (stamp.who & flags_ & in_step) != in_step;
}

void Check::tell(const Stamp& stamp, Accesses accesses, std::uint64_t address,
                 std::uint32_t lanes) const {
  Finding finding;
  finding.other = stamp;
  finding.other_strong = is_strong(accesses);
  finding.other_what = !changes(accesses)           ? What::Load
                       : (stamp.who & kAtomic) != 0 ? What::Atomic
                                                    : What::Store;
  finding.lane = lane_of(lanes);
  finding.other_lane = lane_of(stamp.who);
  finding.address = address;
  finding.bytes = cell_bytes_;
  finding.same_instruction = stamp.time == request_.time;
  if (same_warp(stamp, stamp_of(lanes)) && finding.lane == finding.other_lane) {
    if ((lanes & kSeveral) != 0)
      finding.lane = second_of(lanes);
    else if ((stamp.who & kSeveral) != 0)
      finding.other_lane = second_of(stamp.who);
  }
  finding.exchange_between = context_.block.exchanged_since(stamp, request_.warp, finding.lane);
  context_.found(finding);
}

void Check::enter(Page& page, std::uint32_t cell, std::uint32_t lanes) {
  const Stamp mine = stamp_of(lanes);
  const Accesses kind = kind_of(request_);
  Plane latest = page.plane(kind);
  if (!latest) latest = page.make(kind, Kept::Latest, context_.budget);
  if (!latest) return;
  if (kind == Accesses::Writes) return latest.put(cell, mine);
  if (is_strong(kind) && is_choosy(flags_)) page.note_choosy();
  if (in_turn_) return enter_in_turn(page, latest, cell, mine);
  enter_in_set(page, kind, latest, cell, mine);
}

void Check::enter_in_turn(Page& page, const Plane& latest, std::uint32_t cell, const Stamp& mine) {
  for (const Kept kept : kAllKept) {
    if (const Plane plane = page.plane(Accesses::StrongWrites, kept)) plane.time[cell] = 0;
  }
  latest.put(cell, mine);
}

void Check::enter_in_set(Page& page, Accesses accesses, const Plane& latest, std::uint32_t cell,
                         const Stamp& mine) {
  Stamp entered = mine;
  if (latest.time[cell] > quiet_until_) {
    const Stamp before = latest.at(cell);
    if (before.time == mine.time) {
      if (lane_of(before.who) == lane_of(mine.who)) return;
      entered.who = (before.who & ~(kLaneBits << kSecondShift)) | kSeveral |
                    lane_of(mine.who) << kSecondShift;
    } else if (!ordered(before, mine.who)) {
      keep(page, accesses, cell, before, mine);
    }
  }
  latest.put(cell, entered);
}

// What the new latest access says nothing about. Without clocks, any access of another block is as
// good as the one that has just been replaced.
void Check::keep(Page& page, Accesses accesses, std::uint32_t cell, const Stamp& before,
                 const Stamp& mine) {
  const Kept kept = before.block != mine.block                 ? Kept::OtherBlock
                    : warp_of(before.who) != warp_of(mine.who) ? Kept::OtherWarp
                                                               : Kept::OtherLane;
  Plane others = page.plane(accesses, kept);
  if (!others) others = page.make(accesses, kept, context_.budget);
  if (!others) return;
  const bool as_good = kept == Kept::OtherBlock && !hands_on_ &&
                       others.time[cell] > context_.floor && others.block[cell] != mine.block;
  if (!as_good) others.put(cell, before);
}

}  // namespace lanescope::hazards
