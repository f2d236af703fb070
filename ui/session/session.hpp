#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "lab/hardware/time_error.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/runner.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "ui/background/exercise_check.hpp"
#include "ui/background/gpu_runs.hpp"
#include "ui/background/live_pictures.hpp"
#include "ui/background/machine_code.hpp"
#include "ui/background/model_times.hpp"
#include "ui/background/program_process.hpp"
#include "ui/background/sass_listing.hpp"
#include "ui/background/side_times.hpp"
#include "ui/session/awaited_run.hpp"
#include "ui/session/command.hpp"
#include "ui/session/history.hpp"
#include "ui/session/ladder.hpp"
#include "ui/session/requests.hpp"
#include "ui/session/script.hpp"
#include "ui/session/side_runs.hpp"
#include "ui/session/stop_finder.hpp"
#include "ui/session/user_files.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::session {

// The only mutable thing in the user interface. Panels read it. It changes by commands, to which it
// lends a SessionEditor, by results arriving from the runner, and by time.
class Session : public view::View {
 public:
  // Lessons may be empty; `run_command` is what commands are run by. The runners and the equipment
  // must outlive the session; without a GPU there is no second runner, and `live` may be empty.
  Session(std::vector<lesson::Lesson> lessons, CommandRunner run_command, lesson::Runner& runner,
          const ports::equipment::Equipment& equipment, hardware::GpuRunner* gpu = nullptr,
          background::LivePictures::Sources live = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::vector<lesson::Lesson>& lessons() const { return lessons_; }
  [[nodiscard]] const lesson::Lesson* lesson() const;
  [[nodiscard]] const lesson::Rung* rung() const;
  // Null also where one of the lesson's exercises is open: they stand behind its last step.
  [[nodiscard]] const lesson::LessonStep* step() const;
  [[nodiscard]] const lesson::Exercise* exercise() const;  // null unless it is open

  // The source text in the editor, and its name.
  [[nodiscard]] const std::string& source_text() const;
  [[nodiscard]] std::string source_name() const;

  // Why the last request gave no run (compile errors with lines); empty when it did. The run before
  // it stays on screen.
  [[nodiscard]] const std::optional<run::PrepareFailure>& failure() const { return failure_; }
  [[nodiscard]] bool busy() const;
  [[nodiscard]] std::string activity() const;
  [[nodiscard]] const std::string& message() const { return message_; }  // last command's complaint
  // Seconds from the last change to the whole grid's counters.
  [[nodiscard]] double seconds_to_counters() const { return seconds_to_counters_; }
  // The last whole run of a rung of this lesson; null when it has not been run. Rungs beside the
  // one on screen are run with its values whenever the runner has nothing else to do.
  [[nodiscard]] const LadderEntry* ladder(const std::string& rung) const {
    return ladder_.find(rung);
  }
  // The machine code of the run on screen, while the state wants it.
  [[nodiscard]] const background::SassListing& listing() const { return listing_; }
  // Why there is no machine code of the run on screen, and with it no registers: it is still being
  // made, or cannot be. Empty: there is, or none was wanted.
  [[nodiscard]] std::string why_no_machine_code() const;
  // Compare's run B and the points of a sweep.
  [[nodiscard]] const SideRuns& side() const { return side_; }
  // The modelled time of the run on screen, or still of the one before, as far as it is known;
  // null: none is wanted, or none is there yet.
  [[nodiscard]] const std::shared_ptr<const background::TimedRun>& timed() const {
    return times_.get();
  }
  // The modelled time of a rung of this lesson, and of a step of a sweep that plots them, on the
  // chosen machine while time is on. Null: not known (yet).
  [[nodiscard]] const background::SideTime* rung_time(const std::string& rung) const;
  [[nodiscard]] const background::SideTime* step_time(const std::string& settings) const;
  // What this machine has to compile and run kernels.
  [[nodiscard]] const ports::equipment::Equipment& equipment() const { return equipment_; }
  // What has run on this machine's GPU.
  [[nodiscard]] const background::GpuRuns& gpu() const { return gpu_; }
  // The Image panel's picture, made again for every frame.
  [[nodiscard]] const background::LivePictures& live() const { return live_; }
  [[nodiscard]] const background::ExerciseCheck& exercise_check() const { return check_; }
  // The experiment of a pasted kernel; null with a lesson.
  [[nodiscard]] const experiment::Experiment* pasted() const {
    return state_.experiment.pasted.get();
  }
  // A whole program that is being built and run, and the one that is open; null: none is.
  [[nodiscard]] const background::ProgramProcess& program_process() const { return process_; }
  [[nodiscard]] const lanescope::program::SavedProgram* open_program() const {
    return state_.program.saved.get();
  }
  // Whether the run on screen is a launch of it.
  [[nodiscard]] bool shows_launch() const {
    return state_.program.shown != nullptr && state_.program.shown == state_.experiment.pasted;
  }
  [[nodiscard]] const History& history() const { return history_; }

  // What a command has asked for, and nobody has done yet.
  [[nodiscard]] const Requests& requests() const { return requests_; }
  // For who does it: each request is taken once.
  template <typename Request>
  [[nodiscard]] std::optional<Request> take() {
    return requests_.take<Request>();
  }

  // What the session finds where it begins, told by who opens it. Times that were recorded on other
  // GPUs; ids of the panels that can be shown, none without a screen; whether the system has a GPU,
  // usable or not; the user's files; how far modelled times were from measured ones.
  [[nodiscard]] const std::vector<hardware::Measurements>& measurements() const {
    return measurements_;
  }
  void set_measurements(std::vector<hardware::Measurements> files) {
    measurements_ = std::move(files);
  }
  // Of a described machine; null: its times were compared with no GPU's.
  [[nodiscard]] const hardware::TimeErrors* time_errors(std::string_view machine) const;
  void set_time_errors(std::vector<hardware::TimeErrors> errors) {
    time_errors_ = std::move(errors);
  }
  [[nodiscard]] const std::vector<std::string>& panels() const { return panels_; }
  void set_panels(std::vector<std::string> ids) { panels_ = std::move(ids); }
  [[nodiscard]] bool gpu_found() const { return gpu_found_; }
  void set_gpu_found(bool found) { gpu_found_ = found; }
  // Where lists of the user are kept; empty: nowhere.
  [[nodiscard]] const std::filesystem::path& user_folder() const { return user_folder_; }
  // What earlier sessions have left; of exercises, where this one has nothing.
  void take_up(UserFiles files);

  // Runs one command; a complaint also becomes message().
  Result<void> execute(const Command& command);
  // Takes results that arrived and moves the animation on by `seconds`. Once a frame.
  void update(double seconds);
  // Waits for the runner and takes its results: scripts, shots, tests.
  void settle();
  // Waits until all rungs of the ladder, and the sweep if there is one, have been run too, here and
  // on the GPU, and timed where time is on.
  void complete_ladder();
  // Commands to run in order, each once the run that the one before asked for is there.
  void enqueue(std::vector<Command> commands) { script_.add(std::move(commands)); }
  [[nodiscard]] bool has_queued() const { return !script_.empty(); }
  // A pasted kernel or the command line's experiment instead of a lesson; no window: the one
  // before.
  void open(experiment::Experiment experiment, std::optional<trace::Window> window = std::nullopt);

 private:
  friend class SessionEditor;
  friend class CursorEditor;
  friend class ExperimentEditor;
  friend class LessonEditor;
  friend class ProgramEditor;
  void take_results();
  bool take_beside(const lesson::Runner::Update& update);
  void take_run(std::shared_ptr<const run::ModelRun> run);
  void show_run(std::shared_ptr<const run::ModelRun> run);
  void show_on_the_way(const lesson::Runner::Update& update);
  void run_script();
  [[nodiscard]] bool may_run_beside() const;
  bool begin_check();
  bool begin_rung();  // false: nothing left to run
  void overtake_side_work();
  void follow_state();
  [[nodiscard]] std::shared_ptr<const run::Prepared> wanted_listing() const;
  [[nodiscard]] std::optional<background::WantedTime> wanted_time() const;
  [[nodiscard]] background::WantedTime wanted_beside(
      std::shared_ptr<const run::Prepared> prepared) const;
  [[nodiscard]] background::SideTimes::Wanted wanted_times_beside() const;
  void time_beside(bool begin);
  void animate(double seconds);
  void take_machine_code();
  void take_stop();
  void take_program();

  std::vector<lesson::Lesson> lessons_;
  CommandRunner run_command_;
  lesson::Runner& runner_;
  const ports::equipment::Equipment& equipment_;
  background::GpuRuns gpu_;
  background::LivePictures live_;
  std::vector<hardware::Measurements> measurements_;
  std::vector<hardware::TimeErrors> time_errors_;
  std::vector<std::string> panels_;
  bool gpu_found_ = false;
  std::filesystem::path user_folder_;

  Requests requests_;
  Script script_;
  History history_;
  std::string message_;
  std::string shipped_source_;  // the rung's file
  AwaitedRun awaited_;
  std::optional<run::PrepareFailure> failure_;
  double seconds_to_counters_ = 0.0;
  // Beside the run on screen.
  Ladder ladder_;
  SideRuns side_;
  background::ExerciseCheck check_;
  background::MachineCode machine_code_;
  background::SassListing listing_;
  background::ModelTimes times_;
  background::SideTimes side_times_;
  StopFinder finder_;
  background::ProgramProcess process_;
  double idle_seconds_ = 0.0;
  double play_debt_ = 0.0;  // steps due that no frame has shown yet
};

}  // namespace lanescope::ui::session
