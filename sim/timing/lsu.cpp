#include "sim/timing/lsu.hpp"

#include <algorithm>
#include <bit>

#include "sim/events/memory_units.hpp"

namespace lanescope::timing {
namespace {

std::int64_t whole(double time) { return static_cast<std::int64_t>(time); }

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
  double begin = q.entry.turn(static_cast<double>(time), demand.interval);
  Done done{whole(begin), whole(begin) + demand.latency};
  if (demand.kind == Kind::Shuffle) begin = data_.turn(begin, 1);
  if (demand.kind == Kind::Match) begin = data_.turn(begin, 64);  // measured: issue.cu, match
  if (demand.kind == Kind::Shuffle || demand.kind == Kind::Match)
    done = {whole(begin), whole(begin) + demand.latency};
  for (std::uint32_t i = 0; i < event.requests; ++i) {
    const Request& request = trace.requests[event.request + i];
    Done one = done;
    if (request.space == Request::Space::Shared)
      one = shared(request, demand.kind == Kind::Shared ? demand.latency : 0, begin);
    else if (request.space != Request::Space::Constant)
      one = global(request, {trace.lines.data() + request.first_line, request.lines}, local, begin);
    done = {std::max(done.operands, one.operands), std::max(done.result, one.result)};
  }
  if (demand.kind == Kind::Texture) done.result += machine_.texture_cycles;
  q.leaves[q.next] = done.operands;
  q.next = (q.next + 1) % q.leaves.size();
  return done;
}

Lsu::Done Lsu::shared(const Request& request, int extra, double begin) {
  const double turn = data_.turn(begin, request.wavefronts);
  const std::int64_t result = whole(turn) + machine_.shared_cycles + extra +
                              request.wavefronts * std::int64_t{machine_.wavefront_cycles};
  return {whole(turn), result};
}

Lsu::Done Lsu::global(const Request& request, std::span<const LinePart> parts, std::uint64_t local,
                      double begin) {
  const double tagged =
      tags_.turn(begin, static_cast<double>(parts.size()) / machine_.tags_per_cycle);
  std::int64_t result = whole(tagged);
  if (request.what == Request::What::Load) {
    const double turn = data_.turn(tagged, request.wavefronts);
    result = whole(turn) + machine_.l1_cycles +
             request.wavefronts * std::int64_t{machine_.wavefront_cycles};
  }
  if (request.what != Request::What::Store) ++l1_counts_.requests;
  for (LinePart part : parts) {
    if (request.space == Request::Space::Local) part.line += local;
    switch (request.what) {
      case Request::What::Load:
        result = std::max(result, load_line(request, part, tagged));
        break;
      case Request::What::Store: store_line(part, tagged); break;
      case Request::What::Atomic: {
        const int lanes = std::max(1, request.lanes / static_cast<int>(parts.size()));
        const double turn =
            atomics_.turn(tagged, std::max(lanes * machine_.atomic_lane_cycles,
                                           std::popcount(part.sectors) *
                                               machine_.atomic_sector_cycles));
        result = std::max(result, memory_.atomic(part, lanes, request.serial, whole(turn)) +
                                      page_cycles(part.line));
        break;
      }
    }
  }
  return {whole(tagged), result};
}

std::int64_t Lsu::load_line(const Request& request, LinePart part, double tagged) {
  const int sectors = std::popcount(part.sectors);
  l1_counts_.sectors += sectors;
  std::int64_t ready = 0;
  std::uint8_t there = 0;
  Cache::Line* line = nullptr;
  if (!request.past_l1) {
    Cache::Evicted evicted;
    line = &l1_.place(part.line, evicted);
    there = line->sectors & part.sectors;
    if (there != 0) ready = line->ready;
  }
  l1_counts_.hits += std::popcount(there);
  const LinePart missing{part.line, static_cast<std::uint8_t>(part.sectors & ~there)};
  if (missing.sectors == 0) return ready;
  // The port is taken in the order of asking: what comes late does not hold up what comes before.
  const double asked = misses_.turn(tagged, 1 / machine_.misses_per_cycle);
  const double port = port_.turn(asked, std::popcount(missing.sectors) / machine_.port_sectors);
  const std::int64_t came = memory_.load(missing, whole(port)) + page_cycles(part.line);
  if (line != nullptr) {
    line->sectors |= missing.sectors;
    line->ready = std::max(line->ready, came);
  }
  return std::max(ready, came);
}

void Lsu::store_line(LinePart part, double tagged) {
  const double turn =
      stores_.turn(tagged, std::popcount(part.sectors) / machine_.store_sectors);
  memory_.store(part, whole(turn));
}

std::int64_t Lsu::page_cycles(std::uint64_t line) {
  const std::uint64_t page =
      line / (static_cast<std::uint64_t>(machine_.page_bytes) / events::kLineBytes);
  if (page == last_page_) return 0;
  last_page_ = page;
  return pages_.insert(page).second ? machine_.page_miss_cycles : 0;
}

}  // namespace lanescope::timing
