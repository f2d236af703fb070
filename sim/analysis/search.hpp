#pragma once

#include <cstdint>
#include <optional>

#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// Jumps through time. `after`/`before` are exclusive; nullopt: there is none.
[[nodiscard]] std::optional<Tick> next_mark(const trace::Trace& trace, Tick after,
                                            trace::MarkKind kind);
[[nodiscard]] std::optional<Tick> previous_mark(const trace::Trace& trace, Tick before,
                                                trace::MarkKind kind);

struct Bytes {
  events::Space space = events::Space::Global;
  std::uint64_t address = 0;  // events::MemoryAccess meaning
  std::uint32_t size = 4;
  std::uint32_t launch = 0;  // for Shared: which launch's block
  BlockIndex block;          // for Shared
};
enum class Touch : std::uint8_t { Any, Write };
[[nodiscard]] std::optional<Tick> next_touch(const trace::Trace& trace, Tick after,
                                             const Bytes& bytes, Touch touch);
[[nodiscard]] std::optional<Tick> previous_touch(const trace::Trace& trace, Tick before,
                                                 const Bytes& bytes, Touch touch);

// Step units of the transport; all return a tick in [0, tick_count].
[[nodiscard]] Tick next_of_warp(const trace::Trace& trace,
                                Tick from);  // same warp's next instruction
[[nodiscard]] Tick previous_of_warp(const trace::Trace& trace, Tick from);
[[nodiscard]] Tick next_round(const trace::Trace& trace,
                              Tick from);  // one instruction of every warp
[[nodiscard]] Tick previous_round(const trace::Trace& trace, Tick from);
[[nodiscard]] Tick next_phase(const trace::Trace& trace, Tick from);
[[nodiscard]] Tick previous_phase(const trace::Trace& trace, Tick from);

}  // namespace lanescope::analysis
