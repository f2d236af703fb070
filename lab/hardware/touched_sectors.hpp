#pragma once

#include <cstdint>
#include <optional>

#include "lab/run/run_model.hpp"

// What of global memory a run touches at all, however often: what caches can spare it, and what
// they cannot.
namespace lanescope::hardware {

struct TouchedSectors {
  // Sectors that a load touches before any store of the same launch, summed over the launches: L1
  // begins each without any. In a program without races that is so on every GPU, in any order.
  std::uint64_t loaded_first = 0;
  // Different sectors that a launch stores to, summed over the launches.
  std::uint64_t stored = 0;
  // Sectors that a load or an atomic operation touches before any store of the whole run.
  std::uint64_t read_first = 0;
  // Lines that a load or an atomic operation touches in the whole run.
  std::uint64_t lines_read = 0;
};
// By running the plan once more. Nothing: the run did not end by itself, or takes too long.
[[nodiscard]] std::optional<TouchedSectors> touched_sectors(const run::ModelRun& run);

}  // namespace lanescope::hardware
