#pragma once

#include "lab/hardware/gpu_run.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::report {

// 0 finished, 1 fault, deadlock or an error hazard, 2 unsupported, 3 step limit; 2 before 3
// before 1.
[[nodiscard]] int exit_status(const run::ModelRun& run);
// The same with a GPU: what the kernel did there counts as a fault, what the machine or its driver
// did as something missing (4), unless the model's run has a status of its own.
[[nodiscard]] int exit_status(const run::ModelRun& run, const hardware::GpuReport& gpu);

}  // namespace lanescope::report
