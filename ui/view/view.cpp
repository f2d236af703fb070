#include "ui/view/view.hpp"

#include <utility>

namespace lanescope::ui::view {

View::View(State state, std::shared_ptr<const run::ModelRun> run,
           std::shared_ptr<replay::Replay> replay)
    : state_(std::move(state)), run_(std::move(run)), replay_(std::move(replay)) {}

const trace::Trace* View::trace() const { return run_ == nullptr ? nullptr : run_->trace.get(); }

const engine::Execution* View::machine() const { return machine_at(state_.cursor.tick); }

const engine::Execution* View::machine_at(Tick tick) const {
  return replay_ == nullptr ? nullptr : &replay_->at(tick);
}

std::optional<trace::Step> View::next_step() const {
  const trace::Trace* t = trace();
  if (t == nullptr || state_.cursor.tick.value >= t->tick_count()) return std::nullopt;
  return t->step(state_.cursor.tick);
}

std::optional<trace::Step> View::last_step() const {
  const trace::Trace* t = trace();
  if (t == nullptr || state_.cursor.tick.value == 0 || state_.cursor.tick.value > t->tick_count()) {
    return std::nullopt;
  }
  const trace::Step last = t->step(Tick{state_.cursor.tick.value - 1});
  const auto next = next_step();
  return next && next->launch != last.launch ? std::nullopt : std::optional(last);
}

std::optional<trace::Step> View::shown_step() const {
  auto last = last_step();
  return last ? last : next_step();
}

WarpIndex View::shown_warp() const {
  if (state_.cursor.selection.warp) return *state_.cursor.selection.warp;
  const auto shown = shown_step();
  return shown ? shown->warp : WarpIndex{0};
}

const engine::Program* View::program() const {
  if (run_ == nullptr) return nullptr;
  const auto& launches = run_->plan().launches;
  const std::uint32_t launch = state_.cursor.selection.launch;
  return launch < launches.size() ? launches[launch].program.get() : nullptr;
}

}  // namespace lanescope::ui::view
