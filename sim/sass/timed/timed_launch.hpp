#pragma once

#include <cstdint>

#include "sim/engine/plan.hpp"
#include "sim/sass/program.hpp"
#include "sim/timing/recorder.hpp"
#include "sim/timing/simulate.hpp"

namespace lanescope::sass::timed {

// Blocks of a launch that are simulated, about: the rest is taken to be like them.
inline constexpr std::uint64_t kMostBlocks = 1056;

// What an SM has room for, by the launch's occupancy.
struct Residency {
  std::uint32_t blocks_per_sm = 1;
  std::uint32_t shared_bytes_per_block = 0;  // static and dynamic
};

// A launch of machine code whose time is to be told: it listens while the launch runs, recorded in
// full, and simulates then what it heard.
class TimedLaunch {
 public:
  // `number`: the launch's place among those of the run.
  TimedLaunch(const engine::Launch& launch, std::uint32_t number, const Residency& residency,
              const timing::MachineDescription& machine, timing::Caches caches,
              std::uint64_t most_blocks = kMostBlocks);
  TimedLaunch(const TimedLaunch&) = delete;
  TimedLaunch& operator=(const TimedLaunch&) = delete;

  [[nodiscard]] events::Listener& listener() { return recorder_; }
  // Once, after the launch has ended.
  [[nodiscard]] timing::Timing time();

 private:
  const timing::MachineDescription& machine_;
  timing::Code code_;
  timing::LaunchShape shape_;
  timing::Sample sample_;
  timing::Recorder recorder_;
};

}  // namespace lanescope::sass::timed
