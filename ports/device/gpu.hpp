#pragma once

#include <atomic>
#include <chrono>

#include "ports/device/descriptor.hpp"
#include "ports/device/gpu_types.hpp"
#include "ports/device/live_types.hpp"
#include "ports/device/profile_types.hpp"
#include "ports/device/survey_types.hpp"

namespace lanescope::ports::device {

// The GPUs of this machine. A kernel that faults or never ends costs one job, never this process.
// Not thread safe; every call waits, and stops, with a failure that says so, as soon as `cancel` is
// true.
class Gpu {
 public:
  virtual ~Gpu() = default;

  [[nodiscard]] virtual GpuResult<GpuList> list(const std::atomic<bool>* cancel = nullptr) = 0;
  [[nodiscard]] virtual GpuResult<GpuOutput> run(const GpuJob& job,
                                                 const std::atomic<bool>* cancel = nullptr) = 0;
  // What the hardware counts of the job's launches, by code that counts: neither results nor times
  // are taken from it.
  [[nodiscard]] virtual GpuResult<GpuCounters> count(const GpuJob& job,
                                                     const std::atomic<bool>* cancel = nullptr) = 0;
  // What the GPU's own counters say of them: its caches, its memory, its warps. A failure where
  // only root may read them.
  [[nodiscard]] virtual GpuResult<GpuProfile> profile(
      const GpuJob& job, const std::atomic<bool>* cancel = nullptr) = 0;
  [[nodiscard]] virtual GpuResult<GpuSurvey> survey(const GpuSurveyJob& job,
                                                    const std::atomic<bool>* cancel = nullptr) = 0;
  // One picture, left in the GPU's memory. A request that does not begin anew goes on where the
  // last one, which must have succeeded, has ended.
  [[nodiscard]] virtual GpuResult<LiveFrame> show(LiveRequest request,
                                                  const std::atomic<bool>* cancel = nullptr) = 0;
  // Of that memory: filled after a picture for which it was made.
  [[nodiscard]] virtual Descriptor take_descriptor() = 0;

  // No job takes longer than this any more, with its copies and samples, nor than before.
  virtual void limit_time(std::chrono::milliseconds most) = 0;
};

}  // namespace lanescope::ports::device
