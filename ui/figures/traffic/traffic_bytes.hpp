#pragma once

#include <cstdint>

#include "sim/events/counters.hpp"
#include "sim/timing/memory_system.hpp"
#include "ui/background/model_times.hpp"

namespace lanescope::ui::figures::traffic {

// Bytes on a way: towards the registers, and away from them (stores, and operands of atomics).
struct Flow {
  std::uint64_t in = 0, out = 0;
  [[nodiscard]] std::uint64_t sum() const { return in + out; }
};

// What a run moves, of all its launches and the whole grid. Lanes' accesses are counted by machine
// code, each active lane's bytes; behind L1 whole sectors travel, as the model of time has them.
struct Traffic {
  Flow shared;  // between registers and shared memory
  Flow l1;      // between registers and L1
  Flow copied;  // from L1 to shared memory, past the registers
  Flow l2;      // between L1 and L2
  Flow dram;    // between L2 and DRAM
  events::Counters counters;
  timing::CacheCounts l1_counts, l2_counts;  // of L1: what loads ask for
};
// Of a run whose time is there and whose counters are.
[[nodiscard]] Traffic traffic_of(const background::TimedRun& timed);

}  // namespace lanescope::ui::figures::traffic
