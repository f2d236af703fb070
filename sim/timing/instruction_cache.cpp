#include "sim/timing/instruction_cache.hpp"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr int kWays = 8;

}  // namespace

InstructionCache::InstructionCache(const MachineDescription& machine)
    : machine_(machine),
      first_(machine.code_first_bytes, kWays),
      second_(machine.code_second_bytes, kWays) {}

std::int64_t InstructionCache::fetch(std::uint64_t line, std::int64_t time) {
  if (const Cache::Line* found = first_.find(line)) return std::max(time, found->ready);
  const bool in_row = line == last_ + 1;
  std::int64_t cycles = machine_.code_second_cycles;
  if (second_.find(line) == nullptr) {
    // As long as the second cache has room, lines in a row come ahead of whoever wants them.
    if (!in_row) cycles = machine_.code_cold_cycles;
    if (in_row && ++brought_ > second_.lines()) cycles = machine_.code_l2_cycles;
  }
  // In a row, lines come one behind the other, before anyone asks.
  const std::int64_t from = in_row ? last_ready_ : time;
  Cache::Evicted evicted;
  second_.place(line, evicted);
  Cache::Line& placed = first_.place(line, evicted);
  placed.ready = from + cycles;
  last_ = line;
  last_ready_ = placed.ready;
  return std::max(time, placed.ready);
}

}  // namespace lanescope::timing
