#include "sim/events/hazard.hpp"

namespace lanescope::events {

std::string_view spelling(HazardKind kind) {
  switch (kind) {
    case HazardKind::Race:
      return "race";
    case HazardKind::OutOfBounds:
      return "out_of_bounds";
    case HazardKind::Misaligned:
      return "misaligned";
    case HazardKind::UninitializedRead:
      return "uninitialized_read";
    case HazardKind::BarrierDivergence:
      return "barrier_divergence";
    case HazardKind::Deadlock:
      return "deadlock";
    case HazardKind::InvalidSyncMask:
      return "invalid_sync_mask";
    case HazardKind::Trap:
      return "trap";
    case HazardKind::StepLimit:
      return "step_limit";
  }
  return "unknown";
}

std::string_view spelling(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "unknown";
}

}  // namespace lanescope::events
