#pragma once

#include <memory>
#include <optional>

#include "lab/run/run_model.hpp"
#include "sim/replay/replay.hpp"
#include "ui/view/state.hpp"

namespace lanescope::ui::view {

// A run and the moment of it that is in the picture: what draw models of the machine are made of.
// The session is one; Compare makes another of its second run.
class View {
 public:
  View() = default;
  View(State state, std::shared_ptr<const run::ModelRun> run,
       std::shared_ptr<replay::Replay> replay);

  [[nodiscard]] const State& state() const { return state_; }
  // The run on screen (the last one that worked); null before the first.
  [[nodiscard]] const std::shared_ptr<const run::ModelRun>& run() const { return run_; }
  // Its trace; null with no run.
  [[nodiscard]] const trace::Trace* trace() const;
  // The machine at the current tick; null with no run. Valid until the view changes.
  [[nodiscard]] const engine::Execution* machine() const;
  // Another moment, for differences and keyframed animation: invalidates machine().
  [[nodiscard]] const engine::Execution* machine_at(Tick tick) const;
  // The instruction that comes next at the tick (the one that a forward step executes), and the one
  // just executed: none where a launch begins, also behind another one.
  [[nodiscard]] std::optional<trace::Step> next_step() const;
  [[nodiscard]] std::optional<trace::Step> last_step() const;
  // The instruction in the picture: last_step(), or next_step() without one. Panels draw this one.
  [[nodiscard]] std::optional<trace::Step> shown_step() const;
  // The warp in the picture: the selection's, else the shown step's.
  [[nodiscard]] WarpIndex shown_warp() const;
  [[nodiscard]] const engine::Program* program() const;  // of the shown launch

 protected:
  State state_;
  std::shared_ptr<const run::ModelRun> run_;
  std::shared_ptr<replay::Replay> replay_;
};

}  // namespace lanescope::ui::view
