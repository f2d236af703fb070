#include "sim/timing/lsu.hpp"

#include <algorithm>
#include <bit>

#include "sim/events/memory_units.hpp"

namespace lanescope::timing {
namespace {

std::int64_t whole(double time) { return static_cast<std::int64_t>(time); }

// Whether it leaves bytes of its sectors as they were.
bool is_partial(const Request& request, std::span<const LinePart> parts) {
  std::uint64_t sectors = 0;
  for (const LinePart& part : parts) sectors += static_cast<unsigned>(std::popcount(part.sectors));
  return std::uint64_t{request.lanes} * request.bytes < sectors * events::kSectorBytes;
}

// Of a load of constants: words that its lanes want, which it brings one after the other.
int words_of(const Event& event, const Trace& trace) {
  if (event.requests == 0) return 1;
  const Request& request = trace.requests[event.request];
  return request.space == Request::Space::Constant ? std::max<int>(1, request.wavefronts) : 1;
}

}  // namespace

Lsu::Lsu(const MachineDescription& machine, std::int64_t l1_bytes, MemorySystem& memory)
    : machine_(machine),
      memory_(memory),
      l1_(l1_bytes, machine.l1_ways),
      queues_(static_cast<std::size_t>(machine.sub_cores)) {
  for (Queue& q : queues_) q.leaves.resize(static_cast<std::size_t>(machine.mio_queue));
}

std::int64_t Lsu::room_at(int sub_core) const {
  const Queue& q = queues_[static_cast<std::size_t>(sub_core)];
  return q.leaves[q.next];
}

Lsu::Done Lsu::issue(int sub_core, const Demand& demand, const Event& event, const Trace& trace,
                     std::uint64_t local, std::int64_t time) {
  Queue& q = queues_[static_cast<std::size_t>(sub_core)];
  const double more_words = (words_of(event, trace) - 1) * machine_.constant_word_cycles;
  double begin = q.entry.turn(static_cast<double>(time), demand.interval + more_words);
  Done done{whole(begin), whole(begin + more_words) + demand.latency, 0};
  if (demand.kind == Kind::Shuffle) begin = data_.turn(begin, 1);
  if (demand.kind == Kind::Match) begin = data_.turn(begin, machine_.match_cycles);
  if (demand.kind == Kind::Shuffle || demand.kind == Kind::Match)
    done = {whole(begin), whole(begin) + demand.latency, 0};
  for (std::uint32_t i = 0; i < event.requests; ++i) {
    const Request& request = trace.requests[event.request + i];
    Done one = done;
    if (request.space == Request::Space::Shared)
      one = shared(request, demand.kind == Kind::Shared ? demand.latency : 0, begin);
    else if (request.space != Request::Space::Constant)
      one = global(request, {trace.lines.data() + request.first_line, request.lines}, demand.atomic,
                   local, begin);
    done = {std::max(done.operands, one.operands), std::max(done.result, one.result),
            std::max(done.taken, one.taken)};
  }
  if (demand.kind == Kind::Forget) l1_.clear();
  if (demand.kind == Kind::Texture) done.result += machine_.texture_cycles;
  q.leaves[q.next] = done.operands;
  q.next = (q.next + 1) % q.leaves.size();
  return done;
}

Lsu::Done Lsu::shared(const Request& request, int extra, double begin) {
  const double turn = data_.turn(begin, request.wavefronts);
  const std::int64_t result = whole(turn) + machine_.shared_cycles + extra +
                              request.wavefronts * std::int64_t{machine_.wavefront_cycles};
  return {whole(turn), result, 0};
}

Lsu::Done Lsu::global(const Request& request, std::span<const LinePart> parts, AtomicKind kind,
                      std::uint64_t local, double begin) {
  const double tagged =
      tags_.turn(begin, static_cast<double>(parts.size()) / machine_.tags_per_cycle);
  if (request.what != Request::What::Store) ++l1_counts_.requests;
  if (request.what == Request::What::Load)
    return {whole(tagged), load(request, parts, local, tagged), 0};
  if (request.what == Request::What::Store) return store(request, parts, local, tagged);
  return atomic(request, parts, kind, tagged);
}

std::int64_t Lsu::load(const Request& request, std::span<const LinePart> parts, std::uint64_t local,
                       double tagged) {
  const double turn = data_.turn(tagged, request.wavefronts);
  std::int64_t result = whole(turn) + machine_.l1_cycles +
                        request.wavefronts * std::int64_t{machine_.wavefront_cycles};
  const auto lines_of_row =
      static_cast<std::uint64_t>(machine_.dram_row_bytes) / events::kLineBytes;
  std::uint64_t row = ~std::uint64_t{0};
  int rows = 0;
  for (LinePart part : parts) {
    if (request.space == Request::Space::Local) part.line += local;
    const MemorySystem::Came came = load_line(request, part, tagged);
    result = std::max(result, came.time);
    if (!came.from_dram || part.line / lines_of_row == row) continue;
    row = part.line / lines_of_row;
    ++rows;
  }
  return result + std::max(0, rows - machine_.dram_rows) * std::int64_t{machine_.dram_row_cycles};
}

MemorySystem::Came Lsu::load_line(const Request& request, LinePart part, double tagged) {
  l1_counts_.sectors += std::popcount(part.sectors);
  MemorySystem::Came came;
  std::uint8_t there = 0;
  Cache::Line* line = nullptr;
  if (!request.past_l1) {
    Cache::Evicted evicted;
    line = &l1_.place(part.line, evicted);
    there = line->sectors & part.sectors;
    if (there != 0) came.time = line->ready;
  }
  l1_counts_.hits += std::popcount(there);
  const LinePart missing{part.line, static_cast<std::uint8_t>(part.sectors & ~there)};
  if (missing.sectors == 0) return came;
  // The port is taken in the order of asking: what comes late does not hold up what comes before.
  const double asked = misses_.turn(tagged, 1 / machine_.misses_per_cycle);
  const double port = port_.turn(asked, std::popcount(missing.sectors) / machine_.port_sectors);
  const std::int64_t before = came.time;
  came = memory_.load(missing, whole(port));
  came.time += page_cycles(part.line);
  if (line != nullptr) {
    line->sectors |= missing.sectors;
    line->ready = std::max(line->ready, came.time);
  }
  came.time = std::max(came.time, before);
  return came;
}

// All that is written goes on to L2; L1 keeps local memory alone, which nobody else reads.
Lsu::Done Lsu::store(const Request& request, std::span<const LinePart> parts, std::uint64_t local,
                     double tagged) {
  const bool partial = is_partial(request, parts);
  Done done{whole(tagged), whole(tagged), 0};
  for (LinePart part : parts) {
    const double cost =
        std::popcount(part.sectors) * machine_.store_sector_cycles + machine_.store_line_cycles;
    done.operands = whole(stores_.turn(tagged, cost));
    if (request.space == Request::Space::Local) {
      part.line += local;
      Cache::Evicted evicted;
      l1_.place(part.line, evicted).sectors |= part.sectors;
    }
    done.taken = std::max(done.taken, memory_.store(part, partial, done.operands));
  }
  return done;
}

Lsu::Done Lsu::atomic(const Request& request, std::span<const LinePart> parts, AtomicKind kind,
                      double tagged) {
  const int lanes = std::max(1, request.lanes / std::max(1, static_cast<int>(parts.size())));
  Done done{whole(tagged), whole(tagged), 0};
  for (const LinePart& part : parts) {
    const double cost = std::max(lanes * machine_.atomic_lane_cycles,
                                 std::popcount(part.sectors) * machine_.atomic_sector_cycles);
    const MemorySystem::Done one =
        memory_.atomic(part, lanes, request.serial, kind, whole(atomics_.turn(tagged, cost)));
    done.result = std::max(done.result, one.back + page_cycles(part.line));
    done.taken = std::max(done.taken, one.taken);
  }
  memory_.count_atomic(request.counted);
  return done;
}

std::int64_t Lsu::page_cycles(std::uint64_t line) {
  const std::uint64_t page =
      line / (static_cast<std::uint64_t>(machine_.page_bytes) / events::kLineBytes);
  if (page == last_page_) return 0;
  last_page_ = page;
  return pages_.insert(page).second ? machine_.page_miss_cycles : 0;
}

}  // namespace lanescope::timing
