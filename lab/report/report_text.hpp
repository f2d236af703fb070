#pragma once

#include <string>
#include <string_view>

#include "lab/hardware/gpu_run.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::report {

// For people; the JSON report for programs.
// `gpu`: as in report_json.
[[nodiscard]] std::string report_text(const run::ModelRun& run,
                                      const hardware::GpuReport* gpu = nullptr);

// A line about machine code that no GPU has run beside ours; of other code nothing.
[[nodiscard]] std::string not_compared(std::string_view arch);

}  // namespace lanescope::report
