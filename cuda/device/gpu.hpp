#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cuda/device/gpu_types.hpp"
#include "cuda/device/gpu_wire.hpp"
#include "cuda/toolchain/worker_process.hpp"

namespace lanescope::cuda {

// This machine's GPUs, behind a worker process: a kernel that faults or never ends, and a driver
// that crashes, cost one job; the next one starts a new worker. Not thread safe; every call waits.
class Gpu {
 public:
  struct Options {
    std::string driver;                            // path of libcuda; empty: there is none
    std::string cupti;                             // path of CUPTI; empty: there is none
    std::vector<std::string> worker_command;       // empty: this program's own `gpu-worker`
    std::chrono::milliseconds time_limit{30'000};  // of a job, with its copies and samples
  };
  explicit Gpu(Options options);

  // All stop, with a failure that says so, as soon as `cancel` is true.
  [[nodiscard]] GpuResult<GpuList> list(const std::atomic<bool>* cancel = nullptr);
  [[nodiscard]] GpuResult<GpuOutput> run(const GpuJob& job,
                                         const std::atomic<bool>* cancel = nullptr);
  // What the hardware counts of the job's launches. In a process of its own, since code that counts
  // takes part: neither results nor times are taken from it.
  [[nodiscard]] GpuResult<GpuCounters> count(const GpuJob& job,
                                             const std::atomic<bool>* cancel = nullptr);
  // What the GPU's own counters say of them: its caches, its memory, its warps. In a process of its
  // own too, since it takes the GPU for itself; a failure where only root may read them.
  [[nodiscard]] GpuResult<GpuProfile> profile(const GpuJob& job,
                                              const std::atomic<bool>* cancel = nullptr);
  [[nodiscard]] GpuResult<GpuSurvey> survey(const GpuSurveyJob& job,
                                            const std::atomic<bool>* cancel = nullptr);
  // One picture, left in the worker's memory. A request that does not begin anew goes on where the
  // last one, which must have succeeded, has ended.
  [[nodiscard]] GpuResult<LiveFrame> show(LiveRequest request,
                                          const std::atomic<bool>* cancel = nullptr);
  // Of that memory: filled after a picture for which it was made (MappedMemory::import).
  [[nodiscard]] Descriptor take_descriptor();

 private:
  // By CUPTI, in a worker that serves this request only.
  [[nodiscard]] GpuReply ask_cupti(GpuRequest::What what, const GpuJob& job,
                                   const std::atomic<bool>* cancel) const;
  [[nodiscard]] GpuReply ask(GpuRequest request, const std::atomic<bool>* cancel);

  Options options_;
  std::optional<WorkerProcess> worker_;
};

}  // namespace lanescope::cuda
