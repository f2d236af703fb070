#pragma once

// For the sources that define CUDA's own functions: seen from outside of the library, under C
// names.
#pragma GCC visibility push(default)
#include <cuda_runtime_api.h>
#pragma GCC visibility pop

#include "runtime/call.hpp"

// The form of `name` that nvcc's --default-stream per-thread calls: launches run in the order in
// which they are issued, whatever the stream. Stands behind the function's definition.
#define LANESCOPE_PER_THREAD(name, suffix) \
  extern "C" __attribute__((visibility("default"), alias(#name))) decltype(name) name##suffix;
// Of a function that no header of CUDA's declares to us.
#define LANESCOPE_ENTRY extern "C" __attribute__((visibility("default")))
