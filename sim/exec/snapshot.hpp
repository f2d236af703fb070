#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/exec/execution.hpp"
#include "sim/exec/global_memory.hpp"
#include "sim/exec/machine.hpp"
#include "sim/exec/state.hpp"

namespace lanescope::exec {

// The whole state of a machine; blocks are copied, pages of global memory shared.
class Snapshot {
 public:
  Outcome outcome = Outcome::Running;
  std::uint64_t step = 0, hazards_met = 0;
  std::uint32_t launch_index = 0;
  bool launch_running = false;
  std::uint64_t next_block = 0;
  std::size_t resident = 0;
  std::vector<Block> blocks;
  PageTable pages;
  HeapState heap;
  std::shared_ptr<const std::string> printed;
  std::vector<events::Hazard> hazards;
  std::string unsupported;
};

[[nodiscard]] std::shared_ptr<const Snapshot> take_snapshot(Machine& machine);
void restore_snapshot(Machine& machine, const Snapshot& snapshot);

}  // namespace lanescope::exec
