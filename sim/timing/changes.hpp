#pragma once

#include <span>
#include <string_view>

#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/trace.hpp"

namespace lanescope::timing {

// What is otherwise than it is, when one asks "what if".
struct Changes {
  double latency = 1;          // of L1, L2 and DRAM, times this
  double resident_blocks = 1;  // that an SM holds, times this
  std::int64_t l1_bytes = 0;   // 0: what shared memory leaves
  bool no_bank_conflicts = false;
  bool free_barriers = false;  // no warp waits for another
  bool endless_cache = false;  // L2 holds all there is
  friend bool operator==(const Changes&, const Changes&) = default;
};

[[nodiscard]] MachineDescription changed(MachineDescription machine, const Changes& changes);
[[nodiscard]] LaunchShape changed(LaunchShape shape, const Changes& changes);
[[nodiscard]] Trace changed(Trace trace, const Changes& changes);
// Whether the trace would be another one.
[[nodiscard]] bool changes_trace(const Changes& changes);

// The questions that are asked of every launch (what_if.def).
struct WhatIf {
  std::string_view id, words;
  Changes changes;
};
[[nodiscard]] std::span<const WhatIf> what_ifs();
// Null: no such question.
[[nodiscard]] const WhatIf* find_what_if(std::string_view id);

}  // namespace lanescope::timing
