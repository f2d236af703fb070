#pragma once

#include <cstdint>

#include "sim/base/ids.hpp"

namespace lanescope::timing {

enum class Caches : std::uint8_t {
  Cold,  // flushed before the launch
  Warm,  // L2 holds what the launch reads, as far as it fits
  All,   // L2 holds all there is: no GPU's does
};

// A launch as the block scheduler sees it.
struct LaunchShape {
  Dim3 grid, block;
  std::uint32_t resident_blocks = 1;         // an SM, by occupancy
  std::uint32_t shared_bytes_per_block = 0;  // static and dynamic: L1 has what is left
  std::int64_t l1_bytes = 0;                 // 0: that is what L1 has
  Caches caches = Caches::Cold;
  bool waits = false;  // blocks wait for each other: those between must not be left out
};

}  // namespace lanescope::timing
