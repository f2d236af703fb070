#pragma once

#include <cstdint>

#include "sim/engine/plan.hpp"
#include "sim/sass/program.hpp"
#include "sim/timing/changes.hpp"
#include "sim/timing/recorder.hpp"
#include "sim/timing/simulate.hpp"

namespace lanescope::sass::timed {

// Blocks of a launch that are recorded, about: the rest is taken to be like them.
inline constexpr std::uint64_t kMostBlocks = 1056;

// What an SM has room for, by the launch's occupancy.
struct Residency {
  std::uint32_t blocks_per_sm = 1;
  std::uint32_t shared_bytes_per_block = 0;  // static and dynamic
};

// What a launch of machine code did, as far as it takes time: recorded once, timed as often as one
// likes.
struct RecordedLaunch {
  timing::Code code;
  timing::LaunchShape shape;
  timing::Sample sample;
  timing::Trace trace;
};

// Listens while a launch of machine code runs, recorded in full.
class LaunchRecorder {
 public:
  // `number`: the launch's place among those of the run.
  LaunchRecorder(const engine::Launch& launch, std::uint32_t number, const Residency& residency,
                 const timing::MachineDescription& machine,
                 std::uint64_t most_blocks = kMostBlocks);
  LaunchRecorder(const LaunchRecorder&) = delete;
  LaunchRecorder& operator=(const LaunchRecorder&) = delete;

  [[nodiscard]] events::Listener& listener() { return recorder_; }
  // Once, after the launch has ended.
  [[nodiscard]] RecordedLaunch take();

 private:
  RecordedLaunch launch_;
  timing::Recorder recorder_;  // reads the launch's code
};

// On the machine that it was recorded for, with `changes`. `history`: that of the first SM is put
// there.
[[nodiscard]] timing::Timing time_of(const RecordedLaunch& launch,
                                     const timing::MachineDescription& machine,
                                     timing::Caches caches, const timing::Changes& changes = {},
                                     timing::SmHistory* history = nullptr);

}  // namespace lanescope::sass::timed
