#include "lab/report/exit_status.hpp"

#include <variant>

namespace lanescope::report {

int exit_status(const run::ModelRun& run) {
  if (run.outcome == engine::Outcome::Unsupported) return 2;
  if (run.outcome == engine::Outcome::StepLimit) return 3;
  if (run.outcome != engine::Outcome::Finished) return 1;
  for (const events::Hazard& hazard : run.hazards) {
    if (hazard.severity == events::Severity::Error) return 1;
  }
  return 0;
}

int exit_status(const run::ModelRun& run, const hardware::GpuReport& gpu) {
  const int status = exit_status(run);
  const auto* failure = std::get_if<ports::device::GpuFailure>(&gpu);
  if (status != 0 || failure == nullptr) return status;
  return failure->by_kernel ? 1 : static_cast<int>(Error::Code::Missing);
}

}  // namespace lanescope::report
