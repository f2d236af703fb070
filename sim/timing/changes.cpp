#include "sim/timing/changes.hpp"

#include <algorithm>
#include <cmath>

#include "sim/events/memory_units.hpp"

namespace lanescope::timing {
namespace {

constexpr WhatIf kWhatIfs[] = {
#define WHAT_IF(ID, WORDS, ...) {#ID, WORDS, {__VA_ARGS__}},
#include "sim/timing/what_if.def"
#undef WHAT_IF
};

int scaled(int cycles, double by) { return static_cast<int>(std::lround(cycles * by)); }

// As few as the bytes need: docs/CONTRACT.md, "Words and counting rules", ideal wavefronts.
std::uint16_t ideal_wavefronts(const Request& request) {
  const unsigned bytes = unsigned{request.lanes} * request.bytes;
  const auto least =
      static_cast<std::uint16_t>((bytes + events::kLineBytes - 1) / events::kLineBytes);
  return std::min(request.wavefronts, std::max<std::uint16_t>(least, 1));
}

}  // namespace

MachineDescription changed(MachineDescription machine, const Changes& changes) {
  for (int* cycles : {&machine.l1_cycles, &machine.l2_cycles, &machine.l2_far_cycles,
                      &machine.dram_cycles, &machine.dram_far_cycles})
    *cycles = scaled(*cycles, changes.latency);
  return machine;
}

LaunchShape changed(LaunchShape shape, const Changes& changes) {
  const double blocks = std::max(1.0, std::round(shape.resident_blocks * changes.resident_blocks));
  shape.resident_blocks = static_cast<std::uint32_t>(blocks);
  if (changes.l1_bytes > 0) shape.l1_bytes = changes.l1_bytes;
  if (changes.endless_cache) shape.caches = Caches::All;
  return shape;
}

bool changes_trace(const Changes& changes) {
  return changes.no_bank_conflicts || changes.free_barriers;
}

Trace changed(Trace trace, const Changes& changes) {
  if (changes.no_bank_conflicts)
    for (Request& request : trace.requests)
      if (request.space == Request::Space::Shared) request.wavefronts = ideal_wavefronts(request);
  if (changes.free_barriers)
    for (BlockTrace& block : trace.blocks) block.arrivals.clear();
  return trace;
}

std::span<const WhatIf> what_ifs() { return kWhatIfs; }

const WhatIf* find_what_if(std::string_view id) {
  const auto found = std::ranges::find(kWhatIfs, id, &WhatIf::id);
  return found == std::end(kWhatIfs) ? nullptr : &*found;
}

}  // namespace lanescope::timing
