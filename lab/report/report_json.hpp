#pragma once

#include <string>

#include "lab/hardware/gpu_run.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::report {

// Of a run of one launch (or several: counters summed, the first launch described, `launches`
// added). JSON: schema 1 (docs/CONTRACT.md, "JSON report").
// `gpu`: the same on a GPU; null when that was not asked for.
[[nodiscard]] std::string report_json(const run::ModelRun& run,
                                      const hardware::GpuReport* gpu = nullptr);

}  // namespace lanescope::report
