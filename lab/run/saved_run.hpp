#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "lab/run/run_model.hpp"
#include "sim/base/result.hpp"
#include "sim/trace/recorder.hpp"

namespace lanescope::run {

// A recorded run as a file, to be opened where there is no compiler:
//
//   magic · version · length · checksum ┆ experiment (JSON) · compiled kernels · window · what came
//   out
//
// Equal plans give byte-identical traces, so the trace itself is not in it: opening runs the kernel
// again and compares the digest of the new trace with the recorded one. Inputs from files are
// inside, as bytes.
struct SavedRun {
  experiment::Experiment experiment;
  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  trace::Window window;
  std::uint64_t machine_steps = 0;
  std::uint64_t ticks = 0;
  std::uint64_t digest = 0;  // of the trace recorded with `window`
};

// The run must be complete and have a trace, recorded with `window`.
[[nodiscard]] Result<std::vector<std::byte>> saved_run_bytes(const ModelRun& run,
                                                             const trace::Window& window);
[[nodiscard]] bool is_saved_run(std::span<const std::byte> bytes);
// `name` stands in messages. Any bytes give a run or an Error that says what is wrong and what to
// do.
[[nodiscard]] Result<SavedRun> read_saved_run(std::span<const std::byte> bytes,
                                              const std::string& name);
// Empty when the run is the recorded one; else in which way this Lanescope differs from that one.
[[nodiscard]] std::string difference(std::uint64_t recorded_digest, std::uint64_t recorded_steps,
                                     const ModelRun& run);

}  // namespace lanescope::run
