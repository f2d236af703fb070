#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/events/events.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::trace {

// Which blocks are recorded in full: `count` blocks of every launch from `first` on (clamped to the
// grid, so that a launch of fewer blocks records its last ones), until `max_ticks` is reached; from
// then on only counters.
struct Window {
  BlockIndex first;
  std::uint32_t count = 1;
  std::uint64_t max_ticks = 4'000'000;  // recorded warp instructions, over all launches
  friend bool operator==(const Window&, const Window&) = default;
};

// The listener that builds a Trace. It is told in machine order: launches one after the other, of a
// block its begin, then steps, each followed by what belongs to it, then its end.
class Recorder final : public events::Listener {
 public:
  explicit Recorder(Window window);
  ~Recorder() override;
  using Listener::on;
  void on(const events::LaunchBegin&) override;
  void on(const events::LaunchEnd&) override;
  void on(const events::BlockEnd&) override;
  void on(const events::Step&) override;
  void on(const events::MemoryAccess&) override;
  void on(const events::Branch&) override;
  void on(const events::Wait&) override;
  void on(const events::BarrierRelease&) override;
  void on(const events::Hazard&) override;
  [[nodiscard]] bool wants(std::uint32_t launch, BlockIndex block) const override;

  // counters_by_pc[launch][pc], of the whole grids; machine_steps: of the whole run. The recorder
  // is empty afterwards.
  [[nodiscard]] std::shared_ptr<const Trace> finish(
      std::vector<std::vector<events::Counters>> counters_by_pc, std::uint64_t machine_steps);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::trace
