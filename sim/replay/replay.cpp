#include "sim/replay/replay.hpp"

#include <algorithm>
#include <utility>

#include "sim/engine/engine.hpp"
#include "sim/replay/keyframes.hpp"

namespace lanescope::replay {
namespace {

// A jump that executes more than this leaves a near keyframe so far before its target.
constexpr std::uint64_t kNearDistance = 2048;

}  // namespace

struct Replay::State {
  State(std::shared_ptr<const engine::Plan> plan, std::uint64_t interval)
      : execution(engine::start(std::move(plan), {engine::Recording::None})), keyframes(interval) {
    keyframes.add_spaced(MachineStep{}, execution->snapshot());
  }

  // Executes forwards to `target`, leaving spaced keyframes on the way.
  void forward(MachineStep target) {
    while (execution->machine_step() < target && execution->outcome() == engine::Outcome::Running) {
      const MachineStep from = execution->machine_step();
      execution->run_to(std::min(target, keyframes.next_place(from)));
      const MachineStep now = execution->machine_step();
      executed += now.value - from.value;
      if (keyframes.wants(now)) keyframes.add_spaced(now, execution->snapshot());
      if (now == from) return;
    }
  }

  void go_to(MachineStep target) {
    const MachineStep now = execution->machine_step();
    if (now == target) return;
    const auto [step, frame] = keyframes.before(target);
    if (now > target || step > now) execution->restore(*frame);
    if (target.value > execution->machine_step().value + 2 * kNearDistance) {
      forward(MachineStep{target.value - kNearDistance});
      keyframes.add_near(execution->machine_step(), execution->snapshot());
    }
    forward(target);
  }

  std::unique_ptr<engine::Execution> execution;
  Keyframes keyframes;
  std::uint64_t executed = 0;
};

Replay::Replay(std::shared_ptr<const engine::Plan> plan, std::shared_ptr<const trace::Trace> trace,
               std::uint64_t keyframe_interval)
    : plan_(std::move(plan)),
      trace_(std::move(trace)),
      state_(std::make_unique<State>(plan_, keyframe_interval)) {}

Replay::Replay(std::shared_ptr<const engine::Plan> plan, std::shared_ptr<const trace::Trace> trace,
               const Snapshots& snapshots)
    : Replay(std::move(plan), std::move(trace)) {
  for (const auto& [step, frame] : snapshots) state_->keyframes.add_spaced(step, frame);
}

Replay::~Replay() = default;

const engine::Execution& Replay::at(Tick tick) {
  state_->go_to(trace_->machine_step(Tick{std::min(tick.value, trace_->tick_count())}));
  state_->execution->settle();
  return *state_->execution;
}

void Replay::prepare(const std::function<bool()>& stop) {
  State& s = *state_;
  const MachineStep end = trace_->machine_step(Tick{trace_->tick_count()});
  while (s.execution->machine_step() < end && s.execution->outcome() == engine::Outcome::Running) {
    if (stop && stop()) return;
    s.forward(std::min(end, s.keyframes.next_place(s.execution->machine_step())));
  }
}

Replay::Cost Replay::cost() const { return {state_->executed, state_->keyframes.size()}; }

}  // namespace lanescope::replay
