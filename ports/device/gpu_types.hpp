#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"

// What goes to the GPU and what comes back: plain values, no CUDA types.
namespace lanescope::ports::device {

struct GpuDevice {
  std::string name;  // "NVIDIA H200"
  std::uint64_t memory_bytes = 0;
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define LANESCOPE_FACT(member, attribute, words, unit) int member = 0;
#include "ports/device/device_facts.inc"
#undef LANESCOPE_FACT

  [[nodiscard]] std::string arch() const;  // "sm_90"
  friend bool operator==(const GpuDevice&, const GpuDevice&) = default;
};
// A line of a device query: "SMs", "132".
struct GpuFact {
  std::string words, value;
};
[[nodiscard]] std::vector<GpuFact> facts(const GpuDevice& device);

// Every GPU of this machine, and the driver's CUDA version (13000 is 13.0).
struct GpuList {
  int driver_version = 0;
  std::vector<GpuDevice> devices;
};

struct GpuBuffer {
  std::uint64_t bytes = 0;
  std::vector<std::byte> initial;  // empty: zeros
};
struct GpuSymbol {
  std::string name;  // as in PTX
  std::vector<std::byte> initial;
};
// An array with what a buffer holds before each pass, and the object that kernels read it by.
struct GpuTexture {
  std::uint32_t buffer = 0;
  TextureDescriptor descriptor;  // its address is of no meaning
};
struct GpuLaunch {
  std::string kernel;  // mangled
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;  // all blocks must be resident at a time: they wait for each other
  std::vector<std::byte> parameters;
  // Where in `parameters` the address of buffers[buffer] belongs.
  struct Pointer {
    std::uint32_t offset = 0, buffer = 0;
  };
  std::vector<Pointer> pointers;
  // Where in `parameters` the handle of textures[texture] belongs.
  struct Handle {
    std::uint32_t offset = 0, texture = 0;
  };
  std::vector<Handle> handles;
};

// Launches to run in order, once for their results and then for their time.
struct GpuJob {
  int device = 0;
  std::vector<std::byte> cubin;
  std::vector<GpuBuffer> buffers;
  std::vector<GpuSymbol> symbols;
  std::vector<GpuTexture> textures;
  std::vector<GpuLaunch> launches;
  // A second pass on what the first has left does the same work and leaves the same bytes.
  bool repeats = false;
  // The module has variables that a pass may change: each pass begins with a fresh one.
  bool fresh_module = false;
  std::uint32_t samples = 21;   // 0: results only
  double sample_seconds = 1.0;  // no further sample is begun after that
  bool flush_l2 = false;        // before each sample
};

// What the clocks run at, in MHz; 0: not known.
struct GpuClocks {
  int sm_mhz = 0, memory_mhz = 0;
  [[nodiscard]] bool known() const { return sm_mhz > 0 && memory_mhz > 0; }
  friend bool operator==(const GpuClocks&, const GpuClocks&) = default;
};

// How the time of one pass over all launches was measured.
struct GpuTimes {
  std::vector<double> milliseconds;  // by sample, of one pass, by the GPU's own events
  // More than 1: a sample is so many passes after one another, since they repeat and one is too
  // short for the events' resolution (about 0.5 us; CUDA Driver API, cuEventElapsedTime).
  std::uint32_t passes_per_sample = 1;
  // What L2 holds when a sample begins.
  enum class L2 : std::uint8_t { Warm, Flushed, Copied } l2 = L2::Warm;
  double launch_milliseconds = 0.0;  // host: from the first launch to its end, less the GPU's time
  GpuClocks clocks;                  // right after the last sample
};

struct GpuOutput {
  std::vector<std::vector<std::byte>> buffers, symbols;  // after the first pass
  std::string printed;  // by the kernel's printf in the first pass, in the GPU's order
  GpuTimes times;
  GpuDevice device;
  int driver_version = 0;
};

// What the hardware counted of one machine instruction, over all launches of its function.
struct GpuInstruction {
  std::uint32_t function = 0;  // in GpuCounters::functions
  std::uint32_t address = 0;   // bytes from the function's begin, as a disassembler prints it
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define LANESCOPE_METRIC(member, metric) std::uint64_t member = 0;
#include "ports/device/sass_metrics.inc"
#undef LANESCOPE_METRIC
  friend bool operator==(const GpuInstruction&, const GpuInstruction&) = default;
};
struct GpuCounters {
  std::vector<std::string> functions;        // mangled, sorted
  std::vector<GpuInstruction> instructions;  // that were executed; by function, then address
};

// `by_kernel`: the kernel is at fault, not the machine or the driver.
struct GpuFailure {
  Error error;
  bool by_kernel = false;
};
template <typename T>
using GpuResult = std::variant<T, GpuFailure>;

}  // namespace lanescope::ports::device
