#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "lab/hardware/gpu_run.hpp"
#include "lab/hardware/gpu_survey.hpp"
#include "ports/equipment/equipment.hpp"

namespace lanescope::hardware {

// Runs on this machine's GPU what has run on the model, behind the user interface: one thread with
// a compiler of its own, one run at a time. A kernel that never ends is stopped after the GPU's
// time limit and costs its own report only.
class GpuRunner {
 public:
  // Which must outlive it.
  explicit GpuRunner(const ports::equipment::Equipment& equipment);
  ~GpuRunner();  // stops what is under way
  GpuRunner(const GpuRunner&) = delete;
  GpuRunner& operator=(const GpuRunner&) = delete;

  // What the driver says of its GPUs; empty until it has answered. Asked again with each run for as
  // long as there is no answer but a failure.
  [[nodiscard]] std::optional<ports::device::GpuResult<ports::device::GpuList>> devices() const;

  // A complete run (ModelRun::complete). One that waits is replaced. `count`: with hardware
  // counters, which takes longer.
  void submit(std::shared_ptr<const run::ModelRun> run, bool count = true);
  // The GPU's own counters for what was measured of it, which takes longest.
  void submit_profile(std::shared_ptr<const run::ModelRun> run, GpuRun measured);
  // Gives a profile up that is under way; its report says so.
  void stop_profile();
  struct Update {
    std::uint64_t run = 0;  // ModelRun::id
    std::variant<GpuReport, GpuProfileReport> what;
  };
  // What has arrived since the last call, oldest first; never blocks.
  [[nodiscard]] std::optional<Update> poll();
  // Measures the GPU itself, once, when no run waits; a failure is kept too.
  void want_survey();
  // Empty: not there yet, or not wanted.
  [[nodiscard]] std::optional<SurveyReport> survey() const;
  // Waits until nothing is under way (scripts, shots, tests).
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::hardware
