#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/timing/code.hpp"
#include "sim/timing/history.hpp"
#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/memory_system.hpp"
#include "sim/timing/reasons.hpp"
#include "sim/timing/sample.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

// When a block was on an SM, in cycles from the first block's begin.
struct BlockSpan {
  BlockIndex block;
  std::uint32_t sm = 0;
  std::int64_t begin = 0, end = 0;
};

// How long a launch takes, and on what.
struct Timing {
  double cycles = 0;         // as sm__cycles_elapsed.max: the launch's own overhead in it
  double microseconds = 0;   // those, by the SMs' clock
  double active_cycles = 0;  // from the first block's begin to the last one's end

  // Of the simulated part. `stalls`: cycles of warps by reason; their sum is the cycles that warps
  // were on their SMs. `slots`: those of schedulers; with `idle`, where no warp was there, their
  // sum is the cycles of all simulated schedulers.
  ReasonCycles stalls, slots;
  std::int64_t warp_cycles = 0, scheduler_cycles = 0, idle = 0;
  std::int64_t instructions = 0;
  std::vector<ReasonCycles> by_pc;  // of warps, before and at each instruction
  std::int64_t behind_the_end = 0;  // of warps, after their last instruction: `by_pc` lacks them
  std::vector<BlockSpan> blocks;

  // Of the whole launch: scaled up where only a part was simulated.
  CacheCounts l1, l2;
  double dram_load_bytes = 0, dram_store_bytes = 0;

  struct Simulated {
    std::uint32_t sms = 0;
    std::uint64_t blocks = 0;
    bool whole = true;  // false: the rest is taken to be like it
  } simulated;
};

// What L1 has, in bytes, beside the shared memory of the blocks that an SM holds.
[[nodiscard]] std::int64_t l1_size(const MachineDescription& machine, const LaunchShape& shape);

// Runs what the trace tells of, made of `sample`, on the machine. A pure function: the same
// arguments, the same Timing. A trace without blocks takes the launch's overhead. `history`, where
// it is given, gets what the first simulated SM did.
[[nodiscard]] Timing simulate(const Code& code, const Trace& trace, const Sample& sample,
                              const MachineDescription& machine, const LaunchShape& shape,
                              SmHistory* history = nullptr);

}  // namespace lanescope::timing
