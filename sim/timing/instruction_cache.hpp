#pragma once

#include <cstdint>

#include "sim/timing/cache.hpp"
#include "sim/timing/machine.hpp"

namespace lanescope::timing {

// The instruction caches of an SM, as lines of 128 bytes: what a warp waits for code.
class InstructionCache {
 public:
  explicit InstructionCache(const MachineDescription& machine);
  // When a warp that wants the line at `time` has it.
  [[nodiscard]] std::int64_t fetch(std::uint64_t line, std::int64_t time);

 private:
  const MachineDescription& machine_;
  Cache first_, second_;
  std::uint64_t last_ = ~std::uint64_t{0} - 1;  // brought: the next one is on its way, too
  std::int64_t last_ready_ = 0;
  std::uint64_t brought_ = 0;
};

}  // namespace lanescope::timing
