#pragma once

#include <cstdint>
#include <optional>

#include "sim/trace/trace.hpp"

namespace lanescope::ui::view {

// The phase of a block that contains the tick; none in other launches, and at the end. `phases` of
// a trace are by launch, block, number.
[[nodiscard]] std::optional<trace::Phase> phase_at(const trace::Trace& trace, std::uint32_t launch,
                                                   BlockIndex block, Tick tick);
[[nodiscard]] std::optional<trace::Phase> find_phase(const trace::Trace& trace,
                                                     std::uint32_t launch, BlockIndex block,
                                                     std::uint32_t number);
[[nodiscard]] std::uint32_t phase_count(const trace::Trace& trace, std::uint32_t launch,
                                        BlockIndex block);

// A moment described so that it means something in another run: when a slider moves, the picture
// stays in the same phase.
struct RelativeMoment {
  std::uint32_t launch = 0;
  std::uint32_t phase = 0;
  double in_phase = 0.0;  // share of the phase's ticks that have gone by
  double overall = 0.0;   // share of the run, where phases do not help
  bool has_phase = false;
  friend bool operator==(const RelativeMoment&, const RelativeMoment&) = default;
};
[[nodiscard]] RelativeMoment place_of(const trace::Trace& trace, Tick tick);
[[nodiscard]] Tick tick_at(const trace::Trace& trace, const RelativeMoment& place);

}  // namespace lanescope::ui::view
