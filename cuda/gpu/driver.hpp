#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/result.hpp"

// NVIDIA's driver, found at run time and never linked.
namespace lanescope::cuda {

// The types of the driver's ABI (CUDA Driver API, "Data types used by CUDA driver").
using CuResult = int;
using CuDevice = int;
using CuContext = void*;
using CuModule = void*;
using CuFunction = void*;
using CuStream = void*;
using CuEvent = void*;
using CuAddress = std::uint64_t;
// CUDA Driver API, "struct CUlaunchAttribute" and "struct CUlaunchConfig".
struct CuLaunchAttribute {
  int id = 0;
  char padding[4] = {};
  union {
    int number;
    char bytes[64];
  } value = {};
};
struct CuLaunchConfig {
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned shared_bytes = 0;
  CuStream stream = nullptr;
  CuLaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

// One table of entry points; tests fill it with functions of their own.
struct Driver {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the list brings its own
#define LANESCOPE_CU(name, version, parameters) CuResult(*name) parameters = nullptr;
#include "cuda/gpu/driver_functions.inc"
#undef LANESCOPE_CU
};

// Loads libcuda from `path` and starts it. Missing, with the remedy: no such library, one older
// than CUDA 12.0 (which has no cuGetProcAddress_v2), no GPU, a driver that does not start.
[[nodiscard]] Result<Driver> load_driver(const std::string& path);
// cuInit; a part of load_driver of its own, for tests.
[[nodiscard]] Result<void> start(const Driver& driver);

// What the driver's error `code` means for a person, with the remedy where there is one; `doing` is
// what was tried: "copying the input".
[[nodiscard]] Error driver_error(const Driver& driver, CuResult code, const std::string& doing);
// The kernel itself did it: an illegal address, an assert, a trap, …
[[nodiscard]] bool is_kernel_fault(CuResult code);

}  // namespace lanescope::cuda
