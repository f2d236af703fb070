#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/runner.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "sim/analysis/search.hpp"
#include "ui/session/command.hpp"
#include "ui/session/exercise_check.hpp"
#include "ui/session/gpu_runs.hpp"
#include "ui/session/history.hpp"
#include "ui/session/live_pictures.hpp"
#include "ui/session/sass_listing.hpp"
#include "ui/session/side_runs.hpp"
#include "ui/session/stop_finder.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/view/state.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui {

// What a rung gave when it was last run, for the ladder.
struct LadderEntry {
  std::optional<RunNumbers> numbers;  // empty: it does not run with these values
  std::string settings;               // what it was run with
};

// The only mutable thing in the user interface. Panels read it; it changes by commands
// (ui/commands) and by results arriving from the runner.
class Session : public View {
 public:
  // Lessons may be empty; `execute` runs queued commands. The runners and the equipment must
  // outlive the session; without a GPU there is no second runner, and `live` may be empty.
  Session(std::vector<lab::Lesson> lessons, CommandRunner execute, lab::Runner& runner,
          const ports::Equipment& equipment, lab::GpuRunner* gpu = nullptr,
          LivePictures::Sources live = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const std::vector<lab::Lesson>& lessons() const { return lessons_; }
  [[nodiscard]] const lab::Lesson* lesson() const;
  [[nodiscard]] const lab::Rung* rung() const;
  // Null also where the lesson's exercise is open, behind its last step.
  [[nodiscard]] const lab::LessonStep* step() const;
  [[nodiscard]] const lab::Exercise* exercise() const;  // null unless it is open

  // The source text in the editor, and its name.
  [[nodiscard]] const std::string& source_text() const;
  [[nodiscard]] std::string source_name() const;

  // Why the last request gave no run (compile errors with lines); empty when it did. The run before
  // it stays on screen.
  [[nodiscard]] const std::optional<lab::PrepareFailure>& failure() const { return failure_; }
  [[nodiscard]] bool busy() const;
  [[nodiscard]] std::string activity() const;
  [[nodiscard]] const std::string& message() const { return message_; }  // last command's complaint
  // Seconds from the last change to the whole grid's counters.
  [[nodiscard]] double seconds_to_counters() const { return seconds_to_counters_; }
  // The last whole run of a rung of this lesson; null when it has not been run. Rungs beside the
  // one on screen are run with its values whenever the runner has nothing else to do.
  [[nodiscard]] const LadderEntry* ladder(const std::string& rung) const;
  // The machine code of the run on screen, while the state wants it.
  [[nodiscard]] const SassListing& listing() const { return listing_; }
  // Compare's run B and the points of a sweep.
  [[nodiscard]] const SideRuns& side() const { return side_; }
  // What this machine has to compile and run kernels.
  [[nodiscard]] const ports::Equipment& equipment() const { return equipment_; }
  // What has run on this machine's GPU.
  [[nodiscard]] const GpuRuns& gpu() const { return gpu_; }
  // The Image panel's picture, made again for every frame.
  [[nodiscard]] const LivePictures& live() const { return live_; }
  // Times that were recorded on other GPUs; none unless told, before anything is shown.
  [[nodiscard]] const std::vector<lab::Measurements>& measurements() const { return measurements_; }
  void set_measurements(std::vector<lab::Measurements> files) { measurements_ = std::move(files); }
  [[nodiscard]] const ExerciseCheck& exercise_check() const { return check_; }
  // The experiment of a pasted kernel; null with a lesson.
  [[nodiscard]] const lab::Experiment* pasted() const { return pasted_.get(); }
  [[nodiscard]] const std::shared_ptr<const lab::Experiment>& shared_pasted() const {
    return pasted_;
  }
  // Sources as edited, by "lesson/rung"; by "lesson/rung/aside" those that were put aside.
  [[nodiscard]] const std::map<std::string, std::string>& edits() const { return edits_; }
  // The source of a rung of the lesson as edited; empty: as shipped.
  [[nodiscard]] std::string edit_of(std::string_view rung) const;
  [[nodiscard]] const History& history() const { return history_; }

  // Ids of the panels that can be shown; none without a screen.
  [[nodiscard]] const std::vector<std::string>& panels() const { return panels_; }
  // Where lists of the user are kept; empty: nowhere.
  [[nodiscard]] const std::filesystem::path& user_folder() const { return user_folder_; }

  // Takes results that arrived and moves the animation on by `seconds`. Once a frame.
  void update(double seconds);
  // Waits for the runner and takes its results: scripts, shots, tests.
  void settle();
  // Waits until all rungs of the ladder, and the sweep if there is one, have been run too, here and
  // on the GPU.
  void complete_ladder();
  // Commands to run in order, each once the run that the one before asked for is there.
  void enqueue(std::vector<Command> commands);
  [[nodiscard]] bool has_queued() const { return !queue_.empty(); }
  // A pasted kernel or the command line's experiment instead of a lesson.
  void open(lab::Experiment experiment);

 private:
  friend class SessionEditor;  // what commands use to change the session
  void take_results();
  void take_run(std::shared_ptr<const lab::ModelRun> run);
  void show_run(std::shared_ptr<const lab::ModelRun> run);
  void show_on_the_way(const lab::Runner::Update& update);
  void run_queued();
  [[nodiscard]] bool may_run_beside() const;
  bool begin_check();
  void overtake_side_work();
  [[nodiscard]] std::shared_ptr<const lab::Prepared> wanted_listing() const;
  bool submit_next_rung();  // false: nothing left to run
  void take_rung(const lab::Runner::Update& update);
  [[nodiscard]] std::string settings_of(const lab::Rung& rung) const;
  void animate(double seconds);
  void take_stop();

  std::vector<lab::Lesson> lessons_;
  CommandRunner execute_;
  lab::Runner& runner_;
  const ports::Equipment& equipment_;
  GpuRuns gpu_;
  LivePictures live_;
  std::vector<lab::Measurements> measurements_;
  std::shared_ptr<const lab::Experiment> pasted_;
  History history_;
  std::optional<lab::PrepareFailure> failure_;
  std::string message_;
  std::vector<std::string> panels_;
  std::filesystem::path user_folder_;
  double play_debt_ = 0.0;  // steps due that no frame has shown yet
  std::uint64_t request_ = 0;
  // First of the requests of the same kernel that the awaited one has overtaken.
  static constexpr std::uint64_t kOtherKernel = ~std::uint64_t{0};
  std::uint64_t drag_began_ = kOtherKernel;
  std::uint64_t ladder_request_ = 0;  // 0: none is under way
  std::string ladder_rung_;
  SideRuns side_;
  ExerciseCheck check_;
  SassListing listing_;
  StopFinder finder_;
  double idle_seconds_ = 0.0;
  bool awaited_ = false;  // the request has given nothing yet
  // What the awaited run should give: a saved run was opened.
  struct Recorded {
    std::uint64_t digest = 0, machine_steps = 0;
  };
  std::optional<Recorded> recorded_;
  std::optional<RelativeMoment> place_;  // where to go in the run that is awaited
  std::chrono::steady_clock::time_point asked_at_;
  double seconds_to_counters_ = 0.0;
  struct Queued {
    Command command;
    bool of_step = false;  // asked for by the lesson's step, not by a script
  };
  std::deque<Queued> queue_;
  std::map<std::string, std::string> edits_;        // sources as edited, by "lesson/rung"
  std::map<std::string, LadderEntry> ladder_;       // by "lesson/rung"
  std::string shipped_source_, shipped_source_of_;  // the rung's file, and which
};

}  // namespace lanescope::ui
