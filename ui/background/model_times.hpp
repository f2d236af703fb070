#pragma once

#include <atomic>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "lab/run/machine_code_run.hpp"
#include "lab/run/model_time.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::ui::background {

// What is to be timed.
struct WantedTime {
  std::shared_ptr<const run::Prepared> prepared;  // the run on screen's, by PTX or machine code
  std::string machine = "h200";
  timing::Caches caches = timing::Caches::Cold;
  std::uint32_t launch = 0;  // whose history is kept
  timing::Changes changes;
  friend bool operator==(const WantedTime&, const WantedTime&) = default;
};

// What is known of it so far: members come one after the other, and stay. Immutable.
struct TimedRun {
  WantedTime wanted;
  // By machine code, whatever the run on screen is by. Its programs have the pcs of all below.
  std::shared_ptr<const run::Prepared> machine_code;
  std::shared_ptr<const run::RecordedWork> work;
  std::shared_ptr<const run::ModelTime> time;
  std::shared_ptr<const run::LaunchHistory> history;  // of wanted.launch, within `time`
  std::shared_ptr<const run::ModelTime> changed;  // with wanted.changes; null: they change nothing
  std::map<std::string, double, std::less<>> what_if;  // cycles of all launches, by question
  std::shared_ptr<const run::ModelRun> counted;        // the whole grid's counters
  bool complete = false;                               // nothing more comes
  std::string problem;  // why something is missing: no machine code, an opcode that is not covered
};

// Times the run on screen behind the frame.
class ModelTimes {
 public:
  // Which must outlive this.
  explicit ModelTimes(const ports::toolchain::Disassembler& disassembler) : reader_(disassembler) {}
  ~ModelTimes();
  ModelTimes(const ModelTimes&) = delete;
  ModelTimes& operator=(const ModelTimes&) = delete;

  // Once a frame: asks for this (none: nothing is wanted), and stops work on anything else.
  void update(const std::optional<WantedTime>& wanted);
  // Waits until all of it is there.
  void wait();
  // Whether it has nothing to do.
  [[nodiscard]] bool is_idle() const { return !work_.valid(); }
  // What had arrived by the last update(); it may be of what was wanted before: a picture stays
  // until the next one is there. Null: nothing is there, or nothing was wanted.
  [[nodiscard]] const std::shared_ptr<const TimedRun>& get() const { return answer_; }

 private:
  void make(TimedRun run);
  void publish(const TimedRun& run, bool late = false);  // late: also what is not wanted any more
  void take();
  bool begin(TimedRun& run);  // machine code and what it did; false: a problem
  void ask_what_if(TimedRun& run);
  void count(TimedRun& run);

  std::optional<WantedTime> wanted_;
  std::optional<WantedTime> making_;  // of the work under way, or of the last answer
  run::MachineCodeReader reader_;     // the work's own
  std::shared_ptr<const TimedRun> answer_;
  std::mutex mutex_;
  std::shared_ptr<const TimedRun> made_;  // by the work, and not taken yet
  std::atomic<bool> cancel_{false};
  std::future<void> work_;
};

}  // namespace lanescope::ui::background
