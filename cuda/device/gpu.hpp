#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cuda/device/gpu_wire.hpp"
#include "cuda/toolchain/worker_process.hpp"
#include "ports/device/gpu.hpp"

namespace lanescope::cuda::device {

// This machine's GPUs, behind a worker process: a kernel that faults or never ends, and a driver
// that crashes, cost one job; the next one starts a new worker.
class Gpu final : public ports::device::Gpu {
 public:
  struct Options {
    std::string driver;                            // path of libcuda; empty: there is none
    std::string cupti;                             // path of CUPTI; empty: there is none
    std::vector<std::string> worker_command;       // empty: this program's own `gpu-worker`
    std::chrono::milliseconds time_limit{30'000};  // of a job, with its copies and samples
  };
  explicit Gpu(Options options);

  [[nodiscard]] ports::device::GpuResult<ports::device::GpuList> list(
      const std::atomic<bool>* cancel = nullptr) override;
  [[nodiscard]] ports::device::GpuResult<ports::device::GpuOutput> run(
      const ports::device::GpuJob& job, const std::atomic<bool>* cancel = nullptr) override;
  // In a process of its own.
  [[nodiscard]] ports::device::GpuResult<ports::device::GpuCounters> count(
      const ports::device::GpuJob& job, const std::atomic<bool>* cancel = nullptr) override;
  // In a process of its own too, since it takes the GPU for itself.
  [[nodiscard]] ports::device::GpuResult<ports::device::GpuProfile> profile(
      const ports::device::GpuJob& job, const std::atomic<bool>* cancel = nullptr) override;
  [[nodiscard]] ports::device::GpuResult<ports::device::GpuSurvey> survey(
      const ports::device::GpuSurveyJob& job, const std::atomic<bool>* cancel = nullptr) override;
  [[nodiscard]] ports::device::GpuResult<ports::device::LiveFrame> show(
      ports::device::LiveRequest request, const std::atomic<bool>* cancel = nullptr) override;
  // For MappedMemory::import.
  [[nodiscard]] ports::device::Descriptor take_descriptor() override;
  void limit_time(std::chrono::milliseconds most) override;

 private:
  // By CUPTI, in a worker that serves this request only.
  [[nodiscard]] GpuReply ask_cupti(GpuRequest::What what, const ports::device::GpuJob& job,
                                   const std::atomic<bool>* cancel) const;
  [[nodiscard]] GpuReply ask(GpuRequest request, const std::atomic<bool>* cancel);

  Options options_;
  std::optional<toolchain::WorkerProcess> worker_;
};

}  // namespace lanescope::cuda::device
