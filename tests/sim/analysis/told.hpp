#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "sim/trace/recorder.hpp"
#include "sim/trace/trace.hpp"

// Runs told by hand, in a few words a step.
namespace lanescope::analysis::told {

inline constexpr LaneMask kAll = 0xffffffff;

class Teller {
 public:
  explicit Teller(Dim3 grid = {1, 1, 1}, Dim3 block = {32, 1, 1})
      : recorder_({BlockIndex{0}, 1024, 1U << 30U}) {
    launch(grid, block);
  }
  void launch(Dim3 grid, Dim3 block) {
    if (launches_ > 0) recorder_.on(events::LaunchEnd{launches_ - 1, machine_steps_});
    recorder_.on(events::LaunchBegin{launches_++, grid, block, 32});
  }
  void step(LaneMask active = kAll, std::uint32_t warp = 0, std::uint32_t block = 0,
            std::uint32_t pc = 0) {
    recorder_.on(events::Step{MachineStep{machine_steps_++}, BlockIndex{block}, WarpIndex{warp},
                              Pc{pc}, active, active});
  }
  using Index = std::function<std::uint64_t(std::uint64_t lane)>;
  // A step that touches element index(lane) of an array of 4-byte elements at `base`.
  void access(events::Space space, events::Access kind, const Index& index, LaneMask lanes = kAll,
              std::uint32_t warp = 0, std::uint32_t block = 0, std::uint64_t base = 0) {
    step(lanes, warp, block);
    std::array<std::uint64_t, kMaxWarpSize> addresses{};
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      if ((lanes >> lane & 1U) != 0) addresses.at(lane) = base + 4 * index(lane);
    }
    recorder_.on(events::MemoryAccess{space, kind, 4, lanes, addresses.data()});
  }
  void load(const Index& index, LaneMask lanes = kAll, std::uint32_t warp = 0) {
    access(events::Space::Shared, events::Access::Load, index, lanes, warp);
  }
  void store(const Index& index, LaneMask lanes = kAll, std::uint32_t warp = 0) {
    access(events::Space::Shared, events::Access::Store, index, lanes, warp);
  }
  void branch(LaneMask taken, LaneMask not_taken, std::uint32_t pc, std::uint32_t block = 0) {
    step(taken | not_taken, 0, block, pc);
    recorder_.on(events::Branch{taken, not_taken, taken != 0 && not_taken != 0, Pc{pc + 10}});
  }
  void barrier(std::uint32_t block = 0) {
    recorder_.on(events::BarrierRelease{BlockIndex{block}, 0});
  }
  void end_block(std::uint32_t block = 0) { recorder_.on(events::BlockEnd{BlockIndex{block}}); }
  events::Listener& listener() { return recorder_; }
  [[nodiscard]] std::shared_ptr<const trace::Trace> finish() {
    return recorder_.finish({}, machine_steps_);
  }

 private:
  trace::Recorder recorder_;
  std::uint32_t launches_ = 0;
  std::uint64_t machine_steps_ = 0;
};

}  // namespace lanescope::analysis::told
