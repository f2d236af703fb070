#pragma once

#include <string>

#include "lab/hardware/gpu_run.hpp"
#include "lab/run/run.hpp"

namespace lanescope::lab {

// Of a run of one launch (or several: counters summed, the first launch described, `launches`
// added). JSON: schema 1 (docs/CONTRACT.md, "JSON report").
// `gpu`: the same on a GPU; null when that was not asked for.
[[nodiscard]] std::string report_json(const ModelRun& run, const GpuReport* gpu = nullptr);
[[nodiscard]] std::string report_text(const ModelRun& run, const GpuReport* gpu = nullptr);

// 0 finished, 1 fault, deadlock or an error hazard, 2 unsupported, 3 step limit; 2 before 3
// before 1.
[[nodiscard]] int exit_status(const ModelRun& run);
// The same with a GPU: what the kernel did there counts as a fault, what the machine or its driver
// did as something missing (4), unless the model's run has a status of its own.
[[nodiscard]] int exit_status(const ModelRun& run, const GpuReport& gpu);

}  // namespace lanescope::lab
