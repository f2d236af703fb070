#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/hazards/detector.hpp"
#include "sim/machine/race_telling.hpp"
#include "sim/sass/machine/races/held_loads.hpp"
#include "sim/sass/machine/races/load_uses.hpp"
#include "sim/sass/machine/races/races.hpp"

// What a machine keeps for the race detector. Private to those who tell it what happens.
namespace lanescope::sass::machine::races {

inline constexpr LaneMask kOneThread = 1;  // a warp, as the detector has it

class Races {
 public:
  explicit Races(std::uint64_t budget) : detector(engine::kGlobalBase, budget) {}

  hazards::Detector detector;
  lanescope::machine::RacePairs pairs;
  bool incomplete_told = false;
  std::unordered_map<std::uint64_t, hazards::BlockOrder::Phases> clusters;  // their barriers
  HeldLoads held;
  // What is known of a program's instructions, by pc.
  struct Known {
    std::vector<hazards::AccessOrder> orders;
    LoadUses uses;
    std::vector<std::optional<MbarrierDeed>> mbarriers;
  };
  std::map<const Program*, Known> programs;
  // Of the current launch's.
  const std::vector<hazards::AccessOrder>* orders = nullptr;
  const LoadUses* uses = nullptr;
  const std::vector<std::optional<MbarrierDeed>>* mbarriers = nullptr;

  // What an ordinary access does with an mbarrier.
  [[nodiscard]] std::optional<MbarrierDeed> deed_at(std::uint32_t pc) const {
    return pc < mbarriers->size() ? (*mbarriers)[pc] : std::nullopt;
  }
};

[[nodiscard]] lanescope::machine::RaceRun run_of(Machine& machine);

[[nodiscard]] inline hazards::BlockOrder& order_of(Machine& machine, const Block& block) {
  return machine.races->detector.block(block.index.value);
}

// Of the instruction that is carried out: Machine::step is the next one's.
[[nodiscard]] inline hazards::Time now(Machine& machine) {
  return machine.races->detector.time_at(machine.step - 1);
}

}  // namespace lanescope::sass::machine::races
