#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/timing/simulate.hpp"

namespace lanescope::run {

struct Prepared;

// How long each launch takes on a described machine.
struct ModelTime {
  timing::MachineDescription machine;
  std::vector<timing::Timing> launches;

  [[nodiscard]] double cycles() const;  // of all launches, one after the other
  [[nodiscard]] double microseconds() const;
  [[nodiscard]] timing::ReasonCycles stalls() const;
};

inline constexpr std::uint64_t kMostTimedBlocks = 1056;

// Of a plan of machine code (by_machine_code), which runs once more for it. At most about
// `most_blocks` blocks of a launch are simulated; ModelTime says how many were. An Error: the
// machine's name is not known, or the run does not end by itself.
[[nodiscard]] Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                                        timing::Caches caches,
                                        std::uint64_t most_blocks = kMostTimedBlocks);

}  // namespace lanescope::run
