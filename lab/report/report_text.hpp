#pragma once

#include <string>

#include "lab/hardware/gpu_run.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::report {

// For people; the JSON report for programs.
// `gpu`: as in report_json.
[[nodiscard]] std::string report_text(const run::ModelRun& run,
                                      const hardware::GpuReport* gpu = nullptr);

}  // namespace lanescope::report
