#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ports/device/gpu_types.hpp"

// What is measured of a GPU itself, apart from any kernel of the user's: plain values.
namespace lanescope::ports::device {

struct GpuSurveyJob {
  int device = 0;
  std::vector<std::byte> cubin;  // of kSurveyKernels (survey_kernels.hpp)
};

struct GpuSurvey {
  // Where the host's bytes lie. Pageable and pinned ones are copied by the driver; mapped and
  // managed ones are read or written in place: by a kernel, managed ones on the way back by the
  // host.
  enum class Memory : std::uint8_t { Pageable, Pinned, Mapped, Managed };
  struct Transfer {
    Memory memory = Memory::Pageable;
    bool to_gpu = true;
    std::uint64_t bytes = 0;
    std::vector<double> milliseconds;  // by sample
  };
  struct Peak {
    double work = 0.0;                 // of a sample: bytes, or floating-point operations
    std::vector<double> milliseconds;  // by sample; empty: not measured
  };

  GpuDevice device;
  int driver_version = 0;
  std::vector<Transfer> transfers;  // by memory, direction, size; what the GPU has not is left out
  std::uint64_t copy_bytes = 0;     // of the buffer that `copy` reads, and of the one it writes
  Peak copy;                        // bytes read and bytes written of the GPU's memory
  Peak f32, f64;                    // fused multiply-adds, each two operations
  Peak launch;                      // launches of a kernel that does nothing, one after the other
  GpuClocks clocks;                 // at the end of the peaks
};

}  // namespace lanescope::ports::device
