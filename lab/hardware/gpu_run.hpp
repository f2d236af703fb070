#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lab/hardware/gpu_counters.hpp"
#include "lab/hardware/gpu_profile.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "ports/device/gpu.hpp"
#include "ports/toolchain/compiler.hpp"

// An experiment on a real GPU, beside its run on the model.
namespace lanescope::hardware {

// One buffer after the run, against the model's.
struct GpuBufferReport {
  std::string name;
  std::uint64_t fnv1a64 = 0;
  bool agrees = true;  // byte for byte
  // Where they do not: how many elements, the first of them, and by how much at most.
  std::uint64_t differing = 0, first = 0;
  std::string first_on_model, first_on_gpu;
  double largest_difference = 0.0;
};

// What the GPU's own counters gave.
struct GpuProfileReport {
  std::vector<ProfiledComparison> figures;
  std::uint32_t passes = 0;  // that were run for them
  std::string why_none;      // a sentence; empty: they are there
};

struct GpuRun {
  ports::device::GpuDevice device;
  int driver_version = 0;                // 13000 is CUDA 13.0
  std::string arch, compiler;            // of the machine code that ran
  ports::device::GpuTimes times;         // of one pass over all launches
  std::string printed;                   // by the kernel, in the GPU's order of lines
  std::vector<GpuBufferReport> buffers;  // empty when the model's run is not complete
  std::optional<ports::device::GpuCounters> counted;
  std::string not_counted;                  // why there is nothing counted: a sentence
  std::vector<CounterComparison> counters;  // of what was counted
  std::optional<GpuProfileReport> profile;  // empty: not asked for (yet)
  [[nodiscard]] bool agrees() const;
};
using GpuReport = std::variant<GpuRun, ports::device::GpuFailure>;

// The smallest, the middle and the largest of a sample; all 0 for none.
struct Spread {
  double median = 0.0, min = 0.0, max = 0.0;
};
[[nodiscard]] Spread spread(std::vector<double> values);

// The launches of `prepared`, with arguments as the GPU is to get them.
[[nodiscard]] ports::device::GpuJob gpu_job(const run::Prepared& prepared);

// It has variables that launches can change.
[[nodiscard]] bool has_variables(const run::Prepared& prepared);
// The machine code for a GPU of `arch`, and who made it: that of `prepared` where it fits.
[[nodiscard]] Result<std::shared_ptr<const ports::toolchain::Compiled>> machine_code(
    const run::Prepared& prepared, const std::string& arch, ports::toolchain::Compiler& compiler);

struct GpuOptions {
  std::uint32_t number = 0;  // which GPU, as the driver counts them
  bool flush_l2 = false;     // before each sample; else L2 holds what the pass before has left
  bool count = true;         // hardware counters too, by code in the kernel
  bool profile = false;      // and the GPU's own, which takes longest
};
// Runs the same source, arguments and inputs as `run` did. Machine code for another architecture
// than the GPU's is compiled anew. Stops, with a failure that says so, as soon as `cancel` is true.
[[nodiscard]] GpuReport run_on_gpu(const run::ModelRun& run, ports::device::Gpu& gpu,
                                   ports::toolchain::Compiler& compiler,
                                   const GpuOptions& options = {},
                                   const std::atomic<bool>* cancel = nullptr);

// The GPU's own counters for what `measured` has measured of `run`.
[[nodiscard]] GpuProfileReport profile_on_gpu(const run::ModelRun& run, const GpuRun& measured,
                                              ports::device::Gpu& gpu,
                                              ports::toolchain::Compiler& compiler,
                                              const GpuOptions& options = {},
                                              const std::atomic<bool>* cancel = nullptr);

}  // namespace lanescope::hardware
