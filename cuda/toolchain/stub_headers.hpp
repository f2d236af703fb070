#pragma once

#include <span>
#include <string_view>

namespace lanescope::cuda::toolchain {

// A header that NVRTC does not have and kernels include out of habit. Ours declare what device code
// may use of them; NVRTC itself knows printf, assert, malloc, memcpy and the functions of <math.h>.
struct StubHeader {
  const char* name;
  const char* text;
};

[[nodiscard]] std::span<const StubHeader> stub_headers();

// Included before every source: what nvcc's implicit <cuda_runtime.h> brings along (fixed-width
// integers, INT_MAX, INFINITY, std::sqrt, ...).
inline constexpr const char* kPreludeName = "lanescope_prelude.h";

// Whether `name` is a header of the host's standard library that only helps host code; its stub is
// empty.
[[nodiscard]] bool is_host_header(std::string_view name);

}  // namespace lanescope::cuda::toolchain
