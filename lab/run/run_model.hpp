#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lab/run/prepare.hpp"
#include "sim/analysis/lines.hpp"
#include "sim/engine/execution.hpp"
#include "sim/trace/recorder.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::run {

struct ModelTime;  // model_time.hpp

// Final bytes of one buffer.
struct BufferResult {
  std::string name;
  experiment::ElementType type = experiment::ElementType::F32;
  std::uint64_t count = 0;
  std::vector<std::byte> bytes;
};

// Everything that one run on the model gave. Immutable, shared by all views.
struct ModelRun {
  std::uint64_t id = 0;  // differs for every run: key for caches of views
  std::shared_ptr<const Prepared> prepared;
  std::shared_ptr<const trace::Trace> trace;  // null unless recorded in full
  bool complete = true;                       // false: only the recorded window has run so far
  engine::Outcome outcome = engine::Outcome::Finished;
  std::string unsupported;  // with Outcome::Unsupported
  std::vector<events::Hazard> hazards;
  std::vector<std::vector<events::Counters>> counters_by_pc;  // by launch
  engine::Printed printed;
  std::vector<BufferResult> buffers;  // empty while not complete
  // Machine states on the way, by machine step, for a replay to begin at; of run_window, and of a
  // recorded run_model that can be cancelled.
  std::map<MachineStep, std::shared_ptr<const engine::Snapshot>> snapshots;
  double seconds = 0.0;                   // of the model, without compiling
  std::uint64_t machine_steps = 0;        // warp instructions issued, of all launches
  std::shared_ptr<const ModelTime> time;  // where it was asked for (time_of)

  [[nodiscard]] events::Counters counters() const;
  [[nodiscard]] const engine::Plan& plan() const { return *prepared->plan; }
};

// Adds a hazard of the machine, which tells them apart by instructions: here they are one for each
// (kind, line, other line), with the first one's details (docs/CONTRACT.md, "Hazards").
void add_hazard(const events::Hazard& hazard, ModelRun* run);

struct RunOptions {
  engine::Recording recording = engine::Recording::Counters;
  trace::Window window;
  bool hazards = true;    // false: only the one that ended the launch
  double patience = 0.0;  // seconds for which run_window goes on although cancelled
  engine::Cores cores{0};
};
// Null when `cancel` became true on the way; never for what the simulated program does. Whoever
// asked may complete it (with_machine_code) before it is shared.
[[nodiscard]] std::shared_ptr<ModelRun> run_model(std::shared_ptr<const Prepared> prepared,
                                                  const RunOptions& options,
                                                  const std::atomic<bool>* cancel = nullptr);
// Runs until the blocks of the window have ended, recorded in full: complete == false unless that
// was everything. What a slider shows first.
[[nodiscard]] std::shared_ptr<const ModelRun> run_window(std::shared_ptr<const Prepared> prepared,
                                                         const RunOptions& options,
                                                         const std::atomic<bool>* cancel = nullptr);

}  // namespace lanescope::run
