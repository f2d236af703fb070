#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/engine/program.hpp"
#include "sim/events/counters.hpp"

namespace lanescope::analysis {

// Counters gathered by innermost source line (line 0: instructions without one). Adds up to the
// totals. Ordered by file, then line.
struct LineCounters {
  std::string file;
  std::uint32_t line = 0;
  events::Counters counters;
};
[[nodiscard]] std::vector<LineCounters> by_line(const engine::Program& program,
                                                std::span<const events::Counters> counters_by_pc);

// Source line of a pc in `file` ("" = the first file of the module), following inlined-at outwards
// until it lies in that file; 0 when none.
[[nodiscard]] std::uint32_t line_in_file(const engine::Program& program, Pc pc,
                                         const std::string& file);

}  // namespace lanescope::analysis
