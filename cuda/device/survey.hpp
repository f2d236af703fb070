#pragma once

#include "cuda/device/driver.hpp"
#include "cuda/device/nvml.hpp"
#include "ports/device/survey_types.hpp"

namespace lanescope::cuda::device {

// Measures a GPU within this process, the worker's side: transfers between the host and the GPU by
// the kind of the host's memory, and what copies and fused multiply-adds reach at most. A few
// seconds at most, and at most a sixteenth of the GPU's memory for each buffer. `nvml` null: clocks
// are not known. A GPU that cannot map host memory, or has no managed one, has no such transfers.
[[nodiscard]] ports::device::GpuResult<ports::device::GpuSurvey> survey(
    const Driver& driver, const ports::device::GpuSurveyJob& job, const Nvml* nvml);

}  // namespace lanescope::cuda::device
