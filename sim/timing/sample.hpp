#pragma once

#include <cstdint>

#include "sim/timing/launch_shape.hpp"
#include "sim/timing/machine.hpp"

namespace lanescope::timing {

// The part of a grid that is simulated: blocks go to SMs in order, block i to SM i modulo their
// number, `rounds` to each; of the SMs every `step`-th is simulated.
struct Sample {
  std::uint64_t blocks = 1;  // of the grid
  std::uint32_t sms = 1;     // of the machine
  std::uint32_t step = 1;    // between simulated SMs
  std::uint64_t rounds = 1;  // of each simulated SM
  [[nodiscard]] bool holds(std::uint64_t block) const {
    return block < blocks && block % sms % step == 0 && block / sms < rounds;
  }
  [[nodiscard]] std::uint32_t simulated_sms() const { return (sms + step - 1) / step; }
  [[nodiscard]] std::uint64_t count() const;
  // The whole grid is simulated.
  [[nodiscard]] bool whole() const { return step == 1 && rounds * sms >= blocks; }
};

// At most about `most` blocks, the whole grid where it fits. Fewer SMs come first, as long as there
// are eight and blocks do not wait for each other; then fewer blocks for each, as long as the SM is
// filled three times.
[[nodiscard]] Sample sample_of(const LaunchShape& shape, const MachineDescription& machine,
                               std::uint64_t most);

}  // namespace lanescope::timing
