#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/ids.hpp"

namespace lanescope::events {

// Kinds and severities (docs/CONTRACT.md, "Hazards").
enum class HazardKind : std::uint8_t {
  Race,
  OutOfBounds,
  Misaligned,
  UninitializedRead,
  BarrierDivergence,
  Deadlock,
  InvalidSyncMask,
  Trap,
  StepLimit,
};
enum class Severity : std::uint8_t { Note, Warning, Error };
[[nodiscard]] std::string_view spelling(HazardKind kind);  // "out_of_bounds"
[[nodiscard]] std::string_view spelling(Severity severity);

// One (kind, pc, other pc) with its count. Places are pcs of the launch's program; the report turns
// them into file and line.
struct Hazard {
  HazardKind kind = HazardKind::Trap;
  Severity severity = Severity::Error;
  std::uint64_t count = 1;
  std::uint32_t launch = 0;
  Pc pc, other_pc;
  std::string space;  // "global", "shared", ... or empty
  Dim3 block{0, 0, 0}, other_block{0, 0, 0};
  std::vector<Dim3> threads;  // the first occurrence's threads, at most 32
  std::string address;        // "s[19]", "in[1024] (4 bytes past the end of in)"
  MachineStep machine_step;   // of the first occurrence
  // Of a race: the access that was known first, which is the earlier one unless the other is a load
  // whose use was open until then; `threads` has the other one's thread first.
  MachineStep other_machine_step;
  Dim3 other_thread{0, 0, 0};
  std::string message;  // one sentence: what, who, where, remedy
};

}  // namespace lanescope::events
