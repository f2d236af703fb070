#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/engine/execution.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::replay {

// The machine's state at any tick of a trace, by keyframes and re-execution of its plan. Going
// forwards by a step costs a step; any jump costs at most a keyframe interval (≤ 5 ms on a run of
// 10 million instructions). Not thread safe: one Replay for each user.
class Replay {
 public:
  static constexpr std::uint64_t kKeyframeInterval = 100'000;
  Replay(std::shared_ptr<const engine::Plan> plan, std::shared_ptr<const trace::Trace> trace,
         std::uint64_t keyframe_interval = kKeyframeInterval);
  // With machine states that a run of the plan has left, by machine step: a jump begins at the last
  // one before its target instead of at the start.
  using Snapshots = std::map<MachineStep, std::shared_ptr<const engine::Snapshot>>;
  Replay(std::shared_ptr<const engine::Plan> plan, std::shared_ptr<const trace::Trace> trace,
         const Snapshots& snapshots);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // The machine after `tick` recorded instructions, before instruction number `tick`. The reference
  // is valid until the next call.
  [[nodiscard]] const engine::Execution& at(Tick tick);

  [[nodiscard]] const engine::Plan& plan() const { return *plan_; }
  [[nodiscard]] const trace::Trace& trace() const { return *trace_; }
  // Re-executes to the end once, leaving keyframes; `stop` is asked between keyframes. For a
  // background thread's own Replay, or tests.
  void prepare(const std::function<bool()>& stop = {});

  // Warp instructions executed by all calls so far, and machine states kept: what a jump costs.
  struct Cost {
    std::uint64_t executed = 0;
    std::size_t keyframes = 0;
  };
  [[nodiscard]] Cost cost() const;

 private:
  struct State;
  std::shared_ptr<const engine::Plan> plan_;
  std::shared_ptr<const trace::Trace> trace_;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::replay
