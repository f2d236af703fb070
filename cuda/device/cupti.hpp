#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "cuda/device/cupti_call.hpp"
#include "cuda/device/driver.hpp"
#include "ports/device/gpu_types.hpp"

// NVIDIA's CUPTI, found at run time and never linked: it adds counting code to a kernel's machine
// code. The counts are exact, need no rights, and say nothing of time.
namespace lanescope::cuda::device {

// The types of CUPTI's ABI ("SASS Metrics API", "Callback API").
struct CuptiMetric {
  std::uint64_t id = 0;
  const char* name = nullptr;
  const char* description = nullptr;
};
struct CuptiMetricQuery : CuptiBlock {
  const char* chip = nullptr;
  const char* name = nullptr;
  CuptiMetric metric;
};
struct CuptiMetricChoice {
  std::uint64_t id = 0;
  std::uint8_t granularity = 0;  // 0: one number of the whole GPU
};
struct CuptiSetUp : CuptiBlock {
  std::size_t count = 0;
  CuptiMetricChoice* choices = nullptr;
  std::uint32_t device = 0;
};
struct CuptiEnable : CuptiBlock {
  CuContext context = nullptr;
  std::uint8_t lazily = 1;  // a function is changed when it is launched
};
struct CuptiDisable : CuptiBlock {
  CuContext context = nullptr;
  std::size_t dropped = 0;
};
struct CuptiExtent : CuptiBlock {
  CuContext context = nullptr;
  std::size_t records = 0, instances = 0;
};
struct CuptiValue {
  std::uint64_t metric = 0, value = 0;
};
struct CuptiRecord : CuptiBlock {
  std::uint32_t crc = 0, function = 0;
  const char* function_name = nullptr;
  std::uint32_t address = 0;
  CuptiValue* values = nullptr;
};
struct CuptiFlush : CuptiBlock {
  CuContext context = nullptr;
  std::size_t records = 0, instances = 0;
  CuptiRecord* data = nullptr;
};
using CuptiCallback = void (*)(void*, int, std::uint32_t, const void*);

// One table of entry points; tests fill it with functions of their own.
struct Cupti {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_CUPTI(name, parameters) CuptiResult(*name) parameters = nullptr;
#include "cuda/device/cupti_functions.inc"
#undef LANESCOPE_CUPTI
};

// Missing, with the remedy: no such library, or one without SASS metrics (before CUDA 12.8).
[[nodiscard]] Result<Cupti> load_cupti(const std::string& path);

// Counts once in a process: a second configuration fails there (seen with CUDA 13.0). Every step
// may fail with a sentence.
class SassCounting {
 public:
  explicit SassCounting(const Cupti& cupti) : cupti_(cupti) {}

  // Before the driver is started: CUPTI counts only in modules that it has seen being loaded.
  [[nodiscard]] Result<void> watch();
  // Before the launches. Nothing may be under way on the GPU: else nothing is counted.
  [[nodiscard]] Result<void> begin(int device, CuContext context);
  // Once the launches have ended.
  [[nodiscard]] Result<ports::device::GpuCounters> end();

 private:
  [[nodiscard]] Result<void> choose_metrics(int device);
  [[nodiscard]] Error error(CuptiResult code, const std::string& doing) const;

  const Cupti& cupti_;
  CuContext context_ = nullptr;
  std::map<std::uint64_t, std::uint64_t ports::device::GpuInstruction::*> members_;  // by metric
};

}  // namespace lanescope::cuda::device
