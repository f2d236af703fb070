#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "lab/run/saved_run.hpp"
#include "sim/base/result.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui {

// What commands use to change a Session. Every change of it goes through here or through
// Session::update.
class SessionEditor {
 public:
  explicit SessionEditor(Session& session) : session_(session) {}

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] State& state() { return session_.state_; }

  // Time. `show` goes there at once, `play_to` with the beats of the step that is shown then.
  void show(Tick tick);
  void play_to(Tick tick);
  void step_forward(StepUnit unit);
  // Steps of playing, which breakpoints stop.
  void play_steps(StepUnit unit, int count);
  // Goes to the breakpoint in [from, to) that the goal asks for. A long way is searched beside the
  // frames; anything that moves time gives it up. False: there is none, and a message says so.
  bool find_stop(StopFinder::Goal goal, Tick from, Tick to);
  bool end_search(const StopFinder::Found& found);
  void step_back(StepUnit unit);
  void set_playing(bool playing);
  [[nodiscard]] Tick end() const;  // tick_count, 0 without a trace
  // Of the selection what the run on screen, or the launch in the picture, does not have.
  void drop_what_is_gone();
  // The instruction at `tick` in the picture: as the one just executed.
  void show_instruction(Tick tick);

  // What is run.
  Result<void> open_lesson(const std::string& id, std::uint32_t step);
  Result<void> open_step(std::uint32_t step);
  // The lesson's exercise: kExerciseRung, or kSolutionRung to look at the solution.
  Result<void> open_exercise(std::string_view rung);
  // Has the text of the lesson's exercise judged behind the frame.
  Result<void> check_exercise();
  // Commands of the step, to be run before those that wait, e.g. a script's.
  Result<void> queue_commands(const std::vector<std::string>& of_step);
  Result<void> open_rung(const std::string& id);
  void open_pasted(lab::Experiment experiment);
  void open_saved_run(lab::SavedRun saved);
  // What a file or undo has kept; at `place` of its run, or where the picture is now.
  Result<void> restore(const SavedExperiment& saved, const std::optional<RelativeMoment>& place);
  [[nodiscard]] History& history() { return session_.history_; }
  Result<void> set_parameter(const std::string& name, std::int64_t value);
  void edit_source(std::string text);
  void revert_source();
  // Reverts it, and keeps the text; and changes it for the text that was kept.
  void put_source_aside();
  // By "lesson/rung"; a text that is there already stays.
  void keep_edit(const std::string& key, const std::string& text) {
    session_.edits_.try_emplace(key, text);
  }
  void take_source_back();
  // Runs what the state describes; the picture on screen stays until the result is there.
  Result<void> rerun();
  // Of a live picture, after its size or the experiment has changed.
  void refresh_live();
  // Peaks and transfers of this machine's GPU, once.
  void want_survey() { session_.gpu_.want_survey(); }
  void focus(const std::string& panel);
  // What is open, as it was given: without the fills and values set for single arguments.
  [[nodiscard]] Result<lab::Experiment> experiment_as_given() const;
  void set_user_folder(std::filesystem::path folder) { session_.user_folder_ = std::move(folder); }
  void set_panels(std::vector<std::string> ids) { session_.panels_ = std::move(ids); }
  // A rung with the values, machine and input that the session has now, as shipped.
  [[nodiscard]] Result<lab::Experiment> experiment_of(const lab::Rung& rung) const;
  // What is on screen with other values; Compare's run B.
  [[nodiscard]] Result<lab::Experiment> experiment_with(const lab::ParameterValues& values) const;
  [[nodiscard]] Result<lab::Experiment> second_experiment() const;
  // The run on screen becomes Compare's run B and stays it.
  void pin();
  // The rung's own parameters: kept where `values` has them, within its limits.
  [[nodiscard]] static lab::ParameterValues values_for(const lab::Rung& rung,
                                                       const lab::ParameterValues& values);
  void set_message(std::string message) { session_.message_ = std::move(message); }

 private:
  Result<lab::Experiment> with_settings(lab::Experiment experiment) const;
  Result<lab::Experiment> without_settings(const lab::ParameterValues& values) const;
  Result<void> begin_step(std::uint32_t index, const std::string& rung,
                          const lab::ParameterValues& set);
  Result<void> enter_rung(const std::string& id);
  void follow();
  [[nodiscard]] std::string edit_key() const;

  Session& session_;
};

}  // namespace lanescope::ui
