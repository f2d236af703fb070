#include "sim/timing/instruction_cache.hpp"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr int kWays = 8;
constexpr std::uint64_t kAhead = 4;  // lines that are on their way behind the last one

}  // namespace

InstructionCache::InstructionCache(const MachineDescription& machine)
    : machine_(machine),
      first_(machine.code_first_bytes, kWays),
      second_(machine.code_second_bytes, kWays) {}

std::int64_t InstructionCache::fetch(std::uint64_t line, bool in_row, std::int64_t time) {
  if (const Cache::Line* found = first_.find(line)) return std::max(time, found->ready);
  std::int64_t ready = 0;
  if (second_.find(line) != nullptr) {
    // A warp that goes on in a row has asked for the line while it ran the one before.
    const std::int64_t cycles = machine_.code_second_cycles;
    const std::int64_t asked = in_row ? time - 2 * cycles : time;
    ready = cycles + static_cast<std::int64_t>(second_server_.turn(static_cast<double>(asked),
                                                                   static_cast<double>(cycles)));
  } else {
    ready = from_memory(line, time);
  }
  Cache::Evicted evicted;
  second_.place(line, evicted);
  first_.place(line, evicted).ready = ready;
  return std::max(time, ready);
}

// Behind a line that is there, or on its way, those that follow come one after the other, before
// anyone asks: quickly, as long as the second cache has room.
std::int64_t InstructionCache::from_memory(std::uint64_t line, std::int64_t time) {
  const std::int64_t each =
      ++brought_ > second_.lines() ? machine_.code_l2_cycles : machine_.code_second_cycles;
  for (std::uint64_t back = 1; back <= std::min(kAhead, line); ++back) {
    if (const Cache::Line* before = first_.peek(line - back))
      return before->ready + static_cast<std::int64_t>(back) * each;
  }
  return time + machine_.code_cold_cycles;
}

}  // namespace lanescope::timing
