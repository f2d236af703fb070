#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "sim/machine/execution.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/memory/global_memory.hpp"
#include "sim/machine/state.hpp"

namespace lanescope::machine {

// The whole state of a machine; blocks are copied, pages of global memory shared.
class Snapshot final : public engine::Snapshot {
 public:
  Outcome outcome = Outcome::Running;
  std::uint64_t step = 0;
  std::shared_ptr<const std::deque<engine::Launch>> launches;
  std::uint32_t launch_index = 0;
  bool launch_running = false;
  std::uint64_t next_block = 0;
  std::size_t resident = 0;
  std::vector<Block> blocks;
  PageTable pages;
  HeapState heap;
  ChildLaunches children;
  std::shared_ptr<const engine::Printed> printed;
  std::vector<events::Hazard> hazards;
  std::string unsupported;
};

[[nodiscard]] std::shared_ptr<const Snapshot> take_snapshot(Machine& machine);
// The snapshot is of a machine of the same plan. Recording and counting stop: what runs from here
// on has been told before.
void restore_snapshot(Machine& machine, const Snapshot& snapshot);

}  // namespace lanescope::machine
