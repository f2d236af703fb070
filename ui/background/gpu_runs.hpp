#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "lab/hardware/gpu_runner.hpp"

namespace lanescope::ui::background {

// Empty: not asked, or no answer yet.
using GpuAnswer = std::optional<ports::device::GpuResult<ports::device::GpuList>>;

// What this machine's GPU gave for runs of the model: the one on screen, a sweep's points, rungs.
// One at a time, in the order in which they were wanted.
class GpuRuns {
 public:
  // Null: there is no GPU; the runner must outlive this.
  explicit GpuRuns(hardware::GpuRunner* runner) : runner_(runner) {}

  // False also where the driver has told that it has none.
  [[nodiscard]] bool there() const;
  // What the driver says of its GPUs.
  [[nodiscard]] const GpuAnswer& answer() const { return answer_; }
  // By ModelRun::id; null: not measured (yet).
  [[nodiscard]] const hardware::GpuReport* find(std::uint64_t run) const;

  // The run on screen comes before all others and takes the place of the one before it, and gets
  // hardware counters too: those by code in the kernel with its times, the GPU's own once nothing
  // else waits. Runs that are not complete, or known, are not asked for. Where the GPU could not be
  // used it is tried again.
  void want_shown(const std::shared_ptr<const run::ModelRun>& run);
  void want(const std::shared_ptr<const run::ModelRun>& run);
  // Peaks and transfers of the GPU itself: measured once, when no run waits. Empty: not there yet.
  void want_survey();
  [[nodiscard]] const std::optional<hardware::SurveyReport>& survey() const { return survey_; }
  // Takes what has arrived, and begins what comes next; not while something else runs on the GPU,
  // whose times would be of both.
  void update(bool begin = true);
  // Until everything that was wanted is there.
  void wait();

 private:
  [[nodiscard]] bool has_failed() const;
  [[nodiscard]] bool is_news(const std::shared_ptr<const run::ModelRun>& run) const;
  [[nodiscard]] bool lacks_counters(std::uint64_t run) const;
  [[nodiscard]] bool lacks_profile(std::uint64_t run) const;
  void begin_next();
  void take(hardware::GpuRunner::Update update);
  void begin_profile();

  hardware::GpuRunner* runner_;
  GpuAnswer answer_;
  bool survey_wanted_ = false;
  std::optional<hardware::SurveyReport> survey_;
  std::uint64_t under_way_ = 0;  // a run's id
  enum class Profile : std::uint8_t { No, UnderWay, GivenUp } profile_ = Profile::No;
  std::shared_ptr<const run::ModelRun> shown_;       // waits
  std::shared_ptr<const run::ModelRun> unprofiled_;  // was shown last
  std::deque<std::shared_ptr<const run::ModelRun>> waiting_;
  std::map<std::uint64_t, hardware::GpuReport> reports_;
};

}  // namespace lanescope::ui::background
