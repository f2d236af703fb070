#pragma once

// For the sources that define the driver's functions: seen from outside of the library, under C
// names.
#pragma GCC visibility push(default)
#include <cuda.h>
#include <cuda_runtime_api.h>
#pragma GCC visibility pop

#include <utility>

#include "runtime/spoken.hpp"

// The form of `name`, as it is called in the library, for a default stream per thread.
#define LANESCOPE_DRIVER_PER_THREAD(name, suffix) \
  extern "C" __attribute__((visibility("default"), alias(#name))) decltype(name) name##suffix;

namespace lanescope::runtime::driver {

// CUDA's runtime and driver share their numbers, but for a few.
[[nodiscard]] CUresult result_of(cudaError_t error);

// CUDA_SUCCESS: the driver is initialised, and a context is the calling thread's.
[[nodiscard]] CUresult ready();

// A function of the runtime API under the driver's name.
template <typename Do>
CUresult as(const char* name, Do&& runtime) {
  if (const CUresult no = ready(); no != CUDA_SUCCESS) return no;
  const Spoken spoken(Spoken::name() == nullptr ? name : Spoken::name());
  return result_of(runtime());
}

inline void* pointer_to(CUdeviceptr at) {
  return reinterpret_cast<void*>(at);  // NOLINT(performance-no-int-to-ptr): of the device
}

}  // namespace lanescope::runtime::driver
