#pragma once

#include <cstdint>

#include "sim/timing/cache.hpp"
#include "sim/timing/machine.hpp"
#include "sim/timing/server.hpp"

namespace lanescope::timing {

// The instruction caches of an SM, as lines of 128 bytes: what a warp waits for code.
class InstructionCache {
 public:
  explicit InstructionCache(const MachineDescription& machine);
  // When a warp that wants the line at `time` has it; `in_row`: it comes from the line before.
  [[nodiscard]] std::int64_t fetch(std::uint64_t line, bool in_row, std::int64_t time);

 private:
  [[nodiscard]] std::int64_t from_memory(std::uint64_t line, std::int64_t time);

  const MachineDescription& machine_;
  Cache first_, second_;
  Server second_server_;
  std::uint64_t brought_ = 0;
};

}  // namespace lanescope::timing
