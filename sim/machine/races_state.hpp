#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/hazards/detector.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/race_telling.hpp"
#include "sim/machine/races.hpp"

// What a machine keeps for the race detector. Private to those who tell it what happens.
namespace lanescope::machine {

class Races {
 public:
  explicit Races(std::uint64_t budget) : detector(engine::kGlobalBase, budget) {}

  hazards::Detector detector;
  RacePairs pairs;
  bool incomplete_told = false;
  HeldReads held;
  std::unordered_map<std::uint64_t, hazards::BlockOrder::Phases> clusters;  // their barriers
};

[[nodiscard]] inline hazards::BlockOrder& order_of(Machine& machine, const Block& block) {
  return machine.races->detector.block(block.index.value);
}

[[nodiscard]] RaceRun run_of(Machine& machine);

[[nodiscard]] inline hazards::Time now(Machine& machine) {
  return machine.races->detector.time_at(machine.step);
}

}  // namespace lanescope::machine
