#include "sim/timing/memory_system.hpp"

#include <algorithm>
#include <bit>

#include "sim/base/hash.hpp"
#include "sim/events/memory_units.hpp"

namespace lanescope::timing {
namespace {

using events::kSectorBytes;

// DRAM brings `each` sectors at once, from an even place.
std::uint8_t widened(std::uint8_t sectors, int each) {
  if (each >= 4) return 15;
  if (each < 2) return sectors;
  const auto low = static_cast<std::uint8_t>((sectors & 3) != 0 ? 3 : 0);
  const auto high = static_cast<std::uint8_t>((sectors & 12) != 0 ? 12 : 0);
  return low | high;
}

}  // namespace

MemorySystem::MemorySystem(const MachineDescription& machine, Caches caches, double share)
    : machine_(machine),
      share_(share),
      caches_(caches),
      l2_(static_cast<std::int64_t>(machine.l2_bytes), machine.l2_ways) {}

// The slices lie near and far; which one has a line is a hash.
std::int64_t MemorySystem::distance(std::uint64_t line) const {
  const auto far = static_cast<std::uint64_t>(machine_.l2_far_cycles);
  return machine_.l2_cycles + static_cast<std::int64_t>(mix(line * 3) % (far + 1));
}

// Warm: what is asked for first is there, until more was asked for than fits.
bool MemorySystem::is_warm() const {
  return caches_ == Caches::All || (caches_ == Caches::Warm && filled_ < l2_.lines());
}

void MemorySystem::write_back(int sectors, std::int64_t time) {
  const std::int64_t bytes = sectors * static_cast<std::int64_t>(kSectorBytes);
  store_bytes_ += bytes;
  dram_server_.turn(static_cast<double>(time),
                    static_cast<double>(bytes) / (machine_.dram_bytes_per_cycle * share_));
}

void MemorySystem::evict(Cache::Evicted evicted, std::int64_t time) {
  if (evicted.dirty != 0) write_back(std::popcount(evicted.dirty), time);
}

// L2 does not keep all that is written: beyond a part of it, the oldest goes to DRAM, and stays.
void MemorySystem::soil(Cache::Line& line, LinePart part, std::int64_t time) {
  if (line.dirty == 0) dirty_.push_back(part.line);
  line.dirty |= part.sectors;
  const auto most = static_cast<std::size_t>(machine_.l2_dirty_bytes * share_ / events::kLineBytes);
  while (dirty_.size() > std::max<std::size_t>(most, 1)) {
    Cache::Line* oldest = l2_.peek(dirty_.front());
    dirty_.pop_front();
    if (oldest == nullptr || oldest->dirty == 0) continue;
    write_back(std::popcount(oldest->dirty), time);
    oldest->dirty = 0;
  }
}

MemorySystem::Came MemorySystem::fetched(LinePart part, std::int64_t time) {
  Cache::Evicted evicted;
  Cache::Line& line = l2_.place(part.line, evicted);
  evict(evicted, time);
  const auto missing = static_cast<std::uint8_t>(part.sectors & ~line.sectors);
  l2_counts_.sectors += std::popcount(part.sectors);
  // What comes along with another sector is a hit only once it is there.
  const std::uint8_t there = line.ready <= time ? line.sectors : line.sectors & line.asked;
  l2_counts_.hits += std::popcount(static_cast<std::uint8_t>(part.sectors & there));
  line.asked |= part.sectors;
  if (missing == 0) return {std::max(time, line.ready), line.ready > time};
  if (line.sectors == 0) ++filled_;
  if (is_warm()) {
    line.sectors |= missing;
    l2_counts_.hits += std::popcount(missing);
    return {time, false};
  }
  const std::uint8_t brought =
      static_cast<std::uint8_t>(widened(missing, machine_.dram_sectors_each) & ~line.sectors);
  const std::int64_t bytes = std::popcount(brought) * static_cast<std::int64_t>(kSectorBytes);
  load_bytes_ += bytes;
  const double begin =
      dram_server_.turn(static_cast<double>(time),
                        static_cast<double>(bytes) / (machine_.dram_bytes_per_cycle * share_));
  // What comes takes its turn in L2, as what is asked for does.
  l2_server_.turn(static_cast<double>(time),
                  std::popcount(brought) / (machine_.l2_fill_sectors * share_));
  line.sectors |= brought;
  // Half of the lines are the other half's of L2.
  const bool far = (mix(part.line * 5) & 1U) != 0;
  line.ready = static_cast<std::int64_t>(begin) + machine_.dram_cycles +
               (far ? machine_.dram_far_cycles : 0);
  return {line.ready, true};
}

MemorySystem::Came MemorySystem::load(LinePart part, std::int64_t time) {
  ++l2_counts_.requests;
  const double cost =
      std::max(std::popcount(part.sectors) / machine_.l2_sectors, 1 / machine_.l2_lines);
  const double begin = l2_server_.turn(static_cast<double>(time), cost / share_);
  Came came = fetched(part, static_cast<std::int64_t>(begin));
  came.time += distance(part.line);
  return came;
}

std::int64_t MemorySystem::store(LinePart part, bool partial, std::int64_t time) {
  ++l2_counts_.requests;
  const int sectors = std::popcount(part.sectors);
  const double cost = partial
                          ? sectors / machine_.l2_partial_sectors + 1 / machine_.l2_partial_lines
                          : sectors / machine_.l2_store_sectors;
  const double begin = l2_server_.turn(static_cast<double>(time), cost / share_);
  Cache::Evicted evicted;
  Cache::Line& line = l2_.place(part.line, evicted);
  evict(evicted, time);
  l2_counts_.sectors += sectors;
  l2_counts_.hits += sectors;  // as Nsight Compute counts a store: it needs nothing of DRAM
  line.sectors |= part.sectors;
  soil(line, part, time);
  return static_cast<std::int64_t>(begin);
}

MemorySystem::Done MemorySystem::atomic(LinePart part, int lanes, int serial, AtomicKind kind,
                                        std::int64_t time) {
  ++l2_counts_.requests;
  const int sectors = std::popcount(part.sectors);
  const CacheCounts before = l2_counts_;
  const AtomicCost& of_kind = cost_of(kind);
  const double cost = std::max(sectors / machine_.l2_atomic_sectors,
                               lanes * of_kind.lanes / machine_.l2_atomic_lanes);
  double begin = atomic_server_.turn(static_cast<double>(time), cost / share_);
  // A line is one unit's: all SMs take turns there, the simulated ones for the others too.
  const double turn = std::max(
      {machine_.l2_atomic_request_cycles, serial * of_kind.word * machine_.l2_same_word_cycles,
       sectors > 1 ? sectors * of_kind.sector * machine_.l2_line_sector_cycles : 0});
  begin = words_[part.line].turn(begin, turn / share_);
  const std::int64_t there = fetched(part, static_cast<std::int64_t>(begin)).time;
  l2_counts_ = before;  // count_atomic does
  if (Cache::Line* line = l2_.find(part.line)) soil(*line, part, time);
  return {static_cast<std::int64_t>(begin), there + distance(part.line) + machine_.atomic_cycles};
}

void MemorySystem::count_atomic(int sectors) {
  l2_counts_.sectors += sectors;
  l2_counts_.hits += sectors;
}

}  // namespace lanescope::timing
