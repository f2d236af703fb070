#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/runner.hpp"
#include "sim/replay/replay.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::session {

class Session;

// One value of a sweep's parameter.
struct SweepStep {
  std::int64_t value = 0;
  lesson::ParameterValues values;  // of all parameters
  std::string settings;            // names the run: the same settings give the same numbers
  bool here = false;               // the run on screen
};
// The values that the state's sweep takes, ascending: powers of two where the slider has them, else
// some that are spread over its range, the present one always. Empty: no such parameter.
[[nodiscard]] std::vector<SweepStep> sweep_steps(const Session& session);
// The same of another parameter than the state's.
[[nodiscard]] std::vector<SweepStep> sweep_steps(const Session& session, std::string_view name);
// The parameters that can be swept: of the rung, or block and grid of a pasted kernel.
[[nodiscard]] std::vector<lesson::Parameter> sweep_parameters(const Session& session);

// Run B of Compare.
struct SecondRun {
  std::shared_ptr<const run::ModelRun> run;  // null: not yet, or it cannot be run
  std::shared_ptr<replay::Replay> replay;    // null without a trace
  std::optional<run::PrepareFailure> failure;
  std::string settings;  // what it was made with
};

// What is run beside the run on screen: Compare's run B, and a sweep's points. One at a time, while
// the runner has nothing else to do; what a newer request overtakes is made again later.
class SideRuns {
 public:
  [[nodiscard]] const SecondRun& second() const { return second_; }
  // The numbers of a sweep's step: no entry: not run yet; empty: it does not run.
  [[nodiscard]] const std::map<std::string, std::optional<view::RunNumbers>>& points() const {
    return points_;
  }
  // What was run, of the steps of a sweep whose modelled time is plotted; else none.
  [[nodiscard]] const std::map<std::string, std::shared_ptr<const run::Prepared>>& prepared()
      const {
    return prepared_;
  }
  // The request under way; 0: none.
  [[nodiscard]] std::uint64_t request() const { return request_; }

  // Asks the runner for what is wanted next; false: everything is there.
  bool begin_second(const Session& session, lesson::Runner& runner);
  bool begin_point(const Session& session, lesson::Runner& runner);
  void take(const lesson::Runner::Update& update);
  // More is known of a run now, which may be a point.
  void note(const run::ModelRun& run);
  void drop();
  // A run that is there already becomes B.
  void keep(std::shared_ptr<const run::ModelRun> run, std::string settings);

 private:
  void show(std::shared_ptr<const run::ModelRun> run);
  void keep_prepared(const Session& session, const std::vector<SweepStep>& steps);

  SecondRun second_;
  std::map<std::string, std::optional<view::RunNumbers>> points_;
  std::map<std::string, std::shared_ptr<const run::Prepared>> prepared_;
  bool keeps_prepared_ = false;  // the sweep is of modelled times
  std::uint64_t request_ = 0;
  std::string point_;  // whose request it is; empty: run B's
};

// What run B is to be made with; empty: none is wanted.
[[nodiscard]] std::string second_settings(const Session& session);

}  // namespace lanescope::ui::session
