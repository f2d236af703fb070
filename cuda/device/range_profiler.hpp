#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cuda/device/cupti_call.hpp"
#include "cuda/device/driver.hpp"
#include "ports/device/profile_types.hpp"

// CUPTI's range profiler, found at run time and never linked: it reads the counters of the GPU
// itself, which the administrator may keep for root. The kernel's code stays as it is.
namespace lanescope::cuda::device {

// The types of CUPTI's ABI ("Range Profiling API", "Profiler Host API"). An object is the host's,
// which chooses metrics and computes their values, or the profiler's of a context.
struct RangeObject : CuptiBlock {
  void* object = nullptr;
};
struct RangeChip : CuptiBlock {
  int kind = 0;  // range profiler
  const char* chip = nullptr;
  const std::uint8_t* available = nullptr;
  void* object = nullptr;
};
struct RangeMetrics : RangeObject {
  const char** names = nullptr;
  std::size_t count = 0;
};
struct RangeImage : RangeObject {
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;  // without it: `bytes` is answered
};
struct RangeValues : RangeObject {
  const std::uint8_t* data = nullptr;
  std::size_t bytes = 0, range = 0;
  const char** names = nullptr;
  std::size_t count = 0;
  double* values = nullptr;
};
struct RangeEnable : CuptiBlock {
  CuContext context = nullptr;
  void* object = nullptr;
};
struct RangeDataSize : RangeObject {
  const char** names = nullptr;
  std::size_t count = 0, ranges = 1;
  std::uint32_t nodes = 1;
  std::size_t bytes = 0;
};
struct RangeSetUp : RangeObject {
  std::size_t config_bytes = 0;
  const std::uint8_t* config = nullptr;
  std::size_t data_bytes = 0;
  std::uint8_t* data = nullptr;
  int range = 2;   // ranges are named by us
  int replay = 3;  // and run by us as often as it takes
  std::size_t ranges = 1;
  std::uint16_t levels = 1, first_level = 1;
  std::size_t pass = 0;
  std::uint16_t level = 0;
};
struct RangePush : RangeObject {
  const char* name = nullptr;
};
struct RangeStop : RangeObject {
  std::size_t pass = 0, level = 0;
  std::uint8_t was_last = 0;
};
struct RangeDecode : RangeObject {
  std::size_t dropped = 0;
};

// One table of entry points; tests fill it with functions of their own.
struct RangeProfiler {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_CUPTI(name, parameters) CuptiResult(*name) parameters = nullptr;
#include "cuda/device/range_profiler_functions.inc"
#undef LANESCOPE_CUPTI
};

// Missing, with the remedy: no such library, or one without the range profiler.
[[nodiscard]] Result<RangeProfiler> load_range_profiler(const std::string& path);

// One range, run in as many passes as its metrics take. Every step may fail with a sentence.
class RangeProfiling {
 public:
  explicit RangeProfiling(const RangeProfiler& cupti) : cupti_(cupti) {}

  [[nodiscard]] Result<void> begin(int device, CuContext context);
  // Around the launches; nothing else may run on the GPU meanwhile.
  [[nodiscard]] Result<void> begin_pass();
  // False: another pass is needed, on the same inputs.
  [[nodiscard]] Result<bool> end_pass();
  [[nodiscard]] Result<ports::device::GpuProfile> end();

 private:
  [[nodiscard]] Result<void> choose_metrics(int device);
  [[nodiscard]] Result<void> set_up();

  const RangeProfiler& cupti_;
  void* host_ = nullptr;
  void* profiler_ = nullptr;
  std::vector<const char*> names_;  // of the metrics that the GPU has
  std::vector<double ports::device::GpuProfile::*> members_;
  std::vector<std::uint8_t> config_, data_;
  std::uint32_t passes_ = 0;
};

}  // namespace lanescope::cuda::device
