#pragma once

#include <atomic>
#include <cstdint>
#include <variant>
#include <vector>

#include "lab/hardware/gpu_run.hpp"
#include "ports/device/gpu.hpp"
#include "ports/toolchain/compiler.hpp"

// What a GPU reaches at most, and how fast bytes come to it: measured, beside any kernel's times.
namespace lanescope::hardware {

struct Survey {
  struct Transfer {
    ports::device::GpuSurvey::Memory memory = ports::device::GpuSurvey::Memory::Pageable;
    bool to_gpu = true;
    std::uint64_t bytes = 0;
    Spread gb_per_s;  // 10^9 bytes a second
  };
  std::vector<Transfer> transfers;
  std::uint64_t copy_bytes = 0;  // of the buffer that is copied within the GPU's memory
  Spread copy;                   // GB/s, bytes read and bytes written; all 0: not measured
  Spread launch;                 // milliseconds of a launch that does nothing; all 0: not measured
  Spread f32, f64;               // 10^9 floating-point operations a second, of fused multiply-adds
  ports::device::GpuClocks clocks;  // while the peaks were measured
};
using SurveyReport = std::variant<Survey, ports::device::GpuFailure>;

// The times of a survey as rates.
[[nodiscard]] Survey rates_of(const ports::device::GpuSurvey& survey);

// Compiles the kernels for GPU `number`, as the driver counts, and measures: a few seconds.
// Stops, with a failure that says so, as soon as `cancel` is true.
[[nodiscard]] SurveyReport survey_gpu(ports::device::Gpu& gpu, ports::toolchain::Compiler& compiler,
                                      std::uint32_t number = 0,
                                      const std::atomic<bool>* cancel = nullptr);

}  // namespace lanescope::hardware
