#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine::execution {

// The whole state of a machine; blocks are copied, pages of global memory shared.
class Snapshot final : public engine::Snapshot {
 public:
  Outcome outcome = Outcome::Running;
  std::uint64_t step = 0;
  std::uint32_t launch_index = 0;
  bool launch_running = false;
  std::uint64_t next_block = 0, resident_steps = 0, cluster_steps = 0;
  std::size_t resident = 0, waiting_blocks = 0, idle_blocks = 0;
  std::vector<Block> blocks;
  lanescope::machine::PageTable pages;
  lanescope::machine::HeapState heap;
  engine::Printed printed;
  std::vector<events::Hazard> hazards;
  std::string unsupported;
};

[[nodiscard]] std::shared_ptr<const Snapshot> take_snapshot(Machine& machine);
// Of a machine of the same plan. Recording and counting stop.
void restore_snapshot(Machine& machine, const Snapshot& snapshot);

}  // namespace lanescope::sass::machine::execution
